import { isTestnet } from '../../../api/chains/chains.ts'
import { isNative } from '../../../api/formats.ts'
import type { AcceptedToken } from './pricing/payment-assets.ts'

/** The native currencies of chains by their SLIP-44 coin types: https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const coinTypes: Record<number, number> = {
  1: 60,
  10: 60,
  56: 9006,
  100: 700,
  137: 966,
  324: 60,
  8453: 60,
  42161: 60,
  42220: 52752,
  43114: 9005,
  59144: 60,
  534352: 60,
}

/** The coin type of all test networks. */
const testCoinType = 1

/** Returns the id of a chain (CAIP-2). */
export function getChainId(chainId: number): string {
  return `eip155:${chainId}`
}

/** Returns the id of a token (CAIP-19); undefined for a native currency that SLIP-44 does not number. */
export function getAssetId({ chainId, token }: AcceptedToken): string | undefined {
  const chain = getChainId(chainId)
  if (!isNative(token)) return `${chain}/erc20:${token}`
  const coinType = isTestnet(chainId) ? testCoinType : coinTypes[chainId]
  return coinType === undefined ? undefined : `${chain}/slip44:${coinType}`
}
