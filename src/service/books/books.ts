import type { BookKind } from '../../api/schemas/books.ts'
import type { Address } from '../chain/types/address.ts'
import type { UsdPriceSource } from '../chain/types/tokens.ts'
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

/** The place of a movement in the books. It has the same one in each export. */
export interface BookPlace {
  time: Date
  chainId: number
  hash: string
  position: number
  /** Of several movements at one position, those that arrive come first, and the fee of a refund after it. */
  kind: BookKind
}

/** A movement of money, as the chain has it. */
export interface MovementRecord extends BookPlace {
  direction: 'in' | 'out'
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
  proof: PaymentProof | undefined
  reason: string
  /** Undefined for one that is credited to none. */
  charge: BookedCharge | undefined
}

/** The columns of a charge in the books. */
export interface BookedCharge {
  id: string
  reference: string
  metadata: Record<string, unknown>
  order: Pick<OrderDetails, 'name' | 'lineItems' | 'taxNote'>
  /** US dollars, as the merchant wrote it. */
  localAmount: string
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
  direction,
  amount = 0n,
}: Pick<MovementRecord, 'direction' | 'amount'>): bigint {
  return direction === 'out' ? -amount : amount
}

/** For each chain, the last confirmed block; undefined for none. */
export type ConfirmedBlocks = ReadonlyMap<number, bigint | undefined>

/** Returns whether a movement stands in the books: a payment once the service has confirmed it, other money by its depth. */
export function isBooked(movement: MovementRecord, confirmed: ConfirmedBlocks): boolean {
  const { isConfirmed, block, chainId } = movement
  return isConfirmed ?? block.number <= (confirmed.get(chainId) ?? -1n)
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
      filter: MovementFilter,
      after: BookPlace | undefined,
      limit: number,
    ): Promise<MovementRecord[]>
  },
  accountId: string,
  filter: MovementFilter,
): AsyncGenerator<MovementRecord[], void, void> {
  let after: BookPlace | undefined
  for (;;) {
    const page = await store.listMovements(accountId, filter, after, pageSize)
    yield page
    after = page.at(-1)
    if (page.length < pageSize) return
  }
}
