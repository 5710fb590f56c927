import type { Address } from '../chain/types/address.ts'
import { computeBalance } from '../charges/balance.ts'
import { getQuote, isSameToken } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../charges/records.ts'
import type { LockedRefund, RefundRecord } from './records.ts'

/** A token on a chain. */
export interface Asset {
  chainId: number
  token: Address
}

/** Returns the base units of a token that were credited to a charge by confirmed payments, of one payer or of all. */
export function sumCredited(
  charge: Pick<ChargeRecord, 'payments'>,
  asset: Asset,
  payer?: string,
): bigint {
  return charge.payments
    .filter(
      (payment) =>
        payment.status === 'COMPLETED' &&
        isSameToken(payment, asset) &&
        (payer === undefined || isSameAddress(payment.payerAddress, payer)),
    )
    .reduce((sum, { countedAmount }) => sum + countedAmount, 0n)
}

/** Returns the base units of a token that refunds have sent or may still send. */
export function sumRefunds(refunds: readonly RefundRecord[], asset: Asset): bigint {
  return refunds
    .filter((refund) => refund.status !== 'CANCELLED' && isSameToken(refund, asset))
    .reduce((sum, { amount, transfer }) => sum + (transfer?.amount ?? amount), 0n)
}

/** Returns the base units of a token that can still be refunded. */
export function computeRefundable(
  charge: Pick<ChargeRecord, 'payments'>,
  refunds: readonly RefundRecord[],
  asset: Asset,
): bigint {
  const left = sumCredited(charge, asset) - sumRefunds(refunds, asset)
  return left > 0n ? left : 0n
}

/**
 * Returns how much of a refund a payer's signature covers: the payer's own payments, less every refund (sent or possible) that is
 * not known to be another payer's. A refund is another payer's when another account signed for it, or when its address is another
 * paying account, each up to the sum that this account paid. A refund beyond that, or to any other address with the merchant's
 * approval, may be any payer's share, and counts against each.
 */
export function computeCovered({ charge, refunds, refund }: LockedRefund, signer: Address): bigint {
  // Nothing is sent to an unproven address: whose share it is, is decided later.
  const proven = refunds.filter(({ id, recipientProof }) => id !== refund.id && recipientProof)
  const ofPayers = Map.groupBy(proven, findRefundedPayer)
  let left = sumCredited(charge, refund, signer)
  for (const [payer, own] of ofPayers) {
    const theirs = isSameAddress(payer, signer) ? 0n : sumCredited(charge, refund, payer)
    const sent = sumRefunds(own, refund)
    if (sent > theirs) left -= sent - theirs
  }
  return left > 0n ? left : 0n
}

/** Returns the payer whose payments a refund gives back, in lower case: the account that signed for it, or else its recipient. */
function findRefundedPayer({ recipientProof: proof, recipient }: RefundRecord): string {
  return (proof?.kind === 'signature' ? proof.signer : (recipient ?? '')).toLowerCase()
}

/** The amount of a charge that can still be refunded in one token. */
export interface Refundable extends Asset {
  symbol: string
  decimals: number
  /** Base units. */
  amount: bigint
}

/**
 * Returns what a charge keeps beyond its price once its refunds in progress are confirmed, in base units of its own token: two
 * persons who send the excess back send it once.
 */
export function computeExcess(charge: ChargeRecord): bigint {
  const refunds = charge.refunds?.map((total) => ({
    ...total,
    confirmed: total.confirmed + total.pending,
  }))
  return computeBalance({ ...charge, refunds }).excessAmount
}

/** Returns the refundable amount of a charge, in each token of its confirmed payments. */
export function listRefundable(
  charge: ChargeRecord,
  refunds: readonly RefundRecord[],
): Refundable[] {
  const paid = charge.payments.filter(({ status }) => status === 'COMPLETED')
  return paid
    .filter((payment, index) => paid.findIndex((other) => isSameToken(payment, other)) === index)
    .map((payment) => {
      const { chainId, token } = payment
      const { symbol, decimals } = getQuote(charge, payment)
      return {
        chainId,
        token,
        symbol,
        decimals,
        amount: computeRefundable(charge, refunds, payment),
      }
    })
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
