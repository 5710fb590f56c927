import type { Address } from '../chain/address.ts'
import type { ChargeRecord } from '../charges/records.ts'

// Signed transfers (EIP-3009) that the service sends for payers who have no coin for the network's fee.

/** A transfer that an account has signed, with its signature. */
export interface SignedAuthorization {
  chainId: number
  token: Address
  /** The account that pays. */
  from: Address
  recipient: Address
  /** Base units. */
  value: bigint
  /** Unix seconds: valid after the first and before the second. */
  validAfter: bigint
  validBefore: bigint
  /** 32 bytes as hex with 0x, in lower case. */
  nonce: string
  /** Of the account's key, or as its contract takes it (ERC-1271). Lower case. */
  signature: string
}

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

/** An authorization as the token knows it, and takes it once. */
export interface AuthorizationName {
  chainId: number
  token: Address
  /** The account that has signed it. */
  sender: Address
  /** 32 bytes as hex with 0x, in lower case. */
  nonce: string
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

/** The challenges of charges that were offered to programs. */
export interface ChallengeStore {
  /** Saves nonces before anybody reads what they are made of. */
  saveChallenges(challenges: readonly OfferedChallenge[]): Promise<void>
  /** Returns the challenge that this nonce is made of; undefined for none. */
  findChallenge(nonce: string): Promise<OfferedChallenge | undefined>
}

/** Finds the charges for which authorizations were accepted before anything was sent, and those whose challenges they answer. */
export interface AcceptedAuthorizationStore {
  /** Returns those of these authorizations that were accepted for a charge, or name one by its challenge. Asks nothing for none. */
  findAccepted(names: readonly AuthorizationName[]): Promise<readonly AcceptedAuthorization[]>
  /** Returns which of these nonces are of such authorizations on a chain, whoever has signed them. */
  findAcceptedNonces(chainId: number, nonces: readonly string[]): Promise<readonly string[]>
  /** Returns the nonces of those that were accepted for a charge, and of its challenges, on a chain. */
  listAcceptedNonces(chargeId: string, chainId: number): Promise<readonly string[]>
}

/** What a transaction costs at most for each unit of gas, in wei (EIP-1559). */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
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

/** What was accepted for a charge. */
export interface ChargeRelayStore {
  /** Returns what was accepted for a charge, and has not failed. */
  listUnfailedRelays(chargeId: string): Promise<readonly ChargeRelay[]>
  /** Returns the newest record with this name of its client's; undefined for none. */
  findRelayByPaymentId(chargeId: string, paymentId: string): Promise<RelayRecord | undefined>
}

/** The relayer's tables. Each method takes effect completely or not at all. */
export interface RelayerStore {
  /** Returns the newest record of exactly this authorization for a charge; undefined where it was never accepted. */
  findRelay(chargeId: string, authorization: SignedAuthorization): Promise<RelayRecord | undefined>
  /**
   * Accepts an authorization and takes the next nonce of an account for it, under the locks of the charge and of the account.
   * No two calls take one nonce, whatever process they come from. Where it is not begun, nothing is written.
   *
   * @param chainNonce the account's next nonce by the chain: those below it wait no more
   * @param funds of the payer: all that is under way of it and unused fits in its balance, so that no two fail by each other
   * @param check throws where the charge, as it is under its lock, takes no authorization
   */
  beginRelay(
    relay: RelayRecord,
    account: Address,
    chainNonce: number,
    counts: RelayCounts,
    funds: PayerFunds,
    check: (charge: ChargeRecord) => void,
  ): Promise<BeginResult>
  /**
   * Saves a signed transaction as the n-th one of its slot, before it is sent. Returns the one that is saved: that of another
   * process, where that was first.
   */
  saveAttempt(slot: RelaySlot, index: number, attempt: RelayAttempt): Promise<RelayAttempt>
  /** Returns what is under way of an account in a token, for any charge. */
  listUnderWay(
    payer: Pick<RelayRecord, 'chainId' | 'token' | 'from'>,
  ): Promise<readonly RelayRecord[]>
  /** Returns the slots of a chain that are not final, in order of account and nonce. */
  listOpenSlots(chainId: number): Promise<readonly RelaySlot[]>
  /**
   * Ends a slot, and what it was taken for.
   *
   * @param hash the transaction that has used up the nonce; undefined for one that is not ours
   * @param head the newest block
   * @param end undefined leaves the authorization as it is
   */
  endSlot(
    slot: SlotKey,
    hash: string | undefined,
    head: bigint,
    end: RelayEnd | undefined,
  ): Promise<void>
  /** Returns what has become of an authorization's money; undefined until a transfer with its nonce was recorded. */
  readMoney(relayId: string): Promise<RelayedMoney | undefined>
  /** Ends a slot whose nonce another transaction has, and takes the account's next nonce for the same authorization. */
  moveRelay(slot: SlotKey, chainNonce: number, head: bigint): Promise<void>
  /**
   * Returns the next nonce of each account of a chain that has a slot which is open, or was closed after a block: those which a
   * reorganization down to that block can reach.
   */
  listNextNonces(chainId: number, block: bigint): Promise<ReadonlyMap<Address, number>>
  /**
   * Opens again the slots of an account that are closed, from a nonce on, however long ago they were closed: the service may have been
   * down meanwhile. Takes the nonces in between that nobody has taken, each to be used up by a transfer of nothing. What a
   * reorganization took back is sent again, unless its charge has another one under way. What the chain has after all is refused by
   * its nodes, and closed again.
   *
   * @param from the account's next nonce, as the chain has it now
   */
  reopenSlots(key: Pick<SlotKey, 'chainId' | 'account'>, from: number): Promise<ReopenedSlots>
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

/** A transaction as it would be signed: what its gas costs, and the most gas that it may take. */
export interface SimulationTerms {
  fees: Fees
  maxGas: bigint
}

/** What the token answers to an authorization when an account would send it now. `gas` is the limit that it was simulated with. */
export type Simulation =
  | { outcome: 'accepted'; gas: bigint }
  | { outcome: 'refused'; reason: string }

/** The mined transaction that has used or canceled an authorization. */
export interface AuthorizationUse {
  kind: 'used' | 'canceled'
  hash: string
  blockNumber: bigint
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
