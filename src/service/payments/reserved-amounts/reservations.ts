import type { Address } from '../../chain/types/address.ts'

/** An amount that is reserved for one charge, unique for its chain, token and recipient. */
export interface ReservationRecord {
  id: string
  chargeId: string
  chainId: number
  token: Address
  recipient: Address
  /** Base units that a transfer of this amount is credited with. */
  owed: bigint
  /** Base units that the payer has to send. */
  amount: bigint
  /** Number of the newest block when it was created: only a transfer that is mined later can match. */
  sinceBlock: bigint
  createdAt: Date
  expiresAt: Date
}

/** How many amounts near a price are for accounts whose charges name an address that another account holds. */
export interface AmountShare {
  /** All amounts that a price near by could use, in base units: those above `from`, up to `to`. */
  from: bigint
  to: bigint
  /** The most of one account, and of all of them together. */
  maxPerAccount: number
  maxOfOthers: number
}
