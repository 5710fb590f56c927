import { findQuote } from './payment-assets.ts'
import type { Address, ChargeRecord } from './records.ts'

/** A transfer as far as it says who may have paid a charge. */
interface PossiblePayment {
  token: Address
  recipient: Address
  /** '' when the chain does not show it. */
  sender: string
  amount: bigint | undefined
}

/**
 * Returns the senders of the transfers that can pay a charge, each once: first those of exactly its price, then those of
 * the largest amounts. Anybody can have others' transfers in the same transaction, and whoever reads only the first of
 * this list must not be led past the payer: to be before the payer costs as much as was paid, and the merchant has it.
 */
export function listPossiblePayers(
  charge: Pick<ChargeRecord, 'quote' | 'accepts'>,
  chainId: number,
  transfers: readonly PossiblePayment[],
): string[] {
  const rank = ({ token, amount = 0n }: PossiblePayment) =>
    amount === findQuote(charge, { chainId, token })?.amount ? 1 : 0
  const possible = transfers.filter(
    ({ token, recipient, sender }) =>
      sender !== '' && findQuote(charge, { chainId, token })?.recipient === recipient,
  )
  const sorted = possible.toSorted(
    (one, other) => rank(other) - rank(one) || compareAmounts(other.amount ?? 0n, one.amount ?? 0n),
  )
  return [...new Set(sorted.map(({ sender }) => sender))]
}

function compareAmounts(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}
