import type { BookKind } from '../../api/schemas/books.ts'
import type { Address } from '../chain/types/address.ts'
import type { DatedRate, UsdPriceSource } from '../chain/types/tokens.ts'
import type { Block } from '../chain/types/transactions.ts'
import type { OrderDetails, PaymentProof } from '../charges/records.ts'
import type { TimeRange } from '../kernel/pages.ts'

/** Which movements of an account; undefined for all. */
export interface MovementFilter {
  time?: TimeRange | undefined
  /** The zero address for native currencies. */
  token?: Address | undefined
  /** An address that received or sent the movement. */
  recipient?: Address | undefined
  chainId?: number | undefined
}

/**
 * How the movements are read. `chain`: each once, at the time of its block, with what is known of it now. `books`: as they are
 * booked, so that nothing of a closed time changes.
 */
export type MovementView = 'chain' | 'books'

/** The place of a movement in the books. It has the same one in each export. */
export interface BookPlace {
  /** Where it is booked: the time of its block, or of the decision that changed it after that time was closed. */
  bookedAt: Date
  chainId: number
  hash: string
  position: number
  /** Of several movements at one position, those that arrive come first, and the fee of a refund after it. */
  rank: number
  /** Of several rows of one movement: entries of decisions after a closing, in their order; 0 for the movement itself. */
  entry: number
}

/**
 * A movement of money, as the chain has it. In the books, it may also be an entry of one: the decision of a closed time, which
 * takes back the row of before (`isReversal`), and books the new one.
 */
export interface MovementRecord extends BookPlace {
  kind: BookKind
  /** Of its block. */
  time: Date
  direction: 'in' | 'out'
  isReversal: boolean
  /** Whether the service has confirmed it; undefined for one that no payment belongs to: the depth of its block decides. */
  isConfirmed: boolean | undefined
  block: Block
  token: Address
  sender: string
  /** '' for a fee. */
  recipient: Address
  /** Base units; undefined where the chain does not show them. */
  amount: bigint | undefined
  countedAmount: bigint | undefined
  /** The token's decimals; undefined until a node has returned them. */
  decimals: number | undefined
  symbol: string
  /** Decimal text. */
  usdPrice: string | undefined
  usdSource: UsdPriceSource
  /** The currency in which the account's books count money (ISO 4217). */
  bookCurrency: string
  /** Its rate when the block was mined; undefined for US dollars, and where none is kept of that time. */
  bookRate: BookedRate | undefined
  proof: PaymentProof | undefined
  reason: string
  /** When the merchant last decided to which charge it belongs; undefined where nobody has. */
  decidedAt: Date | undefined
  /** Undefined for one that is credited to none. */
  charge: BookedCharge | undefined
}

/** The rate of a currency, as it was kept. */
export interface BookedRate extends DatedRate {
  source: string
}

/** The columns of a charge in the books. */
export interface BookedCharge {
  id: string
  reference: string
  metadata: Record<string, unknown>
  order: Pick<OrderDetails, 'name' | 'lineItems' | 'taxNote'>
  /** The price as the merchant wrote it, in its currency. */
  localAmount: string
  /** ISO 4217 code. */
  localCurrency: string
}

/** A refund whose transfer was not found in its transaction. */
export interface UnfoundRefund {
  hash: string
  token: Address
  /** The account whose wallet was asked. */
  sender: Address
}

/** A token at a recipient of an account's charges. */
export interface BookedDestination {
  chainId: number
  token: Address
  recipient: Address
  symbol: string
  decimals: number
  /** When the first charge with it was created; undefined where none was. */
  oldestChargeAt: Date | undefined
  /** The block of the first transfer that was recorded there; undefined where none was. */
  firstBlock: bigint | undefined
}

/** Returns which of the merchant's addresses a movement is of. */
export function getOwnAddress({
  direction,
  sender,
  recipient,
}: Pick<MovementRecord, 'direction' | 'sender' | 'recipient'>): Address {
  return direction === 'out' ? sender : recipient
}

/** Returns the change of that address's balance: negative for outgoing money. */
export function getSignedAmount({
  amount = 0n,
  ...movement
}: Pick<MovementRecord, 'direction' | 'isReversal' | 'amount'>): bigint {
  return getSign(movement) * amount
}

/** Returns the sign of a movement's amounts: minus for money that leaves, and for an entry that takes back another. */
export function getSign({
  direction,
  isReversal,
}: Pick<MovementRecord, 'direction' | 'isReversal'>): bigint {
  return direction === 'out' || isReversal ? -1n : 1n
}

/** For each chain, the last confirmed block; undefined for none. */
export type ConfirmedBlocks = ReadonlyMap<number, bigint | undefined>

/** Returns whether a movement stands in the books: a payment once the service has confirmed it, other money by its depth. */
export function isBooked(movement: MovementRecord, confirmed: ConfirmedBlocks): boolean {
  const { isConfirmed, block, chainId } = movement
  return isConfirmed ?? block.number <= (confirmed.get(chainId) ?? -1n)
}

/** What an attempt to close the books has led to: the closing, or how many movements of its time are not confirmed. */
export type ClosingOutcome = { closing: BookClosing } | { unconfirmed: number }

/** A closing: rows that are booked before it never change again. */
export interface BookClosing {
  closedBefore: Date
  closedAt: Date
}

/** The last comparison of the books with the chains. */
export interface BookVerification {
  verifiedAt: Date
  outcome: 'equal' | 'different' | 'nothing'
  rowCount: number
  differenceCount: number
}

/** Movements that are read together: memory holds at most this many. */
const pageSize = 500

/**
 * Iterates over the movements of an account, page by page: each page is read when the one before is used up, so that a slow reader
 * holds neither memory nor the database.
 */
export async function* iterateMovements(
  store: {
    listMovements(
      accountId: string,
      view: MovementView,
      filter: MovementFilter,
      after: BookPlace | undefined,
      limit: number,
    ): Promise<MovementRecord[]>
  },
  accountId: string,
  view: MovementView,
  filter: MovementFilter,
): AsyncGenerator<MovementRecord[], void, void> {
  let after: BookPlace | undefined
  for (;;) {
    const page = await store.listMovements(accountId, view, filter, after, pageSize)
    yield page
    after = page.at(-1)
    if (page.length < pageSize) return
  }
}
