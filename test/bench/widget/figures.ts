/** A median and how far the runs lay apart. */
export interface Spread {
  median: number
  min: number
  max: number
}

/** Summarizes runs; the median of an even number is the lower of the two in the middle. */
export function summarize(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { median: at((sorted.length - 1) >> 1), min: at(0), max: at(sorted.length - 1) }
}

export const formatMs = (value: number) => `${Math.round(value).toLocaleString('en-US')} ms`

/** `523 ms median, 510 to 560`. */
export const formatSpread = ({ median, min, max }: Spread) =>
  `${formatMs(median).padStart(9)} median, ${Math.round(min)} to ${Math.round(max)}`

export const formatRatio = (value: Spread, base: Spread) => (value.median / base.median).toFixed(2)

/** A line of the report: its name in a column of its own. */
export const line = (name: string, text: string) => `${name.padEnd(51)} ${text}`
