import type { Address } from '../chain/types/address.ts'
import type { AuthorizationName, Fees, SignedAuthorization } from '../chain/types/authorizations.ts'

// Signed transfers (EIP-3009) that the service sends for payers who have no native currency for the network's fee.

/**
 * The status of an authorization that was accepted for relaying.
 *
 * - `RELAYING`: it is being sent, or may be; its charge accepts no other one
 * - `USED`: a transaction has moved the money, the relayer's or another one
 * - `FAILED`: the relayer's transaction has moved nothing, and is not sent any more
 */
export type RelayStatus = 'RELAYING' | 'USED' | 'FAILED'

/** An authorization that was accepted for relaying. */
export interface RelayRecord extends SignedAuthorization {
  id: string
  chargeId: string
  status: RelayStatus
  /** For FAILED: why; '' otherwise. */
  reason: string
  /** The newest transaction that carries it, or the mined one; undefined before the first. */
  hash: string | undefined
  /** Base units: the part of the value that is not owed, and pays for relaying it. */
  fee: bigint
  /**
   * Whether its charge accepts no other authorization until this one is used or expired. Its client would sign another one with a
   * new nonce, which the token accepts as well.
   */
  isExclusive: boolean
  /**
   * Whether its account had code when it was accepted: then that code decides in the block whether the transfer is signed
   * (ERC-1271).
   */
  isOfContract: boolean
  /** The client's name for it; undefined for none. */
  paymentId: string | undefined
  /** The newest block when it was accepted. */
  sinceBlock: bigint
  createdAt: Date
}

/** An authorization that was accepted for a charge. */
export interface AcceptedAuthorization extends AuthorizationName {
  chargeId: string
  /** Whether its nonce is derived from the charge's challenge (MPP), and so names the charge regardless of its signer and sender. */
  isNamed: boolean
  /** The transactions by which this service has sent it, or may still: each was saved before it was sent. */
  hashes: readonly string[]
}

/** The nonce that the clients of a charge's challenge sign. */
export interface OfferedChallenge {
  nonce: string
  chargeId: string
  chainId: number
  token: Address
}

/** A transaction for a slot. All with one account and nonce replace each other: one of them is mined. */
export interface RelayAttempt {
  hash: string
  /** `cancel`: a transfer of nothing to the account itself, which only uses up the nonce. */
  kind: 'relay' | 'cancel'
  /** The signed transaction as hex. It is saved before it is sent. */
  raw: string
  gas: bigint
  fees: Fees
  /** Milliseconds since it was saved, by the database. */
  ageMs: number
}

/** A nonce of one of the relayer's accounts. Every nonce that was taken is used up, or all later ones would wait for it. */
export interface SlotKey {
  chainId: number
  /** The account that pays the fee. */
  account: Address
  nonce: number
}

/** A slot that is not final yet, with its authorization and its transactions. */
export interface RelaySlot extends SlotKey {
  /** The authorization that the slot was taken for, which may have ended since; undefined for a slot that only uses up the nonce. */
  relay: RelayRecord | undefined
  /** Milliseconds since it was taken, by the database. */
  ageMs: number
  /** Oldest first. */
  attempts: readonly RelayAttempt[]
  /** The transaction that had used up the nonce before a reorganization took that back; undefined for a slot of which none has. */
  minedBefore?: string | undefined
}

/** The store's answer to beginning an authorization. */
export type BeginResult =
  | { outcome: 'begun'; slot: RelaySlot }
  /** The same authorization was accepted before. */
  | { outcome: 'known'; relay: RelayRecord }
  /** Another authorization for the charge is in progress. */
  | { outcome: 'busy' }
  /** It was accepted for another charge. */
  | { outcome: 'taken' }
  | { outcome: 'limited'; by: RelayLimit }

/**
 * The limit that keeps a signed transfer from being sent now.
 *
 * - `hour`: a limit of an hour, of its account or of all
 * - `balance`: the payer's transfers in progress leave too little of the balance
 * - `slots`: the relayer's account has as many open slots as allowed
 * - `contract`: its account is a contract with a transfer that is in progress or was reverted in the last day, or all contracts
 * together have too many of these
 */
export type RelayLimit = 'hour' | 'balance' | 'slots' | 'contract'

/** How many authorizations are accepted in an hour: of one paying account, and of all; and how many transactions of an account may wait. */
export interface RelayCounts {
  perAccount: number
  total: number
  openSlots: number
}

/** An account's balance of a token, and which of its authorizations that balance already reflects. */
export interface PayerFunds {
  /** Base units, read after the used ones. */
  balance: bigint
  /** Records in progress that the token shows as used. */
  usedIds: readonly string[]
}

/**
 * The state of an authorization's money, by the transfer that moved it.
 *
 * - `credited`: it pays the charge that the authorization was accepted for
 * - `waiting`: it is unmatched, and the merchant has not decided yet
 * - `decided`: the merchant has decided otherwise
 */
export type RelayedMoney = 'credited' | 'waiting' | 'decided'

/** An authorization that was accepted for a charge. */
export interface ChargeRelay extends RelayRecord {
  /** Undefined until a transfer with its nonce was recorded. */
  money: RelayedMoney | undefined
}

/** The nonces of slots that were opened again, and of those that were missing. */
export interface ReopenedSlots {
  reopened: readonly number[]
  missing: readonly number[]
}

/** How an authorization ended. */
export interface RelayEnd {
  status: Exclude<RelayStatus, 'RELAYING'>
  reason: string
  /** The transaction that has used it, where that is not ours. */
  hash?: string | undefined
}

/** A transaction that is to be signed by one of the relayer's accounts. */
export interface UnsignedRelay extends SlotKey {
  /** Undefined for one that only uses up the nonce. */
  authorization: SignedAuthorization | undefined
  gas: bigint
  fees: Fees
}

/** The accounts that pay the fees, and their keys, which may be elsewhere. */
export interface RelaySigner {
  readonly accounts: readonly Address[]
  /** Signs a transaction. @throws Error where the signer cannot be reached, or has signed something else */
  sign(transaction: UnsignedRelay): Promise<{ raw: string; hash: string }>
}

/** The fee that a payer adds to a signed transfer: nothing, US dollars as decimal text, or the estimated network fee. */
export type RelayFee = 'none' | 'estimated' | { usd: string }

/** The operator's limits on the cost of relaying. */
export interface RelayLimits {
  /** The most wei that one transaction may cost, by chain. Nothing is relayed on other chains. */
  maxCosts: ReadonlyMap<number, bigint>
  /** Wei that stay at each account, by chain. */
  minBalances: ReadonlyMap<number, bigint>
  counts: RelayCounts
  /** Milliseconds after which a transaction that is not mined is replaced by one with a higher fee. */
  replaceAfterMs: number
  /** Blocks below the newest one that a reorganization can reach. */
  reorgBlocks: bigint
  /** Milliseconds until idle accounts are compared with the chain again. */
  compareAfterMs: number
}
