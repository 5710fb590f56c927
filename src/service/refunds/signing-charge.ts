import { formatAmount, parseAmount } from '../../amount.ts'
import { PayError } from '../../errors.ts'
import { getQuote } from '../charges/pricing/payment-assets.ts'
import { isAtPar } from '../charges/pricing/quotes.ts'
import type { ChargeRecord, PaymentRecord, PriceQuote, StatusChange } from '../charges/records.ts'
import type { RefundRecord } from './records.ts'

/** Milliseconds for which the page may be open; after that the merchant starts over. */
const signingMs = 24 * 60 * 60_000

/**
 * Returns a refund as a charge that the merchant pays to the payer: with it the element asks the merchant's wallet, by the same
 * steps, journal and checks as for any payment. It is stored nowhere. Its id is the attempt's: the journal of the merchant's browser
 * may hold an earlier attempt, whose wallet never answered.
 *
 * @throws PayError `conflict` for a refund whose wallet is not to be asked
 */
export function toSigningCharge(charge: ChargeRecord, refund: RefundRecord): ChargeRecord {
  const { attempt, recipient } = refund
  if (!attempt || recipient === undefined)
    throw new PayError('conflict', 'No wallet is being asked for this refund.')
  const quote = { ...getQuote(charge, refund), recipient, amount: refund.amount }
  return {
    ...charge,
    id: attempt.id,
    reference: refund.reference,
    requestId: undefined,
    status: toStatus(refund),
    pricingType: 'fixed_price',
    ...computeLocalPrice(charge, refund),
    quote,
    accepts: [],
    order: { name: '', description: '', lineItems: [], taxNote: '', payerEmail: '' },
    metadata: {},
    successUrl: '',
    cancelUrl: '',
    createdAt: attempt.startedAt,
    expiresAt: new Date(attempt.startedAt.getTime() + signingMs),
    quoteExpiresAt: undefined,
    quotePeriods: [],
    waitingReport: undefined,
    payments: createPayments(refund, quote),
    refunds: undefined,
    timeline: createTimeline(refund),
  }
}

function toStatus({ status }: RefundRecord): ChargeRecord['status'] {
  return status === 'COMPLETED' || status === 'PENDING' ? status : 'NEW'
}

function createTimeline(refund: RefundRecord): readonly StatusChange[] {
  const status = toStatus(refund)
  if (status === 'NEW') return []
  return [{ status, time: refund.transfer?.minedAt ?? refund.createdAt, context: undefined }]
}

function createPayments(refund: RefundRecord, { chainId, token }: PriceQuote): PaymentRecord[] {
  const { id, hash, transfer, status, attempt, createdAt } = refund
  if (hash === undefined || !transfer) return []
  const isConfirmed = status === 'COMPLETED'
  return [
    {
      id,
      chargeId: id,
      chainId,
      hash,
      token,
      status: isConfirmed ? 'COMPLETED' : 'PENDING',
      reason: '',
      receivedAmount: isConfirmed ? transfer.amount : 0n,
      countedAmount: isConfirmed ? transfer.amount : 0n,
      creditedAmount: isConfirmed ? transfer.amount : 0n,
      payerAddress: attempt?.account ?? '',
      block: transfer.block,
      minedAt: transfer.minedAt,
      proof: 'reference',
      createdAt,
      verifiedAt: isConfirmed ? transfer.minedAt : undefined,
    },
  ]
}

/** Returns a refund in its charge's currency, at the price of its charge; without one, in its token. */
function computeLocalPrice(
  charge: ChargeRecord,
  refund: RefundRecord,
): Pick<ChargeRecord, 'localAmount' | 'localCurrency'> {
  const { amount, decimals } = refund
  const { localCurrency } = charge
  const quote = getQuote(charge, refund)
  if (charge.pricingType !== 'fixed_price' || quote.amount === 0n)
    return {
      localAmount: formatAmount(amount, decimals),
      localCurrency: isAtPar(quote) ? localCurrency : quote.symbol,
    }
  const price = parseAmount(charge.localAmount, 78)
  const units = (amount * price) / quote.amount / 10n ** 60n
  return { localAmount: formatAmount(units, 18), localCurrency }
}
