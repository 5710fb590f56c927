/**
 * Milliseconds between two blocks, by chain, as viem/chains has them (a test holds both side by side) and the chains' own
 * documents for those of which it says nothing.
 */
const blockTimes: Record<number, number> = {
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
 * How long so many blocks take, in words such as "20 seconds", rounded up to fives; undefined where nobody knows the chain's
 * pace, and where it is over in a moment.
 *
 * @param chains of the page's own, which know better
 * @param lang of the words around it
 */
export function timeLeft(
  blocks: number,
  chainId: number,
  chains: readonly { id: number; blockTime?: number | undefined }[] | undefined,
  lang: string,
): string | undefined {
  const pace = chains?.find(({ id }) => id === chainId)?.blockTime ?? blockTimes[chainId]
  const seconds = Math.ceil(((pace ?? 0) * blocks) / 5000) * 5
  if (seconds === 0 || (pace ?? 0) * blocks < 3000) return undefined
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
