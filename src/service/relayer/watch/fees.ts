import { nativeAddress } from '../../../api/formats.ts'
import type { SignedAuthorization } from '../../chain/types/authorizations.ts'
import { computeOwedAmount } from '../../charges/pricing/credited-amount.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import {
  convertUsd,
  estimateCostUsd,
  findStandingOffer,
  getEstimateEnd,
  listHonoredFees,
  parseUsd,
  typicalRelayBytes,
} from '../fees.ts'
import type { OfferTerms } from '../relayer.ts'
import { getQuoteEnd } from '../rules.ts'
import type { RelayerOptions } from './options.ts'

/** The fees that payers are asked to add to what they owe. */
export interface FeeOffers {
  /** See {@link Relayer.offer}. */
  offer(charge: ChargeRecord, quote: PriceQuote): Promise<OfferTerms | undefined>
  /** Returns the fees that an authorization may include. */
  listFees(
    charge: ChargeRecord,
    quote: PriceQuote,
    authorization: SignedAuthorization,
  ): Promise<bigint[]>
}

/** Creates the offers of fees. Each is saved before it is shown, so that any process honors it, whatever its own settings are. */
export function createFeeOffers({ store, chains, fee: setting, log }: RelayerOptions): FeeOffers {
  /** Estimates the network's fee in units of 10 ** -78 US dollars; undefined where a node or the coin's price is unavailable. */
  async function estimate(chainId: number): Promise<bigint | undefined> {
    try {
      const [rate, fees, dataFee] = await Promise.all([
        chains.getRate(chainId, nativeAddress),
        chains.getFees(chainId),
        chains.getDataFee(chainId, typicalRelayBytes),
      ])
      return rate && estimateCostUsd(fees, dataFee, rate)
    } catch (err) {
      log.warn({ err, chainId }, 'The network’s fee could not be estimated.')
      return undefined
    }
  }

  return {
    async offer(charge, quote) {
      const owed = computeOwedAmount(charge, quote)
      const end = getQuoteEnd(charge, quote)
      if (setting === 'none') return { value: owed, fee: 0n, validBefore: end }
      const now = BigInt(Math.floor(Date.now() / 1000))
      if (setting === 'estimated') {
        const offered = await store.listOfferedFees([charge.id])
        const standing = findStandingOffer(offered, quote, now)
        if (standing) {
          const { fee, validBefore } = standing
          return { value: owed + fee, fee, validBefore }
        }
      }
      const usd = setting === 'estimated' ? await estimate(quote.chainId) : parseUsd(setting.usd)
      const fee = usd === undefined ? undefined : convertUsd(charge, quote, usd)
      if (fee === undefined) return undefined
      const validBefore = setting === 'estimated' ? getEstimateEnd(end, now) : end
      const { chainId, token } = quote
      await store.saveOfferedFee({ chargeId: charge.id, chainId, token, fee, validBefore })
      return { value: owed + fee, fee, validBefore }
    },

    async listFees({ id }, quote, authorization) {
      const honored = listHonoredFees(await store.listOfferedFees([id]), quote, authorization)
      return setting === 'none' ? [0n, ...honored] : honored
    },
  }
}
