// Every port of the service stands here, so that routes and watcher can be read against one page; hence its length.
import type { Facts } from './facts.ts'
import type { Rate } from './pricing.ts'
import type {
  Account,
  Address,
  AskedCharge,
  Attachment,
  Block,
  Brand,
  Change,
  ChargeRecord,
  ChargeTerms,
  KeyRecord,
  ListedCharge,
  PaymentRecord,
  Proof,
  ReportRecord,
  RequestRecord,
  ReservationRecord,
  Trace,
  TransferRecord,
  TransferStatus,
  UnmatchedRecord,
  Wallet,
  WebhookSetting,
} from './records.ts'

/** Names a repeat-safe creation (draft-ietf-httpapi-idempotency-key-header). */
export interface Repeat {
  key: string
  /** Fingerprint of the body: the same key with another body is a mistake of the caller. */
  fingerprint: string
  /** What to answer, now and whenever the same is asked again. */
  reply: string
}

/** What the service keeps. Every method is one transaction. */
export interface Store {
  /** The account of an api-key; undefined for a key that is unknown or revoked. */
  accountOfKey(apiKey: string): Promise<Account | undefined>
  /** Makes an account with its first key, which is readable this once. */
  createAccount(name: string): Promise<{ account: Account; apiKey: string }>
  setWallet(accountId: string, wallet: Wallet): Promise<void>
  /** Sets where an account hears of its charges. A new url comes with a new secret; for the one that stands, undefined. */
  setWebhook(accountId: string, url: string): Promise<WebhookSetting | undefined>
  /** Where an account hears of its charges; undefined where it never said. With a former secret while that signs too. */
  webhookOf(
    accountId: string,
  ): Promise<(WebhookSetting & { formerSecret?: string | undefined }) | undefined>
  /** Makes a new secret, beside which the old one signs for 24 hours; undefined where there is no webhook. */
  rotateWebhookSecret(accountId: string): Promise<WebhookSetting | undefined>
  accountOfUsername(username: string): Promise<Account | undefined>

  /** For the operator: every account, oldest first. */
  accounts(): Promise<Account[]>
  /** By its id or username. */
  accountNamed(idOrUsername: string): Promise<Account | undefined>
  /** Changes what payers see; what is not given stays. Rejects with PayError `conflict` when the username is taken. */
  describeAccount(
    accountId: string,
    look: { [Part in keyof Brand | 'username']?: string | undefined },
  ): Promise<Account>
  /** Makes another api-key, which is readable this once. */
  createKey(accountId: string): Promise<{ key: KeyRecord; apiKey: string }>
  keys(accountId: string): Promise<KeyRecord[]>
  /** Ends a key, named by its prefix; it is undefined where there is none. A revoked one stays as it is. */
  revokeKey(prefix: string, now: Date): Promise<KeyRecord | undefined>

  /** The answer given to this key before; undefined for a new one. Rejects with PayError `conflict` for another body. */
  repeated(accountId: string, key: string, fingerprint: string): Promise<string | undefined>
  /**
   * Keeps a new charge and, with `repeat`, its answer. Gives the answer to send: that of an earlier or simultaneous
   * call with the same key where there is one, and then keeps nothing. Rejects with PayError `conflict` for another body,
   * and for an account that would have more than `recipients` places to watch.
   */
  createCharge(
    charge: ChargeRecord,
    repeat: Repeat | undefined,
    recipients: WatchLimit,
  ): Promise<string | undefined>
  /** Forgets answers given before this time, at most `limit` of them, and tells how many. */
  forgetRepeats(before: Date, limit: number): Promise<number>
  /** Undefined too for a charge of another account. */
  charge(accountId: string, id: string): Promise<ChargeRecord | undefined>
  /** What a charge asks, of this account or, with undefined, of whichever it is; undefined where there is none. */
  chargeTerms(accountId: string | undefined, id: string): Promise<ChargeTerms | undefined>
  /** A page of an account's charges, newest first; undefined where the cursor names none of its charges. */
  listCharges(accountId: string, page: PageWish): Promise<ChargePage | undefined>

  /** Keeps a new request, its attachment and its answer; otherwise as {@link createCharge}. */
  createRequest(
    request: RequestRecord,
    attachment: Attachment | undefined,
    repeat: Repeat | undefined,
  ): Promise<string | undefined>
  /** Gives the account's request that asks the same (`matchKey`), or keeps this one: one of many simultaneous calls does. */
  findRequest(request: RequestRecord): Promise<{ request: RequestRecord; created: boolean }>
  /** Undefined too for a request of another account. */
  request(accountId: string, id: string): Promise<RequestRecord | undefined>
  /** The newest charges that name a request, oldest first. */
  chargesOf(requestId: string, limit: number): Promise<AskedCharge[]>
  /** By the unguessable part of its address. */
  attachment(id: string): Promise<Attachment | undefined>

  /**
   * Changes a charge under its lock by what `decide` says of it and of the transfers of its payments, undefined for
   * nothing, and gives the change made. Undefined where there is no such charge.
   */
  changeCharge(
    id: string,
    decide: (charge: ChargeRecord, transfers: readonly TransferRecord[]) => Change | undefined,
  ): Promise<Change | undefined>
  /** Charges by their ids and by their public names, whosever they are. */
  chargesFor(names: {
    ids?: readonly string[]
    references?: readonly string[]
  }): Promise<ChargeRecord[]>

  /** Payments of one chain that wait, and are to be looked at by now: those that waited longest first. */
  pendingPayments(chainId: number, now: Date, limit: number): Promise<FollowedPayment[]>
  /** Credited payments that were mined in this block or later, and are to be looked at again by now. */
  creditedPayments(
    chainId: number,
    fromBlock: bigint,
    now: Date,
    limit: number,
  ): Promise<FollowedPayment[]>
  /** Says when these are to be looked at again. */
  lookAgain(paymentIds: readonly string[], at: Date): Promise<void>

  /**
   * Writes down what a mined transaction moved, and what becomes of it, in one transaction: `judge` is asked with the
   * charges of `chargeIds` under their locks, once for each transfer that is credited to nobody yet. Transfers that are
   * known stay what they are; those whose block gave way to this one follow. Accounts are told of new unmatched ones.
   */
  recordTransaction(
    mined: MinedTransaction,
    chargeIds: readonly string[],
    judge: (transfer: MinedTransfer, charges: ReadonlyMap<string, ChargeRecord>) => Judgement,
  ): Promise<Recorded>
  /** What is known of a transaction's transfers, by position. */
  transfersOf(chainId: number, hash: string): Promise<TransferRecord[]>
  /** Attaches a payment that failed, for what is seen reverted on the chain; undefined where it is known already. */
  recordFailure(payment: PaymentRecord): Promise<Change | undefined>
  /** Forgets a payment's transfers that are not in this block: the chain holds them no more. Gives how many. */
  dropTransfers(paymentId: string, keptBlockHash: string): Promise<number>

  /** A page of an account's unmatched money, newest first; undefined where the cursor names none of it. */
  listUnmatched(
    accountId: string,
    page: UnmatchedQuery,
  ): Promise<{ transfers: UnmatchedRecord[]; hasMore: boolean } | undefined>
  /** One of them, in any status; of any account where none is given. */
  unmatched(accountId: string | undefined, id: string): Promise<UnmatchedRecord | undefined>
  /** Credits an unmatched transfer to a charge; false where it is not UNMATCHED any more. */
  assignTransfer(
    id: string,
    chargeId: string,
    amount: bigint,
    decide: (charge: ChargeRecord, transfer: TransferRecord) => void,
  ): Promise<boolean>
  /** False where it is neither UNMATCHED nor IGNORED. */
  ignoreTransfer(id: string): Promise<boolean>
  /** How many transfers wait for a decision. */
  countUnmatched(): Promise<number>

  /** Takes a report into the queue of what the chain has not shown, or says why not. Asks nothing of a chain. */
  report(report: ReportRecord, limits: ReportLimits): Promise<Reported>
  /** A charge's report of a hash. */
  reportOf(chargeId: string, chainId: number, hash: string): Promise<ReportRecord | undefined>
  /** Reports of a hash that wait, or that bring a signature. */
  reportsOf(chainId: number, hash: string): Promise<ReportRecord[]>
  /** Those that are to be looked at by now: those that were looked at least often first. */
  dueReports(chainId: number, now: Date, limit: number): Promise<ReportRecord[]>
  /** The chain does not show it mined: again later. */
  postponeReport(id: string, at: Date, trace: Trace | undefined): Promise<void>
  /** Goes on with the transaction that replaced the reported one. */
  replaceReport(id: string, hash: string): Promise<void>
  /** The chain showed it. */
  endReports(ids: readonly string[], reason: string): Promise<void>
  /** Forgets reports made before then; gives how many. */
  forgetReports(before: Date, limit: number): Promise<number>
  /** How many reports wait. */
  countReports(): Promise<number>

  /**
   * Reserves an amount for a charge under its lock: the one that it has for this `owed`, else the first of `candidates`
   * that is free. Undefined where none is.
   */
  reserveAmount(
    wanted: Omit<ReservationRecord, 'id' | 'amount'>,
    candidates: Iterable<bigint>,
  ): Promise<ReservationRecord | undefined>
  /** The reservation that a charge has for what it is owed. */
  reservationOf(
    wanted: Pick<ReservationRecord, 'chargeId' | 'chainId' | 'token' | 'owed'>,
    now: Date,
  ): Promise<ReservationRecord | undefined>
  /** Reservations of these amounts. */
  reservationsFor(
    chainId: number,
    places: readonly { token: Address; recipient: Address; amount: bigint }[],
  ): Promise<ReservationRecord[]>
  /** Forgets reservations that ended before then; gives how many. */
  forgetReservations(before: Date, limit: number): Promise<number>

  /** Where money for charges that were created since then may arrive, in all their pairs. */
  destinations(chainId: number, since: Date): Promise<WatchedDestination[]>
  /** Charges that wait for money, whose time is over by then, and that have no payment on its way. */
  expirable(by: Date, limit: number): Promise<string[]>

  /**
   * Takes a task for so many milliseconds of the database's time, or keeps it for as long again. False while
   * somebody else has it.
   */
  lease(task: string, holder: string, milliseconds: number): Promise<boolean>
  /** Gives back all that a holder has. */
  releaseLeases(holder: string): Promise<void>
  /** How far a chain's transfers were all found, by proof; undefined before the first. */
  scanned(chainId: number): Promise<ScanState | undefined>
  /** Never goes back. */
  saveScanned(chainId: number, block: bigint, witness: Witness | undefined): Promise<void>
  /** Asks for these blocks to be read again, by whichever process has the chain. `to` undefined: up to the newest. */
  requestRescan(chainId: number, from: bigint, to: bigint | undefined): Promise<void>
  /** The request was done: the proven block goes back to before it, where it was beyond. */
  endRescan(chainId: number, from: bigint): Promise<void>
}

/** How many places one account may have watched, and from when on one counts. */
export interface WatchLimit {
  most: number
  since: Date
}

/** A transaction in its block, and what it moved to watched places. */
export interface MinedTransaction {
  chainId: number
  hash: string
  block: Block
  /** By the clock that charges are made by. */
  minedAt: Date
  transfers: readonly MinedTransfer[]
  /** All references that stand in it. */
  mentioned: readonly string[]
}

export interface MinedTransfer {
  position: number
  token: Address
  recipient: Address
  sender: string
  amount: bigint | undefined
  /** Those that its sender names it by. */
  references: readonly string[]
}

/** What a transfer is. */
export type Judgement =
  | { chargeId: string; proof: Proof; counted: bigint }
  /** `reportedFor`: the charge that a merchant will want to see beside it. */
  | { reason: string; reportedFor?: string | undefined }

export interface Recorded {
  /** Charges that were credited something new. */
  credited: readonly string[]
  /** Transfers that are new and unmatched. */
  unmatched: number
}

/** Which unmatched money a caller wants to see. */
export interface UnmatchedQuery {
  /** 1 to 100. */
  limit: number
  cursor: { id: string; towards: 'older' | 'newer' } | undefined
  status: TransferStatus
}

export interface ReportLimits {
  /** Reports of one charge that may wait, and that are kept when they have ended. */
  waiting: number
  ended: number
  /** True where a report without a signature can credit unnamed money. */
  firstReport: boolean
}

/**
 * - `added`: it waits, or its transfers wait for proof
 * - `known`: this charge has reported or has this transaction
 * - `taken`: nothing of it is left for this charge
 */
export type Reported = { outcome: 'added'; report: ReportRecord } | { outcome: 'known' | 'taken' }

/** How far a chain was read. */
export interface ScanState {
  /** Undefined before the first that was proved. */
  block: bigint | undefined
  /** Proves the next range at its lower end; undefined where there is none. */
  witness: Witness | undefined
  /** Blocks that the operator wants to be read again. */
  rescan: { from: bigint; to: bigint | undefined } | undefined
}

/** What a payment page may know: the one charge that its address names. */
export interface ChargePages {
  /** A charge by its id alone, whosever it is, and the account that it is paid to. */
  chargePage(id: string): Promise<{ charge: ChargeRecord; account: Account } | undefined>
}

/** Which charges a caller wants to see. */
export interface PageWish {
  /** 1 to 100. */
  limit: number
  /** Undefined for the newest. `older` goes on after the charge with this id, `newer` ends before it. */
  cursor: { id: string; towards: 'older' | 'newer' } | undefined
  status: ChargeRecord['status'] | undefined
}

export interface ChargePage {
  /** Newest first, whichever way the caller goes. */
  charges: ListedCharge[]
  /** In the direction that the caller goes. */
  hasMore: boolean
  /** Of all charges that fit the status. */
  total: number
}

/** A payment that is followed on its chain, with its transfers. */
export interface FollowedPayment {
  payment: PaymentRecord
  transfers: readonly TransferRecord[]
  /** When the chain held it last. */
  seenAt: Date
}

/** An address of one account that waits for a token. */
export interface WatchedDestination {
  accountId: string
  recipient: Address
  token: Address
  /** When its first and its last charge of these were created. */
  oldest: Date
  newest: Date
}

/** The chains that the operator configured. All that read reject with PayError `chain_unreachable` when they cannot. */
export interface Chains {
  readonly ids: readonly number[]
  /** Blocks that make a transfer final: 1 is the block that it was mined in. */
  confirmations(chainId: number): number
  /**
   * The EIP-55 form; one that is written in mixed case must pass its checksum.
   * @throws PayError `invalid_request` naming `field`
   */
  address(text: string, field: string): Address
  /** What a token says of itself; undefined where no ERC-20 token is. The zero address is the chain's own coin. */
  token(chainId: number, address: Address): Promise<TokenFacts | undefined>
  /**
   * What the operator's price feed says a whole token is worth; undefined where there is no feed for it.
   * Rejects with PayError `price_unavailable` when the feed's word is too old or no price.
   */
  rate(chainId: number, token: Address): Promise<Rate | undefined>
  /** True for a contract; an account that only lends one's code (EIP-7702) is none. */
  isContract(chainId: number, address: Address): Promise<boolean>
  /** The address of an ENS name, undefined where it has none. Not there without a mainnet RPC. */
  readonly ens: ((name: string) => Promise<Address | undefined>) | undefined
  /** The newest block's number. */
  head(chainId: number): Promise<bigint>
  /** When a block was made, as it says; undefined where there is none with this number. */
  blockTime(chainId: number, number: bigint): Promise<Date | undefined>
  /**
   * All that can be known about a hash.
   *
   * @param watched recipients whose native currency matters
   */
  facts(chainId: number, hash: string, head: bigint, watched: readonly Address[]): Promise<Facts>
  /** Whether an account signed a text, by EIP-191, ERC-1271 or ERC-6492. */
  verifySignature(
    chainId: number,
    account: Address,
    message: string,
    signature: string,
  ): Promise<boolean>
  /** Hash of the block with this number; undefined where there is none. */
  blockHash(chainId: number, number: bigint): Promise<string | undefined>
  /** The transaction that was mined with a sender's nonce since it was seen last; undefined where there is none. */
  replacement(chainId: number, trace: Trace, head: bigint): Promise<string | undefined>
  /** The last block that was made before a time; 0 for none. */
  blockBefore(chainId: number, time: Date, head: bigint): Promise<bigint>
  /** Tokens' Transfer logs to these recipients, in these blocks, both included. Splits what the node refuses. */
  transfers(chainId: number, range: BlockRange, wanted: Wanted): Promise<FoundTransfer[]>
  /**
   * The same, and up to which block the node has proved that there are no more. `former` is the witness that the range
   * before ended with; undefined for the first one, and after a rescan.
   */
  provenTransfers(
    chainId: number,
    range: BlockRange,
    wanted: Wanted,
    former: Witness | undefined,
  ): Promise<Proven>
  /** A block with what is of use to find coin that is transferred; undefined where there is none. */
  coinBlock(chainId: number, number: bigint): Promise<CoinBlock | undefined>
}

export interface TokenFacts {
  decimals: number
  symbol: string
  /** True for a token that is worth one US dollar, by the operator's word. */
  dollar: boolean
}

/** Both included. */
export interface BlockRange {
  from: bigint
  to: bigint
}

export interface Wanted {
  tokens: readonly Address[]
  recipients: readonly Address[]
}

/** A Transfer log as a node gives it. */
export interface FoundTransfer {
  hash: string
  blockHash: string
  blockNumber: bigint
  /** Index of the log in its block. */
  position: number
  token: Address
  recipient: Address
  sender: Address
  amount: bigint
}

/** A log that is known without the node's index of logs. */
export interface Witness {
  block: bigint
  blockHash: string
  /** In the block. */
  index: number
  address: Address
  topics: readonly string[]
}

/** Transfers of a range, and how far it is certain that these are all. */
export interface Proven {
  transfers: readonly FoundTransfer[]
  /** The last block of the range up to which all transfers were given; undefined where nothing is proved. */
  provenTo: bigint | undefined
  /** To be given with the next range. */
  witness: Witness | undefined
  /**
   * Why nothing, or less, was proved: a known log was not in the answer (`witness`: the index lags, or was pruned), there is
   * no log that could be asked for (`none`), or the node refuses even one block (`refused`).
   */
  missing: 'witness' | 'none' | 'refused' | undefined
}

export interface CoinBlock {
  hash: string
  parentHash: string
  transactions: readonly {
    hash: string
    input: string
    from: Address
    to: Address | undefined
    value: bigint
  }[]
}
