// Every port of the service stands here, so that routes and watcher can be read against one page; hence its length.
import type { Facts } from './judge.ts'
import type { Rate } from './pricing.ts'
import type {
  Account,
  Address,
  AskedCharge,
  Attachment,
  Brand,
  Change,
  ChargeRecord,
  KeyRecord,
  ListedCharge,
  PaymentRecord,
  Quote,
  RequestRecord,
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
  /** Where an account hears of its charges; undefined where it never said. */
  webhookOf(accountId: string): Promise<WebhookSetting | undefined>
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
   * call with the same key where there is one, and then keeps nothing. Rejects with PayError `conflict` for another body.
   */
  createCharge(charge: ChargeRecord, repeat: Repeat | undefined): Promise<string | undefined>
  /** Forgets answers given before this time, at most `limit` of them, and tells how many. */
  forgetRepeats(before: Date, limit: number): Promise<number>
  /** Undefined too for a charge of another account. */
  charge(accountId: string, id: string): Promise<ChargeRecord | undefined>
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
   * Changes a charge under its lock by what `decide` says of it, undefined for nothing, and gives the change made.
   * Undefined where there is no such charge. Rejects with {@link HashTaken} when the payment's hash already pays.
   */
  changeCharge(
    id: string,
    decide: (charge: ChargeRecord) => Change | undefined,
  ): Promise<Change | undefined>
  /** Payments of one chain that are to be judged by now: those that waited longest first. */
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
  /** Remembers that the chain knew a payment's transaction, so that it can be followed when it is replaced. */
  saveTrace(paymentId: string, trace: Trace): Promise<void>
  /** Payments that hold a hash: those that did not fail. */
  holders(chainId: number, hash: string): Promise<FollowedPayment[]>
  /** The charge that a hash pays, in which token, and whose it is; where it pays several, `chargeId` comes first. */
  payee(
    chainId: number,
    hash: string,
    chargeId: string,
  ): Promise<{ chargeId: string; accountId: string; token: Address } | undefined>
  /** Those of these charges that may be paid on this chain: once for each of their pairs there, their own first. */
  payable(chainId: number, chargeIds: readonly string[]): Promise<PayableCharge[]>
  /** Where money for charges that were created since then may arrive, in all their pairs. */
  destinations(chainId: number, since: Date): Promise<WatchedDestination[]>
  /** Charges that wait for money, were created by then, and have no payment that is being judged. */
  expirable(createdBy: Date, limit: number): Promise<string[]>

  /**
   * Takes a task for so many milliseconds of the database's time, or keeps it for as long again. False while
   * somebody else has it.
   */
  lease(task: string, holder: string, milliseconds: number): Promise<boolean>
  /** Gives back all that a holder has. */
  releaseLeases(holder: string): Promise<void>
  /** The last block whose transfers were all found; undefined before the first. */
  scanned(chainId: number): Promise<bigint | undefined>
  /** Never goes back. */
  saveScanned(chainId: number, block: bigint): Promise<void>
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

/** A payment that is followed on its chain, with what its charge asks in the payment's pair. */
export interface FollowedPayment {
  payment: PaymentRecord
  quote: Quote
  /** Of the charge: what was transferred long before cannot be for it. */
  chargedAt: Date
  trace: Trace | undefined
}

/** What is known of a transaction since the chain showed it: enough to find what replaced it. */
export interface Trace {
  sender: string
  nonce: number
  /** Number of the newest block when it was seen last. */
  head: bigint
  seenAt: Date
}

/** A charge as the judge knows it, in one of its pairs. */
export interface PayableCharge {
  id: string
  quote: Quote
  chargedAt: Date
}

/** An address that waits for a token. */
export interface WatchedDestination {
  recipient: Address
  token: Address
  /** When its first and its last charge of these were created. */
  oldest: Date
  newest: Date
}

/** A hash already stands in a payment that did not fail: chain and hash are unique among those that are not shared. */
export class HashTaken extends Error {
  override readonly name = 'HashTaken'
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
  /** All that the judge wants to know about a hash; of the quote: whether coin is asked for, and by whom. */
  facts(chainId: number, hash: string, head: bigint, quote: Quote): Promise<Facts>
  /** Hash of the block with this number; undefined where there is none. */
  blockHash(chainId: number, number: bigint): Promise<string | undefined>
  /** The transaction that was mined with a sender's nonce since it was seen last; undefined where there is none. */
  replacement(chainId: number, trace: Trace, head: bigint): Promise<string | undefined>
  /** The last block that was made before a time; 0 for none. */
  blockBefore(chainId: number, time: Date, head: bigint): Promise<bigint>
  /** Tokens' Transfer logs to these recipients, in these blocks, both included. Splits what the node refuses. */
  transfers(chainId: number, range: BlockRange, wanted: Wanted): Promise<FoundTransfer[]>
  /** A transaction's calldata; undefined where the chain does not know the hash. */
  calldata(chainId: number, hash: string): Promise<string | undefined>
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

/** A transaction that transferred a token, and the block that holds it. */
export interface FoundTransfer {
  hash: string
  blockHash: string
}

export interface CoinBlock {
  hash: string
  parentHash: string
  transactions: readonly { hash: string; input: string }[]
}
