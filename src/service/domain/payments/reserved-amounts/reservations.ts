import type { Address } from '../../chain/address.ts'

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

/** Amounts that are reserved for one charge alone. */
export interface ReservationStore {
  /**
   * Locks a charge and reserves an amount for it: the one that it already has for this `owed`, else the first of
   * `candidates` that is free. Returns undefined when none is free, or when the charge's account does not hold the address
   * and has its `share` of the amounts near the price.
   */
  reserveAmount(
    reservation: Omit<ReservationRecord, 'id' | 'amount'>,
    candidates: Iterable<bigint>,
    share: AmountShare,
  ): Promise<ReservationRecord | undefined>
  /** Returns the reservation that a charge has for the amount it is owed. */
  getReservation(
    reservation: Pick<ReservationRecord, 'chargeId' | 'chainId' | 'token' | 'owed'>,
    now: Date,
  ): Promise<ReservationRecord | undefined>
  /** Finds the reservations of these amounts. */
  findReservations(
    chainId: number,
    amounts: readonly { token: Address; recipient: Address; amount: bigint }[],
  ): Promise<ReservationRecord[]>
  /** Deletes reservations that expired before this time, and returns how many. */
  deleteReservations(before: Date, limit: number): Promise<number>
}
