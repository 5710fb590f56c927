/** Reads a moment, as ISO 8601, by a local clock: `2026-11-27` and `21:00:32`. */
export type Clock = (iso: string) => { date: string; time: string }

/** Creates the clock of a time zone (IANA), which must be one. */
export function createClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (iso) => {
    const parts = new Map(
      format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
    )
    const join = (types: readonly Intl.DateTimeFormatPartTypes[], by: string) =>
      types.map((type) => parts.get(type) ?? '').join(by)
    return {
      date: join(['year', 'month', 'day'], '-'),
      time: join(['hour', 'minute', 'second'], ':'),
    }
  }
}
