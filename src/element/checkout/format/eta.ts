import { getBlockTimeMs } from '../../../api/chains/chains.ts'
import type { Formatter } from '../../../money.ts'
import { getNumberingSystem } from '../../i18n/languages/plural.ts'

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
  const blockTimeMs = chains?.find(({ id }) => id === chainId)?.blockTime ?? getBlockTimeMs(chainId)
  const seconds = Math.ceil(((blockTimeMs ?? 0) * blockCount) / 5000) * 5
  if (seconds === 0 || (blockTimeMs ?? 0) * blockCount < 3000) return undefined
  return seconds < 60
    ? formatUnit(seconds, 'second', lang, formatter)
    : formatUnit(Math.ceil(seconds / 60), 'minute', lang, formatter)
}

/** Formats a time, such as "20 seconds". */
export function formatUnit(
  value: number,
  unit: 'second' | 'minute',
  lang: string,
  formatter: Pick<Formatter, 'locale'>,
): string {
  const numberingSystem = getNumberingSystem(formatter)
  const options = { style: 'unit', unit, unitDisplay: 'long', numberingSystem } as const
  return new Intl.NumberFormat(lang, options).format(value)
}
