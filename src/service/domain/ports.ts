// All ports of the service are in this one file, so that the routes and the watcher can be read beside it.

import type {
  AuditRecord,
  AuthenticatedKey,
  Author,
  NewApiKey,
  PendingChangeRecord,
  SettingChangeOptions,
  SettingName,
  SettingOutcome,
} from './accounts/settings.ts'
import type { TransactionFacts, TransactionLookup } from './facts.ts'
import type {
  Address,
  AmountShare,
  ApiKeyRecord,
  Attachment,
  Block,
  Brand,
  ChargeRecord,
  ChargeTerms,
  ChargeUpdate,
  ListedCharge,
  MerchantAccount,
  MisdirectedRecord,
  PaymentProof,
  PaymentRecord,
  PendingTransaction,
  ReceivingWalletRecord,
  ReportRecord,
  RequestHistoryCharge,
  RequestRecord,
  ReservationRecord,
  SigningWebhook,
  TransferRecord,
  TransferStatus,
  UnmatchedRecord,
  UsdRate,
  WebhookSetting,
} from './records.ts'

/** The Idempotency-Key of a creation and the response to it (draft-ietf-httpapi-idempotency-key-header). */
export interface IdempotencyKeyRecord {
  key: string
  /** Hash of the request body: the same key with another body is a mistake of the caller. */
  requestHash: string
  /** The response body, sent now and whenever the same request is repeated. */
  response: string
}

/** The database of the service. What a method does is done whole or not at all. */
export interface Store {
  /** Returns an api-key with its account, also an expired or revoked one; undefined for one that never existed. */
  authenticate(apiKey: string): Promise<AuthenticatedKey | undefined>
  /** Records that an api-key was used now, unless that was done less than a minute ago. */
  recordKeyUse(keyId: string): Promise<void>
  /** Creates an account with its first api-key, for everything. The key is readable only in this reply. */
  createAccount(name: string): Promise<{ account: MerchantAccount; apiKey: string }>
  /**
   * Sets where the account's money goes when a charge names no destination. Setting the present wallet cancels a pending
   * change; repeating a pending change does not postpone it.
   */
  setReceivingWallet(
    accountId: string,
    wallet: ReceivingWalletRecord,
    options: SettingChangeOptions,
  ): Promise<SettingOutcome<ReceivingWalletRecord>>
  /** Sets the webhook of an account, likewise. A new url gets a new secret. */
  setWebhook(
    accountId: string,
    url: string,
    options: SettingChangeOptions,
  ): Promise<SettingOutcome<WebhookSetting>>
  /** Cancels the pending change of a setting; returns false when there is none. */
  cancelSettingChange(accountId: string, setting: SettingName, author: Author): Promise<boolean>
  /** Returns pending changes, of one account or of all, the next one first. */
  listPendingChanges(accountId: string | undefined, limit: number): Promise<PendingChangeRecord[]>
  /**
   * Postpones the changes that were pending at a time, so that each takes effect in `delayMs` at the earliest. For a
   * restored backup: who canceled one after the backup was made has to cancel it again. Returns how many there are.
   */
  postponeChanges(pendingAt: Date, delayMs: number): Promise<number>
  /** Applies every change whose time has come. Reading an account or its webhook does so for that account. */
  applyDueChanges(): Promise<void>
  /** Returns a page of an account's audit log, newest first; undefined where the cursor names none of its entries. */
  listAuditLog(accountId: string, query: ListAuditQuery): Promise<ListAuditResult | undefined>
  /** Returns the webhook of an account, with every secret that signs; undefined when none is set. */
  getWebhook(accountId: string): Promise<SigningWebhook | undefined>
  /**
   * Creates a new secret, and tells the webhook. The earlier one signs too for as long as another wallet would wait, and for at
   * least 24 hours. Undefined when there is no webhook.
   *
   * @throws PayError `conflict` while too many earlier secrets still sign: none is ever dropped before its time
   */
  rotateWebhookSecret(
    accountId: string,
    options: SettingChangeOptions,
  ): Promise<WebhookSetting | undefined>
  /** Returns the account with this username, undefined for none. */
  getAccountByUsername(username: string): Promise<MerchantAccount | undefined>

  /** Returns every account, oldest first; for the operator. */
  listAccounts(): Promise<MerchantAccount[]>
  /** Finds an account by its id or username. */
  findAccount(idOrUsername: string): Promise<MerchantAccount | undefined>
  /**
   * Changes what payers see of a merchant; fields that are not given stay.
   *
   * @throws PayError `conflict` when the username is taken
   */
  updateAccount(
    accountId: string,
    profile: { [Part in keyof Brand | 'username']?: string | undefined },
  ): Promise<MerchantAccount>
  /** Creates another api-key. The key is readable only in this reply. */
  createApiKey(accountId: string, newKey: NewApiKey): Promise<{ key: ApiKeyRecord; apiKey: string }>
  /** Returns the api-keys of an account, never the keys themselves. */
  listApiKeys(accountId: string): Promise<ApiKeyRecord[]>
  /** Revokes the key with this prefix; undefined when there is none. A revoked key stays unchanged. */
  revokeApiKey(prefix: string, now: Date): Promise<ApiKeyRecord | undefined>

  /**
   * Returns the response that was given to this Idempotency-Key before; undefined for a new key.
   *
   * @throws PayError `conflict` for another body
   */
  getSavedResponse(accountId: string, key: string, requestHash: string): Promise<string | undefined>
  /**
   * Saves a new charge and, with `idempotencyKey`, the response. Returns the response to send: when an earlier or
   * simultaneous call had the same key, the response of that call, and then nothing is saved.
   *
   * @param brand of the charge's account, for the event
   * @throws PayError `conflict` for another body, and when the account would exceed `watchLimit`
   */
  createCharge(
    newCharge: ChargeRecord,
    brand: Brand,
    idempotencyKey: IdempotencyKeyRecord | undefined,
    watchLimit: WatchLimit,
  ): Promise<string | undefined>
  /** Deletes at most `limit` responses that were given before this time, and returns how many. */
  deleteIdempotencyKeys(before: Date, limit: number): Promise<number>
  /** Returns a charge of the account; undefined also for a charge of another account. */
  getCharge(accountId: string, id: string): Promise<ChargeRecord | undefined>
  /** Returns what a charge asks, without its payments; of any account when no account is given. */
  getChargeTerms(accountId: string | undefined, id: string): Promise<ChargeTerms | undefined>
  /** A page of an account's charges, newest first; undefined where the cursor names none of its charges. */
  listCharges(accountId: string, query: ListChargesQuery): Promise<ListChargesResult | undefined>

  /** Saves a new request, its attachment and the response; otherwise as {@link createCharge}. */
  createRequest(
    newRequest: RequestRecord,
    newAttachment: Attachment | undefined,
    idempotencyKey: IdempotencyKeyRecord | undefined,
  ): Promise<string | undefined>
  /**
   * Returns the account's request that asks for the same (`computeMatchKey`), or saves this one. Of simultaneous calls
   * only one saves.
   */
  findOrCreateRequest(
    newRequest: RequestRecord,
  ): Promise<{ foundRequest: RequestRecord; created: boolean }>
  /** Returns a request of the account; undefined also for a request of another account. */
  getRequest(accountId: string, id: string): Promise<RequestRecord | undefined>
  /** Returns the newest charges that name a request, oldest first. */
  listChargesOfRequest(requestId: string, limit: number): Promise<RequestHistoryCharge[]>
  /** Returns an attachment by the unguessable part of its URL. */
  getAttachment(id: string): Promise<Attachment | undefined>

  /**
   * Locks a charge, calls `decide` with it and the transfers of its payments, and saves the update that `decide`
   * returns; undefined changes nothing. Returns the update that was made; undefined also when there is no such charge.
   */
  updateCharge(
    id: string,
    decide: (
      charge: ChargeRecord,
      transfers: readonly TransferRecord[],
    ) => ChargeUpdate | undefined,
  ): Promise<ChargeUpdate | undefined>
  /** Does the same for many charges in one transaction, and returns the updates that were made, by charge. */
  updateCharges(
    ids: readonly string[],
    decide: (
      charge: ChargeRecord,
      transfers: readonly TransferRecord[],
    ) => ChargeUpdate | undefined,
  ): Promise<ReadonlyMap<string, ChargeUpdate>>
  /**
   * Cancels a charge as `decide` says, which the audit log keeps. Returns the update that was made; undefined when there
   * is nothing to change.
   */
  cancelCharge(
    id: string,
    author: Author,
    decide: (charge: ChargeRecord) => ChargeUpdate | undefined,
  ): Promise<ChargeUpdate | undefined>
  /** Finds charges of all accounts by their ids and by their references. */
  findCharges(identifiers: {
    ids?: readonly string[]
    references?: readonly string[]
  }): Promise<ChargeRecord[]>

  /** Returns pending payments of one chain whose next check is due, the longest overdue first. */
  listPendingPayments(chainId: number, limit: number): Promise<FollowedPayment[]>
  /** Returns credited payments that were mined in this block or later and whose next check is due. */
  listCreditedPayments(
    chainId: number,
    fromBlock: bigint,
    limit: number,
  ): Promise<FollowedPayment[]>
  /** Lets the next check of these payments be due after so many milliseconds. */
  scheduleChecks(paymentIds: readonly string[], delayMs: number): Promise<void>

  /**
   * Saves transfers of mined transactions of one chain and what they are credited to, and returns what was saved of
   * each. A transaction with many transfers comes in parts, one after the other; to repeat one changes nothing. Locks the
   * charges that may be credited and calls `decideCredit` once for each transfer that is not credited yet. Known transfers keep their status; those whose block was replaced move to the new one. Sends accounts an event
   * for new unmatched transfers.
   *
   * @param transactions none of them twice, and no two with the same charge: as `splitForRecording` gives them
   */
  recordTransactions(
    transactions: readonly TransactionToRecord[],
  ): Promise<readonly RecordedTransaction[]>
  /** Returns who has signed a recorded transaction; undefined for one that is not recorded. */
  getOrigin(chainId: number, hash: string): Promise<TransactionOrigin | undefined>
  /**
   * Saves how a token is shown to the accounts that are paid at a recipient, where no charge of theirs takes it there. It
   * is watched with the other tokens of the recipient.
   */
  saveShownToken(shown: ShownToken): Promise<void>
  /** Returns the saved transfers of a transaction, in order of position. */
  listTransfers(chainId: number, hash: string): Promise<TransferRecord[]>
  /** Deletes a payment's transfers that are not in this block, since the chain no longer has them. Returns how many. */
  dropTransfers(paymentId: string, keptBlockHash: string): Promise<number>
  /** Returns the blocks of this range that hold transfers which belong to no payment. */
  listUnmatchedBlocks(chainId: number, range: BlockRange): Promise<Block[]>
  /** Returns the hashes of the transactions of a block that have such transfers. */
  listUnmatchedHashes(chainId: number, block: Block): Promise<string[]>
  /** Deletes such transfers of these transactions in a block that the chain no longer has. Returns how many. */
  dropUnmatched(chainId: number, hashes: readonly string[], blockHash: string): Promise<number>

  /** Returns a page of an account's unmatched transfers, newest first; undefined when the cursor names none of them. */
  listUnmatched(
    accountId: string,
    query: ListUnmatchedQuery,
  ): Promise<{ transfers: UnmatchedRecord[]; hasMore: boolean } | undefined>
  /** Returns one such transfer in any status; of any account when no account is given. */
  getUnmatched(accountId: string | undefined, id: string): Promise<UnmatchedRecord | undefined>
  /**
   * Credits an unmatched transfer to a charge, which the audit log keeps. Returns false when it is not UNMATCHED anymore.
   */
  assignTransfer(
    id: string,
    chargeId: string,
    amount: bigint,
    author: Author,
    decide: (charge: ChargeRecord, transfer: TransferRecord) => void,
  ): Promise<boolean>
  /**
   * Sets a transfer to IGNORED, which the audit log keeps. Returns false when it is neither UNMATCHED nor IGNORED.
   */
  ignoreTransfer(id: string, author: Author): Promise<boolean>
  /**
   * Returns whether an account decides about money that arrives at a place without proof: there is no other account
   * whose charges are paid there.
   */
  decidesAt(
    accountId: string,
    place: { chainId: number; token: Address; recipient: Address },
  ): Promise<boolean>
  /** Returns how many transfers wait for a decision. */
  countUnmatched(): Promise<number>

  /**
   * Saves a transaction that pays somebody else in the name of a charge, and sends the charge's account an event. Changes
   * no charge. Returns false, and sends nothing, when it is known, when the charge has `limit` of them, or when the money
   * went to another address of the same account.
   */
  recordMisdirected(
    record: MisdirectedRecord,
    charge: ChargeRecord,
    limit: number,
  ): Promise<boolean>

  /** Adds a report to the queue of transactions that the chain has not shown, or returns why not. Calls no node. */
  addReport(report: ReportRecord, limits: ReportLimits): Promise<AddReportResult>
  /** Returns a charge's report of a hash. */
  getReport(chargeId: string, chainId: number, hash: string): Promise<ReportRecord | undefined>
  /**
   * Returns the reports of these hashes that wait, that have a signature or that are the merchant's decision: of each hash
   * the merchant's first, then the oldest ones.
   */
  listReports(chainId: number, hashes: readonly string[]): Promise<ReportRecord[]>
  /** Returns the reports whose next check is due, the least often checked first. */
  listDueReports(chainId: number, limit: number): Promise<ReportRecord[]>
  /** Counts a check of reports that is about to be made. */
  countReportChecks(ids: readonly string[]): Promise<void>
  /** Sets when the next check of each of these reports is due, and what was seen of its transaction. */
  scheduleReports(schedule: readonly ReportSchedule[]): Promise<void>
  /** Ends a report and adds one for the transaction that replaced the reported one. */
  replaceReport(id: string, hash: string): Promise<void>
  /** Ends reports whose transaction was mined. */
  endReports(ids: readonly string[], reason: string): Promise<void>
  /** Returns which of these transactions were reported, or have transfers that are recorded. */
  listKnownHashes(chainId: number, hashes: readonly string[]): Promise<ReadonlySet<string>>
  /** Deletes reports that were made before this time, and returns how many. */
  deleteReports(before: Date, limit: number): Promise<number>
  /** Returns how many reports wait. */
  countWaitingReports(): Promise<number>

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

  /**
   * Remembers the database's time. Where its clock was set back since the last call, what was planned by the earlier time
   * is moved back as far, so that nothing waits for that time to come again.
   *
   * @returns by how many milliseconds it was set back; 0 where it was not
   */
  followClock(): Promise<number>
  /** Returns where payments of charges created since then may arrive, for every token they accept. */
  listWatchedDestinations(chainId: number, since: Date): Promise<WatchedDestination[]>
  /** Remembers that a charge was asked for that can be paid on these chains. */
  attendChains(chainIds: readonly number[]): Promise<void>
  /** Returns what is expected on a chain, by which it is looked at more or less often. */
  getChainActivity(chainId: number): Promise<ChainActivity>
  /**
   * Returns the ids of charges that are due to expire by this time and have no pending payment.
   *
   * @param behind chains whose time is earlier, with it: what can be paid there is due by that
   * @param except ids that are left out
   */
  listExpirableChargeIds(
    by: Date,
    behind: ReadonlyMap<number, Date>,
    limit: number,
    except?: readonly string[],
  ): Promise<string[]>

  /**
   * Acquires or renews the lease of a task, for a duration by the database's clock. Returns false while another owner
   * has it.
   */
  acquireLease(task: string, owner: string, durationMs: number): Promise<boolean>
  /** Releases all leases of an owner. */
  releaseLeases(owner: string): Promise<void>
  /** Returns up to which block a chain's transfers are known to be complete; undefined before the first scan. */
  getScanState(chainId: number): Promise<ScanState | undefined>
  /** Saves the last complete block. It never moves back. */
  saveScanState(chainId: number, block: bigint, witness: WitnessLog | undefined): Promise<void>
  /**
   * Requests another scan of these blocks by the process that has the chain's lease. `to` undefined: up to the newest.
   */
  requestRescan(chainId: number, from: bigint, to: bigint | undefined): Promise<void>
  /** Saves transactions that were found and could not be read, to be tried again; one that is saved keeps its attempts. */
  setTransactionsAside(
    chainId: number,
    transactions: readonly Pick<UnreadTransactionRecord, 'hash' | 'block' | 'error'>[],
  ): Promise<void>
  /** Returns unread transactions whose next attempt is due, and counts that attempt. The waits grow, up to an hour. */
  claimUnread(chainId: number, limit: number): Promise<UnreadTransactionRecord[]>
  /** Deletes transactions that were read at last. */
  endUnread(chainId: number, hashes: readonly string[]): Promise<void>
  /** Returns unread transactions of all chains, the oldest first. */
  listUnread(limit: number): Promise<UnreadTransactionRecord[]>
  /** Returns how many webhook events wait for their delivery, and how many charges can be paid. */
  countOpen(): Promise<Pick<WaitingCounts, 'webhooks' | 'charges'>>
  /** Returns how many transactions are unread. */
  countUnread(): Promise<number>
  /** Lets every unread transaction be tried now, and returns how many there are. */
  retryUnread(): Promise<number>
  /** Ends a requested rescan. The last complete block moves back to before `from` when it was later. */
  finishRescan(chainId: number, from: bigint): Promise<void>
}

/** How many destinations of one account may be watched, counting those of charges created since a time. */
export interface WatchLimit {
  max: number
  since: Date
}

/** A mined transaction and its transfers to watched destinations. */
export interface MinedTransaction {
  chainId: number
  hash: string
  block: Block
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date
  transfers: readonly MinedTransfer[]
  /** The first references of each author of its calldata: hints for the merchant. */
  mentionedReferences: readonly string[]
  /** Undefined where it was not read. */
  origin?: TransactionOrigin | undefined
}

/** A mined transaction, and who decides what its transfers are credited to. */
export interface ArrivedTransaction {
  mined: MinedTransaction
  /** Returns the ids of the charges that a transfer may be credited to. */
  listChargeIds: (transfer: MinedTransfer) => readonly string[]
  decideCredit: (
    transfer: MinedTransfer,
    charges: ReadonlyMap<string, ChargeRecord>,
  ) => CreditDecision
}

/** A mined transaction, or a part of one that has many transfers, to be recorded in one transaction of the database. */
export interface TransactionToRecord extends Pick<ArrivedTransaction, 'mined' | 'decideCredit'> {
  /** The transfers of this part. */
  transfers: readonly MinedTransfer[]
  /** Ids of the charges that the transfers of this part may be credited to. */
  chargeIds: readonly string[]
}

/** Who has signed a transaction, and with which nonce: only one of them can be mined. */
export type TransactionOrigin = Pick<PendingTransaction, 'sender' | 'nonce'>

/** A transfer of a mined transaction, with the references that name it. */
export interface MinedTransfer {
  position: number
  token: Address
  recipient: Address
  sender: string
  amount: bigint | undefined
  /** The references that its sender authorized for this transfer. */
  references: readonly string[]
}

/** Whether a transfer is credited to a charge, or why not. */
export type CreditDecision =
  | { chargeId: string; proof: Exclude<PaymentProof, 'merchant'>; countedAmount: bigint }
  /** The merchant's decision, which the audit log keeps. */
  | { chargeId: string; proof: 'merchant'; countedAmount: bigint; author: Author }
  /** `reportedChargeId`: the charge to show to the merchant with this transfer. */
  | { reason: string; reportedChargeId?: string | undefined }

/** The result of {@link Store.recordTransactions} for one of them. */
export interface RecordedTransaction {
  /** Ids of charges that were credited something new. */
  creditedChargeIds: readonly string[]
  /** Number of transfers that are new and unmatched. */
  unmatchedCount: number
  /** Number of known transfers that are in another block now. */
  movedCount: number
}

/** Which page of unmatched transfers to list. */
export interface ListUnmatchedQuery {
  /** 1 to 100. */
  limit: number
  cursor: { id: string; direction: 'older' | 'newer' } | undefined
  status: TransferStatus
}

/** Limits of the reports of one charge, for payers' reports and for the merchant's, each by itself. */
export interface ReportLimits {
  /** How many reports of one charge may wait, and how many are kept after they ended. */
  maxWaiting: number
  maxEnded: number
  /** Whether the first report without a signature can be credited with a transfer that has no reference. */
  creditsFirstReport: boolean
}

/** In how many milliseconds the next check of a report is due. */
export interface ReportSchedule {
  id: string
  delayMs: number
  /** Undefined where nothing new was seen. */
  pendingTransaction: PendingTransaction | undefined
}

/**
 * The result of adding a report.
 *
 * - `added`: the report waits, or its transfers wait for proof
 * - `known`: this charge already has a report or a payment of this transaction
 * - `taken`: all transfers of the transaction are credited to other charges, or the merchant has decided for another one
 */
export type AddReportResult =
  | { outcome: 'added'; report: ReportRecord }
  | { outcome: 'known' | 'taken' }

/** How far a chain was scanned. */
export interface ScanState {
  /** The last block up to which all transfers are known; undefined before the first. */
  block: bigint | undefined
  /** The known log at the lower end of the next range; undefined when there is none. */
  witness: WitnessLog | undefined
  /** Blocks that the operator asked to scan again. */
  rescan: { from: bigint; to: bigint | undefined } | undefined
}

/** How much waits. */
export interface WaitingCounts {
  /** Transfers that wait for a decision. */
  unmatched: number
  /** Reported transactions that wait for the chain. */
  reports: number
  /** Transactions that were found and could not be read. */
  unread: number
  /** Webhook events that wait for their delivery. */
  webhooks: number
  /** Charges that can be paid. */
  charges: number
}

/** A transaction that was found in a block, and that could not be read or recorded. */
export interface UnreadTransactionRecord {
  chainId: number
  hash: string
  /** Where it was found. */
  block: Block
  attempts: number
  /** Why the last attempt failed. */
  error: string
  createdAt: Date
  nextAttemptAt: Date
}

/** What is expected on a chain. */
export interface ChainActivity {
  /** Milliseconds since a charge was asked for that can be paid there; undefined for never. */
  quietMs: number | undefined
  /** Whether charges were created that have not expired. Some of them may have been paid. */
  isPaymentExpected: boolean
  /** Whether the operator has asked to scan blocks again. */
  isRescanRequested: boolean
}

/** The part of the store that payment pages may read: the one charge that the URL names. */
export interface PaymentPageStore {
  /** Returns a charge of any account by its id, and the account that it is paid to. */
  getChargeWithAccount(
    id: string,
  ): Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined>
}

/** Which page of charges to list. */
export interface ListChargesQuery {
  /** 1 to 100. */
  limit: number
  /** Undefined for the newest. `older` starts after the charge with this id, `newer` ends before it. */
  cursor: { id: string; direction: 'older' | 'newer' } | undefined
  status: ChargeRecord['status'] | undefined
}

/** A page of charges. */
export interface ListChargesResult {
  /** Newest first, in either direction of the cursor. */
  charges: ListedCharge[]
  /** Whether there are more in the direction of the cursor. */
  hasMore: boolean
  /** Number of all charges that match the status. */
  total: number
}

/** Which page of an audit log to list; as {@link ListChargesQuery}. */
export type ListAuditQuery = Pick<ListChargesQuery, 'limit' | 'cursor'>

/** A page of an audit log, newest first. */
export interface ListAuditResult {
  entries: AuditRecord[]
  /** Whether there are more in the direction of the cursor. */
  hasMore: boolean
}

/** A payment whose block is checked on its chain, with its transfers. */
export interface FollowedPayment {
  payment: PaymentRecord
  transfers: readonly TransferRecord[]
  /** When it was last seen on the chain. */
  seenAt: Date
}

/** A recipient of one account and a token that may arrive there. */
export interface WatchedDestination {
  accountId: string
  recipient: Address
  token: Address
  /** When the oldest and the newest charge with this recipient and token were created. */
  oldestChargeAt: Date
  newestChargeAt: Date
}

/** A token at a recipient of charges that are paid in others. */
export interface ShownToken extends TokenFacts {
  chainId: number
  token: Address
  recipient: Address
}

/** What a chain itself says about its blocks: tags of the execution API, the second one later and stronger. */
export type FinalityLevel = 'safe' | 'finalized'

/** US dollars above which a payment also waits until its chain calls its block safe, or finalized. */
export type FinalityLimits = Readonly<Record<FinalityLevel, number>>

/** The chains that the operator configured. Methods that call a node reject with PayError `chain_unreachable`. */
export interface Chains {
  /** EIP-155 chain ids. */
  readonly ids: readonly number[]
  /** Returns how many nodes are read for a chain. */
  getNodeCount(chainId: number): number
  /** Returns the number of blocks that make a transfer final: 1 is the block that it was mined in. */
  getConfirmations(chainId: number): number
  /**
   * Returns the EIP-55 form of an address. An address in mixed case must have a valid checksum.
   *
   * @throws PayError `invalid_request` naming `field`
   */
  parseAddress(text: string, field: string): Address
  /** Returns the tokens of a chain that the service knows by its settings or as built in, besides the native currency. */
  listKnownTokens(chainId: number): readonly Address[]
  /** Returns the facts of a token; undefined for no ERC-20 token. The zero address is the chain's native currency. */
  getToken(chainId: number, address: Address): Promise<TokenFacts | undefined>
  /**
   * Returns the value of a whole token by the operator's price feed; undefined when the token has no feed.
   *
   * @throws PayError `price_unavailable` when the feed's answer is too old or is no price
   */
  getRate(chainId: number, token: Address): Promise<UsdRate | undefined>
  /** Returns whether the address is a contract; an account that only delegates to code (EIP-7702) is none. */
  isContract(chainId: number, address: Address): Promise<boolean>
  /** Returns the address of an ENS name; undefined when it has none. The method is missing without a mainnet RPC. */
  readonly getEnsAddress: ((name: string) => Promise<Address | undefined>) | undefined
  /** Returns the number of the newest block. */
  getBlockNumber(chainId: number): Promise<bigint>
  /** Returns of how many blocks the node in use gives the logs in one call, as far as it has refused more. */
  getLogRange(chainId: number): bigint | undefined
  /** Returns the timestamp of a block; undefined when there is no block with this number. */
  getBlockTime(chainId: number, number: bigint): Promise<Date | undefined>
  /**
   * Returns what the chain has about a transaction hash.
   *
   * @param recipients addresses whose internal transfers of native currency are read
   * @param knownBlock a block that was read and may hold the transaction, which is then not read again
   */
  lookUpTransaction(
    chainId: number,
    hash: string,
    head: bigint,
    recipients: readonly Address[],
    knownBlock?: BlockWithTransactions,
  ): Promise<TransactionLookup>
  /** Returns what each node of a chain has about a transaction hash, each by itself. Rejects never. */
  lookUpAtNodes(
    chainId: number,
    hash: string,
    recipients: readonly Address[],
  ): Promise<readonly NodeLookup[]>
  /** Returns the account whose key signed a message (EIP-191); undefined for anything else. Asks no node. */
  recoverSigner(message: string, signature: string): Promise<Address | undefined>
  /** Returns whether an account has code: a contract, or an account that delegates to one (EIP-7702). */
  hasCode(chainId: number, account: Address): Promise<boolean>
  /** Returns whether a contract says that it signed a message (ERC-1271), as it is now. */
  isSignedByContract(
    chainId: number,
    account: Address,
    message: string,
    signature: string,
  ): Promise<boolean>
  /** Returns the hash of the block with this number; undefined when there is none. */
  getBlockHash(chainId: number, number: bigint): Promise<string | undefined>
  /** Returns how much native currency an address has after a block; undefined where the node keeps no state of it. */
  getBalance(chainId: number, address: Address, number: bigint): Promise<bigint | undefined>
  /** Returns the number of the newest block of a level; undefined where the chain does not tell it. */
  getFinalBlock(chainId: number, level: FinalityLevel): Promise<bigint | undefined>
  /**
   * Returns the hash of the transaction that was mined with the same sender and nonce; undefined when there is none.
   */
  findReplacement(
    chainId: number,
    pendingTransaction: PendingTransaction,
    head: bigint,
  ): Promise<string | undefined>
  /** Returns the number of the last block before a time; 0 for none. */
  findBlockBefore(chainId: number, time: Date, head: bigint): Promise<bigint>
  /** Returns a subscription to the logs of a chain; undefined where none of its URLs is that of a socket. */
  createLogSubscription(
    chainId: number,
    listener: LogSubscriptionListener,
  ): LogSubscription | undefined
  /**
   * Returns Transfer logs of these tokens to these recipients in a block range. Splits a range that the node refuses.
   */
  findTransfers(chainId: number, range: BlockRange, filter: TransferFilter): Promise<TransferLog[]>
  /**
   * Returns the same, and up to which block the node's answer is known to be complete.
   *
   * @param previousWitness the witness of the previous range; undefined for the first range and after a rescan
   */
  findCompleteTransfers(
    chainId: number,
    range: BlockRange,
    filter: TransferFilter,
    previousWitness: WitnessLog | undefined,
  ): Promise<CompleteTransfers>
  /** Returns a block with the transactions in which to find native currency; undefined when there is none. */
  getBlockWithTransactions(
    chainId: number,
    number: bigint,
  ): Promise<BlockWithTransactions | undefined>
}

/**
 * A subscription to the logs of a chain over the socket of a node. It says when to look at the chain, and nothing that it
 * says is evidence of a payment. It opens itself again when it breaks.
 */
export interface LogSubscription {
  /** Subscribes to the logs of these transfers, and to no other ones. Without filters the socket is closed. */
  watch(filters: readonly TransferFilter[]): void
  /** Asks the node for the number of its newest block, for `onHead`: who answers with new ones follows the chain. */
  askHead(): void
  /** Closes the socket. */
  close(): void
}

/** What a {@link LogSubscription} calls back. A node may call anything at any time. */
export interface LogSubscriptionListener {
  /** From now on the node should tell of every log that was asked for, or does so no longer. */
  onSubscribed(isSubscribed: boolean): void
  onHead(block: bigint): void
  /** The hash, in lower case, of the transaction of a log. */
  onLog(transactionHash: string): void
}

/** What one of several nodes has about a transaction, or why it has not answered. */
export type NodeLookup = {
  /** The origin of its URL. */
  node: string
} & ({ lookup: TransactionLookup; failure?: undefined } | { lookup?: undefined; failure: string })

/** Properties of a token. */
export interface TokenFacts {
  decimals: number
  symbol: string
  /** Whether the token is pegged to the US dollar, as the operator configured or built in. */
  isUsdPegged: boolean
}

/** A range of blocks, both ends included. */
export interface BlockRange {
  from: bigint
  to: bigint
}

/** Which transfers to find: any of these tokens to any of these recipients. */
export interface TransferFilter {
  tokens: readonly Address[]
  recipients: readonly Address[]
}

/** An ERC-20 Transfer log as a node returns it. */
export interface TransferLog {
  hash: string
  blockHash: string
  blockNumber: bigint
  /** Index of the log in its block; on some chains, in its transaction. */
  logIndex: number
  token: Address
  recipient: Address
  sender: Address
  amount: bigint
}

/** A log that is known without the node's log index. An answer that lacks it is not complete. */
export interface WitnessLog {
  block: bigint
  blockHash: string
  /** Of its transaction. */
  hash: string
  /** Index of the log, in its block or in its transaction. */
  index: number
  address: Address
  topics: readonly string[]
}

/** Transfers of a range, and up to which block they are known to be all. */
export interface CompleteTransfers {
  transfers: readonly TransferLog[]
  /** The last block of the range up to which the transfers are complete; undefined when that is not known. */
  completeTo: bigint | undefined
  /** The witness to pass with the next range. */
  witness: WitnessLog | undefined
  /**
   * Why the range, or its end, is not known to be complete: a known log was not in the answer (`witness`: the index
   * lags or was pruned), there is no log to ask for (`none`), or the node refuses even one block (`refused`).
   */
  incompleteReason: 'witness' | 'none' | 'refused' | undefined
}

/** A block with its transactions: what they were called with, and the native currency that they moved. */
export interface BlockWithTransactions {
  hash: string
  parentHash: string
  /** The block's own timestamp. */
  time: Date
  transactions: readonly TransactionFacts[]
}
