import type { Address } from '../chain/types/address.ts'
import type { AuthorizationName, Fees, SignedAuthorization } from '../chain/types/authorizations.ts'

// Signed transfers (EIP-3009) that the service sends for payers who have no coin for the network's fee.

/**
 * The status of an authorization that was accepted for relaying.
 *
 * - `RELAYING`: it is being sent, or may be; its charge takes no other one
 * - `USED`: a transaction has moved the money, ours or somebody else's
 * - `FAILED`: our transaction has moved nothing, and this service does not send it any more
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
   * Whether its charge takes no other one until it is used, or can no longer be. Its client would sign another one, with a nonce
   * that the token takes as well.
   */
  isExclusive: boolean
  /** Whether its account had code when it was accepted: that decides then, in the block, whether the transfer is signed (ERC-1271). */
  isOfContract: boolean
  /** By which its client names it; undefined for none. */
  paymentId: string | undefined
  /** The newest block when it was accepted. */
  sinceBlock: bigint
  createdAt: Date
}

/** An authorization that was accepted for a charge. */
export interface AcceptedAuthorization extends AuthorizationName {
  chargeId: string
  /** Whether its nonce is made of the charge's challenge (MPP), and names it whoever has signed or sent it. */
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

/** A slot that is not final yet, with what it carries. */
export interface RelaySlot extends SlotKey {
  /** What it was taken for, which may have ended meanwhile; undefined for one that only uses up the nonce. */
  relay: RelayRecord | undefined
  /** Milliseconds since it was taken, by the database. */
  ageMs: number
  /** Oldest first. */
  attempts: readonly RelayAttempt[]
  /** The transaction that had used up the nonce before a reorganization took that back; undefined for a slot of which none has. */
  minedBefore?: string | undefined
}

/** What the store answers where an authorization is to be begun. */
export type BeginResult =
  | { outcome: 'begun'; slot: RelaySlot }
  /** The same authorization was accepted before. */
  | { outcome: 'known'; relay: RelayRecord }
  /** Another authorization for the charge is under way. */
  | { outcome: 'busy' }
  /** It was accepted for another charge. */
  | { outcome: 'taken' }
  | { outcome: 'limited'; by: RelayLimit }

/**
 * What keeps a signed transfer from being sent now.
 *
 * - `hour`: a limit of an hour, of its account or of all
 * - `balance`: what is under way of the payer leaves too little of the balance
 * - `slots`: as many transactions of the relayer's account wait as may
 * - `contract`: its account is a contract of which one is under way or was reverted in the last day, or too many of all contracts are
 */
export type RelayLimit = 'hour' | 'balance' | 'slots' | 'contract'

/** How many authorizations are accepted in an hour: of one paying account, and of all; and how many transactions of an account may wait. */
export interface RelayCounts {
  perAccount: number
  total: number
  openSlots: number
}

/** What an account has of a token, and which of its authorizations are in that already. */
export interface PayerFunds {
  /** Base units, read after the used ones. */
  balance: bigint
  /** Records that are under way, and that the token shows as used. */
  usedIds: readonly string[]
}

/**
 * What has become of an authorization's money, by the transfer that it was moved by.
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

/** What a payer adds to a signed transfer: nothing, US dollars as decimal text, or what the network's fee is likely to be. */
export type RelayFee = 'none' | 'estimated' | { usd: string }

/** The operator's limits of what relaying may cost. */
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
  /** Milliseconds until accounts of which nothing is under way are compared with the chain again. */
  compareAfterMs: number
}
