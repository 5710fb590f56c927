import type { Formatter } from './i18n/format.ts'
import { getNumberingSystem } from './i18n/languages/plural.ts'

/**
 * Milliseconds between two blocks, by chain id. The values are those of viem/chains (a test compares both), and for
 * chains without one there, those of the chain's own documentation.
 */
const blockTimesMs: Record<number, number> = {
  1: 12_000,
  10: 2000,
  56: 750,
  97: 750,
  100: 5000,
  137: 2000,
  300: 200,
  324: 200,
  8453: 2000,
  10200: 5000,
  42161: 250,
  42220: 1000,
  43113: 1700,
  43114: 1700,
  59141: 2000,
  59144: 2000,
  80002: 2000,
  84532: 2000,
  421614: 250,
  534351: 3000,
  534352: 3000,
  11142220: 1000,
  11155111: 12_000,
  11155420: 2000,
}

/**
 * Formats the time that a number of blocks takes, such as "20 seconds", rounded up to 5 seconds. Returns undefined
 * where the chain's block time is unknown, and where it takes less than 3 seconds.
 *
 * @param chains the page's own chains; their block time has priority
 * @param lang the language of the text around it; its digits are those of the prices
 */
export function formatTimeLeft(
  blockCount: number,
  chainId: number,
  chains: readonly { id: number; blockTime?: number | undefined }[] | undefined,
  lang: string,
  formatter: Pick<Formatter, 'locale'>,
): string | undefined {
  const blockTimeMs = chains?.find(({ id }) => id === chainId)?.blockTime ?? blockTimesMs[chainId]
  const seconds = Math.ceil(((blockTimeMs ?? 0) * blockCount) / 5000) * 5
  if (seconds === 0 || (blockTimeMs ?? 0) * blockCount < 3000) return undefined
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const numberingSystem = getNumberingSystem(formatter)
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem,
  }).format(value)
}
