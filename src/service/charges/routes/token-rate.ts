import type { ServiceContext } from '../../http/context.ts'
import type { AcceptedToken } from '../pricing/payment-assets.ts'
import type { TokenRate } from '../pricing/pricing.ts'

/**
 * Returns what a token is worth in a currency; undefined where its value is not known.
 *
 * @throws PayError `price_unavailable`, `chain_unreachable`
 */
export async function readTokenRate(
  { chains, rates }: Pick<ServiceContext, 'chains' | 'rates'>,
  { chainId, token }: AcceptedToken,
  currency: string,
): Promise<TokenRate | undefined> {
  const [tokenRate, currencyRate] = await Promise.all([
    chains.getRate(chainId, token),
    currency === 'USD' ? undefined : rates.read(currency),
  ])
  return tokenRate && { token: tokenRate, currency: currencyRate }
}
