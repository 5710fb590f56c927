import { formatAmount } from '../../amount.ts'
import type { MisdirectedPayment } from '../../api/schemas/payments/misdirected.ts'
import type { MisdirectedEvent } from '../../api/schemas/webhook.ts'
import type { Address } from '../chain/types/address.ts'
import type { Block } from '../chain/types/transactions.ts'
import { findQuote, listQuotes } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { createId } from '../kernel/id.ts'
import type { Transfer } from './transfers.ts'

// A charge's reference is public, so anyone can send a transaction with it to any address. Such a transaction is recorded only when
// a caller who has the charge's id reported it, at most a few times per charge, and it does not change the charge.

/** The most misdirected transactions that are recorded for a charge. Each costs its sender a network fee. */
export const maxMisdirected = 5

/** The reason of the report of a misdirected transaction, as the payer and the merchant see it. */
export const misdirectedReason = 'The transaction pays another address than the charge’s.'

/**
 * Returns the transfer of a transaction that names a charge but pays another address; undefined when there is none, or when any
 * transfer of the transaction reaches an address of the charge: then it is a payment, or unmatched money.
 *
 * @param movements all movements of the transaction, with the references that their senders authorized for them
 */
export function findMisdirectedTransfer(
  charge: ChargeRecord,
  chainId: number,
  movements: readonly Transfer<bigint>[],
): { transfer: Transfer<bigint>; expectedRecipient: Address } | undefined {
  const quotes = listQuotes(charge).filter((quote) => quote.chainId === chainId)
  const [expectedQuote] = quotes
  const recipients = new Set(quotes.map(({ recipient }) => recipient.toLowerCase()))
  if (!expectedQuote || movements.some(({ recipient }) => recipients.has(recipient)))
    return undefined
  const candidates = movements.filter(
    ({ references, sender, recipient, amount }) =>
      references.length === 1 &&
      references[0] === charge.reference &&
      sender !== recipient &&
      amount > 0n,
  )
  const tokens = new Set(quotes.map(({ token }) => token.toLowerCase()))
  // A batch may pay a fee, too. The transfer in a token of the charge is the theft.
  const transfer = candidates.find(({ token }) => tokens.has(token)) ?? candidates[0]
  return transfer && { transfer, expectedRecipient: expectedQuote.recipient }
}

/** Returns a misdirected transaction in the form of the interface. */
export function toMisdirectedPayment(
  record: MisdirectedRecord,
  charge: Pick<ChargeRecord, 'quote' | 'accepts'>,
): MisdirectedPayment {
  const { chainId, token, amount } = record
  const quote = findQuote(charge, { chainId, token })
  return {
    uuid: record.id,
    chargeUuid: record.chargeId,
    chainId: String(chainId),
    hash: record.hash,
    senderAddress: record.sender,
    recipientAddress: record.recipient,
    tokenAddress: token,
    amount: quote ? formatAmount(amount, quote.decimals) : '',
    expectedRecipientAddress: record.expectedRecipient,
    blockNumber: String(record.block.number),
    minedAt: record.minedAt.toISOString(),
    createdAt: record.createdAt.toISOString(),
  }
}

/** Creates the event for a transaction that names a charge but pays another address. */
export function createMisdirectedEvent(
  record: MisdirectedRecord,
  charge: ChargeRecord,
  now: Date,
): MisdirectedEvent {
  return {
    id: createId(),
    type: 'payment:misdirected',
    created_at: now.toISOString(),
    livemode: charge.livemode,
    data: toMisdirectedPayment(record, charge),
  }
}

/** A transaction with a charge's reference that pays another address. Unique by charge, chain and hash. */
export interface MisdirectedRecord {
  id: string
  chargeId: string
  chainId: number
  hash: string
  token: Address
  recipient: Address
  sender: Address
  /** Base units. */
  amount: bigint
  /** Whom the charge is paid to on this chain. */
  expectedRecipient: Address
  block: Block
  /** Corrected to the clock of this service. */
  minedAt: Date
  createdAt: Date
}
