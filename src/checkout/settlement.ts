import type { CheckoutCharge } from '../api/checkout-charge.ts'
import { type Deal, sumPaid } from './deal.ts'
import { inPair } from './pairs.ts'
import type { Entry, Intent } from './ports.ts'

/** The deal with a charge that was read anew: what is paid and what is owed follow from it, the rest stands. */
export function updateDeal(deal: Deal, fresh: CheckoutCharge): Deal {
  const { own, passed } = deal
  if (own)
    return { ...inPair(updateDeal(own, fresh), { ...deal.quote, price: deal.price }), passed }
  // A fetched charge is the reduced set; brand and redirects of the created one are kept.
  const charge = { ...deal.charge, ...fresh }
  const paid = sumPaid(charge, deal.quote.token.decimals)
  const amount = deal.price > paid ? deal.price - paid : deal.quote.amount
  return { ...deal, charge, paid, quote: { ...deal.quote, amount } }
}

/** True when confirmed payments reach the price; for no_price any amount does. */
export function isPaid(deal: Deal): boolean {
  return deal.price > 0n ? deal.paid >= deal.price : deal.paid > 0n
}

/**
 * A payment of the charge that is recorded and not yet settled, whoever made it. Of a service that tells no status, each
 * is: it has taken the hash, and the chain says the rest.
 */
export function pendingHash(deal: Deal): string | undefined {
  const hashes = deal.charge.payments?.flatMap(({ status, payerTransactionHash: hash }) =>
    (status === 'PENDING' || status === undefined) && hash ? [hash] : [],
  )
  return hashes?.find((hash) => !isPassed(deal, hash))
}

/** True for a hash that is known here to pay nothing, or that was given up, however it is written. */
export function isPassed({ passed }: Deal, hash: string): boolean {
  return passed?.some((one) => one.toLowerCase() === hash.toLowerCase()) ?? false
}

/** True for an entry of a payment that is under way, as far as this browser knows. */
export function isOpen(entry: Entry | undefined): boolean {
  return entry?.intent !== undefined && entry.done === undefined
}

/** The charge's payment by a transaction. */
export function paymentOf(charge: CheckoutCharge, hash: string) {
  return charge.payments?.find(
    (one) => one.payerTransactionHash?.toLowerCase() === hash.toLowerCase(),
  )
}

/** The hash that proves a payment: this one, or where the service counts another in its place (sped up), that one. */
export function provingHash(charge: CheckoutCharge, hash: string): string {
  const status = paymentOf(charge, hash)?.status
  const counted = paidHash(charge)
  return status === 'COMPLETED' || counted === undefined ? hash : counted
}

type ChargePayment = NonNullable<CheckoutCharge['payments']>[number]

/** Hashes of the charge's payments that did not fail, in lower case; all, or those that pass. */
export function hashesOf({ charge }: Deal, test?: (payment: ChargePayment) => boolean): string[] {
  const those = charge.payments?.filter((one) => one.status !== 'FAILED' && (test?.(one) ?? true))
  return (
    those?.flatMap(({ payerTransactionHash: hash }) => (hash ? [hash.toLowerCase()] : [])) ?? []
  )
}

/** The last payment that paid, for a receipt. */
export function paidHash(charge: CheckoutCharge): string | undefined {
  return charge.payments?.findLast((payment) => payment.status === 'COMPLETED')
    ?.payerTransactionHash
}

/** A confirmed payment of an intent's account that the charge did not have before, where the service says who paid. */
export function countedFor({ charge }: Deal, { from, known }: Intent): string | undefined {
  return charge.payments?.findLast(
    ({ status, payerAddress, payerTransactionHash: hash }) =>
      status === 'COMPLETED' &&
      payerAddress?.toLowerCase() === from.toLowerCase() &&
      !known?.includes(hash?.toLowerCase() ?? ''),
  )?.payerTransactionHash
}

/** True for a service that says who paid: then another's payment is not taken for ours. */
export function tellsPayers({ charge }: Deal): boolean {
  return charge.payments?.some(({ payerAddress }) => payerAddress !== undefined) ?? false
}
