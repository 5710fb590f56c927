import type { CheckoutCharge } from '../../api/schemas/checkout-charge.ts'
import type { Entry, Intent } from '../ports.ts'
import { inPair } from './payment-assets.ts'
import { type Deal, sumPaid } from './payment-option.ts'

/** Updates a payment option from a charge that was read again: paid and owed amounts change, the rest is kept. */
export function updateDeal(deal: Deal, fresh: CheckoutCharge): Deal {
  const { own, passed } = deal
  if (own)
    return { ...inPair(updateDeal(own, fresh), { ...deal.quote, price: deal.price }), passed }
  // A fetched charge has fewer fields than a created one, so brand and redirects are kept.
  const charge = { ...deal.charge, ...fresh }
  const paid = sumPaid(charge, deal.quote.token.decimals)
  const amount = deal.price > paid ? deal.price - paid : deal.quote.amount
  return { ...deal, charge, paid, quote: { ...deal.quote, amount } }
}

/** Returns whether confirmed payments reach the price. For a `no_price` charge any amount is enough. */
export function isPaid(deal: Deal): boolean {
  return deal.price > 0n ? deal.paid >= deal.price : deal.paid > 0n
}

/**
 * Returns the hash of a payment of the charge that is recorded and not yet settled, whoever made it. Where a service
 * gives no status, every payment counts: the service has accepted the hash, and the chain decides.
 */
export function pendingHash(deal: Deal): string | undefined {
  const hashes = deal.charge.payments?.flatMap(({ status, payerTransactionHash: hash }) =>
    (status === 'PENDING' || status === undefined) && hash ? [hash] : [],
  )
  return hashes?.find((hash) => !isPassed(deal, hash))
}

/** Returns whether a hash is ignored here because it pays nothing or was abandoned. Upper and lower case are equal. */
export function isPassed({ passed }: Deal, hash: string): boolean {
  return passed?.some((one) => one.toLowerCase() === hash.toLowerCase()) ?? false
}

/** Returns whether an entry belongs to a payment that is not settled yet, as far as this browser knows. */
export function isOpen(entry: Entry | undefined): boolean {
  return entry?.intent !== undefined && entry.done === undefined
}

/** Returns the charge's payment with a transaction hash. */
export function paymentOf(charge: CheckoutCharge, hash: string) {
  return charge.payments?.find(
    (one) => one.payerTransactionHash?.toLowerCase() === hash.toLowerCase(),
  )
}

/** Returns the hash that proves a payment: this one, or the one that the service counts instead (sped up). */
export function provingHash(charge: CheckoutCharge, hash: string): string {
  const status = paymentOf(charge, hash)?.status
  const counted = paidHash(charge)
  return status === 'COMPLETED' || counted === undefined ? hash : counted
}

type ChargePayment = NonNullable<CheckoutCharge['payments']>[number]

/** Returns the hashes of the charge's payments that did not fail, in lower case; optionally filtered. */
export function hashesOf({ charge }: Deal, test?: (payment: ChargePayment) => boolean): string[] {
  const those = charge.payments?.filter((one) => one.status !== 'FAILED' && (test?.(one) ?? true))
  return (
    those?.flatMap(({ payerTransactionHash: hash }) => (hash ? [hash.toLowerCase()] : [])) ?? []
  )
}

/** Returns the hash of the last confirmed payment, for a receipt. */
export function paidHash(charge: CheckoutCharge): string | undefined {
  return charge.payments?.findLast((payment) => payment.status === 'COMPLETED')
    ?.payerTransactionHash
}

/**
 * Returns the hash of a confirmed payment from the intent's account that is newer than the intent, if payers are known.
 */
export function countedFor({ charge }: Deal, { from, known }: Intent): string | undefined {
  return charge.payments?.findLast(
    ({ status, payerAddress, payerTransactionHash: hash }) =>
      status === 'COMPLETED' &&
      payerAddress?.toLowerCase() === from.toLowerCase() &&
      !known?.includes(hash?.toLowerCase() ?? ''),
  )?.payerTransactionHash
}

/** Returns whether the service says who paid, so that another payer's payment is not taken for ours. */
export function tellsPayers({ charge }: Deal): boolean {
  return charge.payments?.some(({ payerAddress }) => payerAddress !== undefined) ?? false
}
