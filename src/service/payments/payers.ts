import type { Address } from '../chain/types/address.ts'
import { listQuotes } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../charges/records.ts'

// The senders of a transaction's transfers that may have paid a charge. A transaction can have thousands of senders.

/** The fields of a transfer that show who may have paid a charge. */
interface PossiblePayment {
  token: Address
  recipient: Address
  /** '' when the chain does not show it. */
  sender: string
  amount: bigint | undefined
}

/** The fields of a charge that show which transfers pay it. */
type Payable = Pick<ChargeRecord, 'quote' | 'accepts'>

interface Payer {
  sender: string
  isExact: boolean
  amount: bigint
}

/** Returns whether a transfer of an account can pay a charge. */
export function isPossiblePayer(
  charge: Payable,
  chainId: number,
  transfers: readonly PossiblePayment[],
  account: string,
): boolean {
  const own = transfers.filter(({ sender }) => sender === account)
  return listPayers(charge, chainId, own).length > 0
}

/**
 * Returns the first senders of transfers that can pay a charge: those of exactly its price, then those of the largest amounts.
 * Anyone can bundle transfers of others into the same transaction, but cannot push the payer out: a place before the payer costs as
 * much as the payment, and the merchant receives it.
 */
export function listPossiblePayers(
  charge: Payable,
  chainId: number,
  transfers: readonly PossiblePayment[],
  limit: number,
): string[] {
  const bestPayers: Payer[] = []
  for (const payer of listPayers(charge, chainId, transfers)) {
    const index = bestPayers.findIndex((other) => isBefore(payer, other))
    bestPayers.splice(index < 0 ? bestPayers.length : index, 0, payer)
    if (bestPayers.length > limit) bestPayers.pop()
  }
  return bestPayers.map(({ sender }) => sender)
}

/** Lists the senders, each with its best transfer. */
function listPayers(
  charge: Payable,
  chainId: number,
  transfers: readonly PossiblePayment[],
): Payer[] {
  const quotes = listQuotes(charge).filter((quote) => quote.chainId === chainId)
  const quoteOf = new Map(quotes.map((quote) => [quote.token, quote]))
  const payers = new Map<string, Payer>()
  for (const { token, recipient, sender, amount = 0n } of transfers) {
    const quote = quoteOf.get(token)
    if (sender === '' || quote?.recipient !== recipient) continue
    const payer = { sender, isExact: amount === quote.amount, amount }
    const best = payers.get(sender)
    if (!best || isBefore(payer, best)) payers.set(sender, payer)
  }
  return [...payers.values()]
}

function isBefore(a: Payer, b: Payer): boolean {
  return a.isExact === b.isExact ? a.amount > b.amount : a.isExact
}
