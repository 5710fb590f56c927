import { findChainDetails } from '../../api/chains/chain-details.ts'
import { isTestnet } from '../../api/chains/chains.ts'
import { isNative } from '../../api/formats.ts'
import type { AcceptedToken } from './pricing/payment-assets.ts'

/** The coin types of native currencies by symbol: https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
const coinTypes: Record<string, number> = {
  ETH: 60,
  BNB: 9006,
  XDAI: 700,
  POL: 966,
  CELO: 52_752,
  AVAX: 9005,
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
  const coinType = isTestnet(chainId)
    ? testCoinType
    : coinTypes[findChainDetails(chainId)?.[0] ?? '']
  return coinType === undefined ? undefined : `${chain}/slip44:${coinType}`
}
