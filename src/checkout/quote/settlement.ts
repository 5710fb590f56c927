import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { Intent } from '../ports/intent.ts'
import type { JournalEntry } from '../ports/journal.ts'
import { convertToAsset, keepDecisions } from './payment-assets.ts'
import { type PaymentOption, sumPaid } from './payment-option.ts'

/** Updates a payment option from a charge that was read again: paid and owed amounts change, the rest is kept. */
export function updatePaymentOption(
  option: PaymentOption,
  freshCharge: CheckoutCharge,
): PaymentOption {
  const { base } = option
  if (base)
    return keepDecisions(
      convertToAsset(updatePaymentOption(base, freshCharge), {
        ...option.quote,
        price: option.price,
      }),
      option,
    )
  // A fetched charge has fewer fields than a created one, so brand and redirects are kept.
  const charge = { ...option.charge, ...freshCharge }
  const paidAmount = sumPaid(charge, option.quote.token.decimals)
  const amount = option.price > paidAmount ? option.price - paidAmount : option.quote.amount
  return { ...option, charge, paidAmount, quote: { ...option.quote, amount } }
}

/**
 * Returns whether confirmed payments reach the price, or the amount that the merchant accepts for it. For a `no_price` charge any
 * amount is enough.
 */
export function isPaid(option: PaymentOption): boolean {
  if (option.charge.status === 'COMPLETED') return true
  return option.price > 0n ? option.paidAmount >= option.price : option.paidAmount > 0n
}

/**
 * Returns the hash of a payment of the charge that is recorded and not yet settled, by any payer. Where a service
 * gives no status, every payment counts: the service has accepted the hash, and the chain decides.
 */
export function findPendingHash(option: PaymentOption): string | undefined {
  const hashes = option.charge.payments?.flatMap(({ status, payerTransactionHash: hash }) =>
    (status === 'PENDING' || status === undefined) && hash ? [hash] : [],
  )
  return hashes?.find((hash) => !isIgnoredHash(option, hash))
}

/** Returns whether a hash is ignored here because it pays nothing or was abandoned. Upper and lower case are equal. */
export function isIgnoredHash({ ignoredHashes }: PaymentOption, hash: string): boolean {
  return (
    ignoredHashes?.some((ignoredHash) => ignoredHash.toLowerCase() === hash.toLowerCase()) ?? false
  )
}

/** Returns whether an entry belongs to a payment that is not settled yet, as far as this browser knows. */
export function isUnresolved(entry: JournalEntry | undefined): boolean {
  return entry?.intent !== undefined && entry.settledAt === undefined
}

/** Returns the charge's payment with a transaction hash. */
export function findPayment(charge: CheckoutCharge, hash: string) {
  return charge.payments?.find(
    (payment) => payment.payerTransactionHash?.toLowerCase() === hash.toLowerCase(),
  )
}

/** Returns the hash that proves a payment: this one, or the one that the service counts instead (sped up). */
export function getReceiptHash(charge: CheckoutCharge, hash: string): string {
  const status = findPayment(charge, hash)?.status
  const countedHash = findPaidHash(charge)
  return status === 'COMPLETED' || countedHash === undefined ? hash : countedHash
}

type ChargePayment = NonNullable<CheckoutCharge['payments']>[number]

/** Returns the hashes of the charge's payments that did not fail, in lower case; optionally filtered. */
export function listPaymentHashes(
  { charge }: PaymentOption,
  filter?: (payment: ChargePayment) => boolean,
): string[] {
  const payments = charge.payments?.filter(
    (payment) => payment.status !== 'FAILED' && (filter?.(payment) ?? true),
  )
  return (
    payments?.flatMap(({ payerTransactionHash: hash }) => (hash ? [hash.toLowerCase()] : [])) ?? []
  )
}

/** Returns the hash of the last confirmed payment, for a receipt. */
export function findPaidHash(charge: CheckoutCharge): string | undefined {
  return charge.payments?.findLast((payment) => payment.status === 'COMPLETED')
    ?.payerTransactionHash
}

/**
 * Returns the hash of a confirmed payment from the intent's account that is newer than the intent, if payers are known.
 */
export function findHashFromPayer(
  { charge }: PaymentOption,
  { from, earlierHashes }: Intent,
): string | undefined {
  return charge.payments?.findLast(
    ({ status, payerAddress, payerTransactionHash: hash }) =>
      status === 'COMPLETED' &&
      payerAddress?.toLowerCase() === from.toLowerCase() &&
      !earlierHashes?.includes(hash?.toLowerCase() ?? ''),
  )?.payerTransactionHash
}

/** Returns whether the service states the payers, so that another payer's payment is not mistaken for ours. */
export function hasPayerAddresses({ charge }: PaymentOption): boolean {
  return charge.payments?.some(({ payerAddress }) => payerAddress !== undefined) ?? false
}

/** Returns whether a payment of the charge comes from an account, or is one that this browser has given up. */
export function hasPaymentFrom(option: PaymentOption, account: string | undefined): boolean {
  const isOwn = ({ payerAddress, payerTransactionHash: hash }: ChargePayment) =>
    (account !== undefined && payerAddress?.toLowerCase() === account.toLowerCase()) ||
    (hash !== undefined && isIgnoredHash(option, hash))
  return (
    option.charge.payments?.some((payment) => payment.status !== 'FAILED' && isOwn(payment)) ??
    false
  )
}

/** Returns whether the service names the payers of all confirmed payments, and an intent's account is none of them. */
export function isPaidByOthers({ charge }: PaymentOption, { from }: Pick<Intent, 'from'>): boolean {
  const confirmed = charge.payments?.filter(({ status }) => status === 'COMPLETED') ?? []
  return (
    confirmed.length > 0 &&
    confirmed.every(
      ({ payerAddress }) => payerAddress && payerAddress.toLowerCase() !== from.toLowerCase(),
    )
  )
}
