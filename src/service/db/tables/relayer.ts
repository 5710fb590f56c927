import type { Generated } from 'kysely'
import type { RelayStatus } from '../../relayer/records.ts'
import type { Optional } from './columns.ts'

/** A signed transfer that was accepted for relaying. */
export interface RelayedAuthorizationRow {
  id: string
  chargeId: string
  chainId: number
  token: string
  /** The account that pays. */
  sender: string
  recipient: string
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: string
  signature: string
  status: RelayStatus
  reason: string
  isExclusive: boolean
  /** Whether its account had code when it was accepted. */
  isOfContract: boolean
  paymentId: Optional<string>
  sinceBlock: bigint
  hash: Optional<string>
  /** The part of the value that pays for relaying it. */
  fee: bigint
  createdAt: Generated<Date>
}

/** A fee that a payer was offered to add to a signed transfer. */
export interface OfferedFeeRow {
  chargeId: string
  chainId: number
  token: string
  fee: bigint
  /** Unix seconds. */
  validBefore: bigint
}

/** The one charge that an authorization pays. */
export interface AcceptedAuthorizationRow {
  chainId: number
  token: string
  sender: string
  nonce: string
  chargeId: string
}

/** The nonce that a charge's challenge (MPP) has its payers sign. */
export interface OfferedChallengeRow {
  nonce: string
  chargeId: string
  chainId: number
  token: string
}

/** The next nonce of one of the relayer's accounts. */
export interface RelayedAccountRow {
  chainId: number
  account: string
  nextNonce: number
}

/** A nonce that was taken. */
export interface RelayedSlotRow {
  chainId: number
  account: string
  nonce: number
  /** Null for one that only uses up the nonce. */
  authorizationId: Optional<string>
  isOpen: Generated<boolean>
  closedAtBlock: Optional<bigint>
  hash: Optional<string>
  createdAt: Generated<Date>
}

/** A transaction of the relayer, as it was signed. */
export interface RelayedTransactionRow {
  chainId: number
  account: string
  nonce: number
  /** Its number among those of its slot, from 0. */
  attempt: number
  hash: string
  /** The authorization that it carries; null for one that only uses up the nonce. */
  authorizationId: Optional<string>
  raw: string
  gas: bigint
  maxFee: bigint
  maxPriorityFee: bigint
  createdAt: Generated<Date>
}
