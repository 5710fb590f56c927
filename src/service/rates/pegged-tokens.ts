import { PayError } from '../../errors.ts'
import type { Chains } from '../chain/types/chains.ts'
import { type KnownToken, toTokenKey } from '../chain/types/tokens.ts'
import type { FxRates } from './types.ts'

/** Adds to the port what tokens are worth that are pegged to another currency than the US dollar: as much as their currency. */
export function addPeggedTokens(
  chains: Chains,
  tokens: readonly KnownToken[],
  rates: FxRates,
): Chains {
  const pegs = new Map(
    tokens
      .filter(({ peg }) => rates.currencies.includes(peg))
      .map(({ chainId, address, peg }) => [toTokenKey(chainId, address), peg]),
  )
  return {
    ...chains,
    async getRate(chainId, token) {
      const peg = pegs.get(toTokenKey(chainId, token))
      return peg === undefined ? await chains.getRate(chainId, token) : await rates.read(peg)
    },
    async getUsdPriceAt(chainId, token, block) {
      const peg = pegs.get(toTokenKey(chainId, token))
      if (peg === undefined) return await chains.getUsdPriceAt(chainId, token, block)
      try {
        return { source: 'feed', rate: await rates.read(peg, block.time) }
      } catch (cause) {
        if (cause instanceof PayError && cause.code === 'price_unavailable')
          return { source: 'unavailable' }
        throw cause
      }
    },
  }
}
