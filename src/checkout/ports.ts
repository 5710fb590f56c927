// All ports of the checkout and their data are in one file, so that an adapter can be read beside it.
import type { AuthorizationOffer } from '../api/schemas/payments/authorization.ts'
import type { CheckoutRefund } from '../api/schemas/payments/checkout-refunds.ts'
import type { Payment, PaymentStatus } from '../api/schemas/payments/payment.ts'
import type { PayError } from '../errors.ts'
import type { AcceptedAsset } from './quote/payment-assets.ts'
import type { PaymentOption, Quote } from './quote/payment-option.ts'

/** A wallet that the payer may choose. */
export interface WalletInfo {
  id: string
  name: string
  /** A `data:` URI (EIP-6963), if the wallet provides one. */
  icon?: string | undefined
  /** Whether it is connected by a URI, which the payer scans as a QR code or opens as a link. */
  connectsByUri?: boolean | undefined
  /** Whether the payer has connected it the last time on this site. */
  wasLastUsed?: boolean | undefined
}

/** The account of a connected wallet. */
export interface ConnectedAccount {
  address: string
  /** The wallet's current chain, which may change at any time. */
  chainId: number
  wallet: WalletInfo
}

/** The balances of an account and the fee that it needs, in base units. They are read before the wallet is opened. */
export interface Funds {
  /** The balance of the quoted token. */
  tokenBalance: bigint
  /** The balance of the native currency. */
  nativeBalance: bigint
  /** The network fee in the native currency: the least that a wallet requires. 0n where somebody else pays it. */
  fee: bigint
  nativeSymbol: string
  /** The account's next nonce; 0 where the wallet does not tell it. */
  nonce: number
  isNonceUnknown?: boolean | undefined
  /** Whether the account has sent a transaction that is in no block yet. */
  hasUnmined?: boolean | undefined
  /** The latest block. */
  blockNumber: bigint
}

/** A transfer that a wallet has accepted but not sent: others must sign it (Safe), or a bundler sends it (EIP-5792). */
export interface Proposal {
  kind: 'signatures' | 'batch'
  /** The safeTxHash, or the id of the batch. */
  id: string
  /** The number of required signatures, if the account can be read. */
  threshold?: number | undefined
  owners?: readonly { address: string; hasApproved: boolean }[] | undefined
  /** Whether the wallet reports that it is in no block and never will be, so that it pays nothing. */
  hasFailed?: boolean | undefined
  /** Whether the wallet has forgotten it: perhaps the payer has refused it. */
  isForgotten?: boolean | undefined
}

/** The balance of an account for a payment option, as far as it can be read. */
export interface OptionBalance {
  option: PaymentOption
  /** The balance in base units of its token; undefined if its chain cannot be read. */
  balance?: bigint | undefined
  /** The amount that is missing, in base units of the token, or of the native currency for the fee. */
  shortfall?:
    | { kind: 'token' | 'gas'; amount: bigint; symbol: string; decimals: number }
    | undefined
}

/**
 * A transfer that the payer signs and somebody else sends (EIP-3009), so that the payer needs no coin. The nonce is the charge's
 * own, and the token takes one nonce of an account once.
 */
export interface Authorization {
  /** What the payer signs away, in base units: what is owed, and the fee. */
  value: bigint
  /** The part of it that pays the network's fee, in base units; 0n where the merchant pays it. */
  fee: bigint
  nonce: string
  /** Unix seconds. From then on the token refuses it. */
  validBefore: bigint
  /** Of the token's EIP-712 domain; chain and contract are those of the quote. */
  domain: { name: string; version: string }
  /** What the wallet has answered. Nobody gets it before it is in the journal. */
  signature?: string | undefined
}

/** A transfer that is about to be requested from a wallet. It is written to the journal before the wallet opens. */
export interface Intent {
  /** Distinguishes one attempt from the next. */
  id: string
  from: string
  quote: Quote
  /** The account's next nonce when the wallet was asked. The transfer has this nonce or a higher one. */
  nonce: number
  /** Set where the wallet did not state the account's nonce: `nonce` is 0, and that it is spent proves nothing. */
  isNonceUnknown?: boolean | undefined
  /** The nonce of the transfer, once it was seen on the chain. */
  usedNonce?: number | undefined
  /** The latest block when the wallet was asked. The transfer is in a later one. */
  block: bigint
  /** When the wallet was asked. Unix milliseconds. */
  time: number
  /** Hashes of earlier payments of the charge. None of them is this transfer. */
  earlierHashes?: string[] | undefined
  /**
   * Set when the wallet rejected calldata on a native transfer and was asked again without it. Its transfer then does
   * not contain the charge's reference.
   */
  withoutData?: true | undefined
  /** The wallet's answer, if it was not a transaction hash. */
  proposal?: Pick<Proposal, 'kind' | 'id'> | undefined
  /** Set where the wallet is asked to sign, and not to send. */
  authorization?: Authorization | undefined
}

/**
 * The result of searching the chain for an intent's transfer, up to a block. `hasReference`: the transfer carries the
 * charge's reference. A transfer with the intent's nonce, account, recipient and amount is ours without it too, and the
 * payer then signs for it. `used`: as far as can be seen, the intent's nonce was finally used by something that is not
 * our transfer; the wallet may have chosen another nonce. `lapsed`: the authorization has paid nothing and never will, because
 * a final block is past its end, or its account has canceled it.
 */
export type SearchResult =
  | { found: 'transfer'; hash: string; hasReference: boolean }
  | { found: 'used' | 'nothing' | 'lapsed'; toBlock: bigint; proposal?: Proposal | undefined }

/**
 * The status of a transaction on its chain.
 *
 * - `replaced`: another transaction with its nonce was mined, deep enough to be final. `hash` is set if that one makes
 *   the same transfer (sped up), and absent if it makes another (cancelled).
 * - `nonce`: the nonce of the payer's account; absent if somebody else sends the transaction (a bundler, an owner of a
 *   Safe).
 * - `isReverted`: also true if such a transaction succeeded, but the payer's call in it failed.
 */
export type TransactionStatus =
  | { status: 'mined'; confirmations: number; isReverted: boolean; nonce?: number }
  | { status: 'pending'; nonce?: number }
  | { status: 'unknown' }
  | { status: 'replaced'; hash?: string | undefined }

/** The transfer that a transaction makes in place of the one that its wallet was asked for. */
export interface Misdirection {
  /** The address that is paid. */
  recipient: string
  /** The address of the token that is moved; the zero address for native currency. */
  token: string
  /** Base units of that token. */
  amount: bigint
}

/**
 * The result of comparing a transaction with the transfer that a wallet was asked for.
 *
 * - `unreadable`: there is no source but the wallet, or the node's answer cannot be proved.
 * - `unknown`: the node does not know the hash, or not yet.
 * - `notMisdirected`: nothing in it pays somebody else. Whether it pays the charge is for the service to say.
 */
export type Comparison =
  | { result: 'unreadable' | 'unknown' | 'notMisdirected' }
  | { result: 'misdirected'; misdirection: Misdirection }

/** A transaction whose hash the payer submitted, as read from the chain. */
export interface InspectedTransaction {
  hash: string
  option: PaymentOption
  proof: 'reference' | 'signature'
  /** The accounts that the money came from. */
  signers: string[]
  /** Whether no node that could be asked shows it: it may be too new, on a chain that is not read, or not a transaction. */
  isUnseen?: boolean | undefined
  /** Whether it is unseen and a chain on which it may be could not be read. */
  isUnread?: boolean | undefined
}

/** Why a token does not take a signed authorization: it refuses what the account has signed, or its time is over. */
export type AuthorizationRefusal = 'refused' | 'lapsed'

/** The port to the wallets of a page. Every method rejects with a PayError. */
export interface Wallets {
  /** Calls back with the available wallets, at once and whenever another one announces itself. Returns how to stop. */
  watch(onChange: (wallets: WalletInfo[]) => void): () => void
  /**
   * Connects a wallet and returns its account.
   *
   * @param onUri called with the URI that the payer's wallet scans or opens, for a wallet that is connected that way
   * @param chainIds chains on which the charge can be paid, the preferred one first; a wallet on another device is
   * asked for all of them at once
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  connect(
    walletId: string,
    onUri: (uri: string) => void,
    chainIds?: readonly number[],
  ): Promise<ConnectedAccount>
  /** Calls back whenever the connected account changes, with undefined when it disconnects. Returns how to stop. */
  watchAccount(onChange: (account: ConnectedAccount | undefined) => void): () => void
  /** Stops listening to the wallets of the page, once the payment is over and no element shows it. */
  dispose(): void
  /**
   * Switches the wallet to a chain, and adds the chain if the wallet does not know it.
   *
   * @throws PayError `chain_refused`, `chain_unknown`
   */
  switchChain(chainId: number): Promise<void>
  /** Reads the balances, fee and nonce of an account for a quote. */
  readFunds(quote: Quote, from: string): Promise<Funds>
  /**
   * Reads an account's balance for each payment option. Options that the account can pay come first, and among them the
   * one that the payer chose last.
   */
  readBalances(options: readonly PaymentOption[], from: string): Promise<OptionBalance[]>
  /**
   * Requests the transfer from the wallet and returns its hash. Rejects with `wallet_refused` or `chain_refused` only
   * when it is certain that nothing was sent.
   *
   * @param isWanted read just before the wallet is asked: if it returns false, the call rejects and nothing is asked
   * @param onProposal called when the wallet answers with a proposal; the transaction follows later
   * @param onWithoutData called before the wallet is asked again without calldata, so that the intent's `withoutData`
   * is set
   */
  transfer(
    intent: Intent,
    isWanted: () => boolean,
    onProposal: (proposal: Proposal) => void,
    onWithoutData?: () => void,
  ): Promise<string>
  /**
   * Asks the connected wallet to sign a text (EIP-191 `personal_sign`). The answer of a contract wallet is returned
   * unchanged.
   *
   * @param account the signer; the call rejects if another account is connected
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  signMessage(account: string, message: string): Promise<string>
  /**
   * Returns what an account can sign to pay a quote without coin. Undefined where the offer is not of this very quote, where the
   * token is not as the offer says, or where the account has used the charge's nonce.
   *
   * @param offer by the merchant's proxy, which is not believed
   */
  prepareAuthorization(
    quote: Quote,
    from: string,
    offer: AuthorizationOffer,
  ): Promise<Authorization | undefined>
  /**
   * Asks the connected wallet to sign an intent's authorization (EIP-712 `eth_signTypedData_v4`) and returns the signature. The
   * answer of a contract wallet is returned unchanged. Whatever it rejects with, nothing was signed that this page could send.
   *
   * @param isWanted read just before the wallet is asked: if it returns false, the call rejects and nothing is asked
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_locked`, `chain_refused`; `authorization_refused` only for a wallet
   * that cannot sign it; `wallet_failed` for one that did not
   */
  signAuthorization(intent: Intent, isWanted: () => boolean): Promise<string>
  /**
   * Returns why the token takes an intent's signed authorization from nobody, as things stand: by its own answer to the call
   * (`eth_call` at the newest block). Undefined where it would take it, where it has taken it or its account has canceled it, and
   * where the account no longer has the money, which may come back.
   *
   * @throws PayError `chain_unreachable` where the chain does not say
   */
  findAuthorizationRefusal(intent: Intent): Promise<AuthorizationRefusal | undefined>
  /**
   * Searches the chain for a transfer whose hash the wallet did not return.
   *
   * @param range `fromBlock`: the block up to which the chain was searched before; `depth`: confirmations that make a
   * block final; `isUnanswered`: no page waits for the wallet's answer
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  searchTransfer(
    intent: Intent,
    range: { fromBlock?: bigint | undefined; depth: number; isUnanswered?: boolean },
  ): Promise<SearchResult>
  /**
   * Reads the status of a transaction.
   *
   * @param intent the intent that it belongs to, if known; without it a replacement cannot be found
   * @param depth confirmations that make a block final
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  getTransactionStatus(
    chainId: number,
    hash: string,
    intent: Intent | undefined,
    depth: number,
  ): Promise<TransactionStatus>
  /**
   * Reads the transaction that a wallet has answered with from the node that the page names (`rpcUrls`), never from
   * the wallet, and compares it with what the wallet was asked for.
   *
   * @throws PayError `chain_unreachable`
   */
  compareTransfer(intent: Intent, hash: string): Promise<Comparison>
  /**
   * Reads a transaction that the payer submits, and returns its hash and the option that it pays, partly or fully. If
   * no chain that can be read knows it, it is unseen, and the service may see it. `proof` is `signature` if the
   * transaction does not carry this charge's reference: then one of `signers`, the accounts that the money came from,
   * must sign.
   *
   * @param text a hash, or the URL of a block explorer that contains one
   * @throws PayError `payment_failed` with the reason, if the text is not a hash or its transaction does not pay the
   * charge
   */
  inspectTransaction(options: readonly PaymentOption[], text: string): Promise<InspectedTransaction>
  /**
   * Searches for transfers of exactly the quote's amount, which is a reserved one, by anybody, after a block. Without a
   * block it only returns the number of the latest one.
   *
   * @throws PayError `chain_unreachable` if the chain cannot be read
   */
  findIncomingTransfers(
    quote: Quote,
    fromBlock: bigint | undefined,
  ): Promise<{ hashes: string[]; toBlock: bigint }>
}

/** An amount that is reserved for one charge, so that a transfer of it proves which charge it pays. */
export interface Reservation {
  /** Base units. */
  amount: bigint
  /** When a transfer of it stops counting. Unix milliseconds. */
  expiresAt: number
  /** The same as the merchant has signed it, unverified, as a compact JWS. */
  signedReservation?: string | undefined
}

/** The port to the merchant's proxy. */
export interface MerchantProxy {
  /**
   * Loads the payment option of the element's charge. If the element has an order, the charge is created first.
   *
   * @param shouldCreate whether to create another charge, because the order's charge has ended
   */
  load(signal: AbortSignal, shouldCreate?: boolean): Promise<PaymentOption>
  /** Returns the id of the element's charge, if known before loading. It only decides where to look for a payment. */
  getChargeId(): string | undefined
  /**
   * Returns the id of an earlier charge of the element's order, which may have an unresolved payment in this browser.
   */
  getPreviousChargeId(): string | undefined
  /** Reads the charge again, in the asset of the option. A price that expires is read again too. */
  refresh(option: PaymentOption, signal: AbortSignal): Promise<PaymentOption>
  /**
   * Reports a transaction's hash for the charge, and returns the recorded payment; undefined if the service had recorded
   * it before. Reporting the same hash again succeeds.
   *
   * @param signature the paying account's signature, for a transfer that does not carry the charge's reference
   * @throws PayError `conflict` when it pays another charge
   * @see interface 4.6
   */
  reportTransaction(
    option: PaymentOption,
    hash: string,
    signal: AbortSignal,
    signature?: string,
  ): Promise<Payment | undefined>
  /**
   * Reads the status of a reported hash.
   *
   * @throws PayError `not_found` for a hash that was never reported, or that the service has dropped
   */
  getPaymentStatus(option: PaymentOption, hash: string, signal: AbortSignal): Promise<PaymentStatus>
  /** Returns what the service would send for an account without coin, in the option's token; undefined where nothing. */
  findAuthorizationOffer(
    option: PaymentOption,
    signal: AbortSignal,
  ): Promise<AuthorizationOffer | undefined>
  /**
   * Posts a signed authorization, and returns the hash of the transaction that it became. The same one again gets the same
   * answer, and cannot pay twice.
   *
   * @throws PayError that is `retryable` where it is unknown whether it is sent; `conflict` with `details.reason`
   */
  addAuthorization(intent: Intent, signal: AbortSignal): Promise<string>
  /** Lists the refunds of the charge, oldest first. @throws PayError `not_found` if the service has no refunds */
  listRefunds(option: PaymentOption, signal: AbortSignal): Promise<readonly CheckoutRefund[]>
  /**
   * Reserves an amount for a payer without a connected wallet.
   *
   * @throws PayError `conflict` with `details.reason` `no_room` or `not_payable`; `not_found` if the service cannot
   * reserve amounts
   */
  reserveAmount(option: PaymentOption, signal: AbortSignal): Promise<Reservation>
}

/** The journal's entry for a charge. */
export interface JournalEntry {
  /** The transfer that was requested; absent if this browser has none for the charge. */
  intent?: Intent | undefined
  hash?: string | undefined
  isRecorded?: boolean | undefined
  /** The transfer, if the transaction pays somebody else. No other payment may start here then. */
  misdirection?: Misdirection | undefined
  /** When it was settled as paid, in Unix milliseconds. Such an entry is a receipt and does not prevent a payment. */
  settledAt?: number | undefined
  /** Hashes that pay nothing, or that the payer has abandoned. */
  abandonedHashes?: readonly string[] | undefined
  /** Other hashes, or hashes that came after it was settled. They are reported to the service too. */
  unreportedHashes?: readonly UnreportedHash[] | undefined
  /** Whether the payer was shown where to send the payment from another wallet, and may have sent it since. */
  isAwaited?: boolean | undefined
  /**
   * A signed authorization that was posted and that the token refuses. Somebody may have kept the signature, so the token is asked
   * again before another payment begins. It does not prevent one by itself.
   */
  refused?: Intent | undefined
}

/** A hash that the service does not know yet, with the chain and token address of its transfer. */
export interface UnreportedHash {
  hash: string
  chainId: number
  token: string
  /** Whether the payer submitted it. It is then followed until the service has decided. */
  wasSubmitted?: boolean | undefined
  /** Whether the service has recorded it. It is then kept only if the payer submitted it. */
  isRecorded?: boolean | undefined
}

/** The port to the journal, which outlives the page. Each charge has one lock, which only one tab can hold. */
export interface Journal {
  /**
   * Reads the entry of a charge.
   *
   * @throws PayError `storage_unavailable` for an entry that cannot be read
   */
  read(chargeId: string): JournalEntry | undefined
  /**
   * Writes an intent and takes the charge's lock.
   *
   * @param hasConsented whether the payer continues although the browser cannot store anything: then the entry is kept
   * in the page's memory, and an unreadable entry is overwritten
   * @returns false when another tab holds the lock, or when the entry has an unresolved intent, or a settled one that
   * the payer has not seen: then nothing may be sent
   * @throws PayError `storage_unavailable`
   */
  writeIntent(intent: Intent, hasConsented?: boolean): Promise<boolean>
  /** Takes the lock to resume a payment of an earlier page. Returns false if another tab holds it. */
  acquireLock(chargeId: string): Promise<boolean>
  /** Waits until the tab that holds the lock is closed or has finished. Rejects when the signal is aborted. */
  waitForLock(chargeId: string, signal: AbortSignal): Promise<void>
  /** Releases the lock of a charge that has nothing unresolved. */
  releaseLock(chargeId: string): void
  /**
   * Writes the hash of an intent, also if the intent was abandoned. In an entry of another intent, or a settled one, it
   * is added as an unreported hash.
   */
  writeHash(intent: Intent, hash: string): void
  /**
   * Adds a hash beside the entry's own. It is kept until the service has answered; one that the payer submitted, until
   * the service has decided.
   */
  addUnreportedHash(quote: Quote, hash: string, isSubmitted?: boolean): void
  /** Updates the intent of an entry. An entry of another intent is left unchanged. */
  updateIntent(intent: Intent): void
  /**
   * Writes that the hash of an intent pays somebody else, or with undefined that it does not, and releases the charge's
   * lock: the other tabs then show the same. An unresolved entry of another intent is left unchanged.
   */
  writeMisdirection(intent: Intent, hash: string, misdirection: Misdirection | undefined): void
  /** Writes that the payer may send the payment from another wallet. */
  markAwaited(chargeId: string): void
  /** Marks a hash as recorded by the service, the entry's own or an unreported one. */
  markRecorded(chargeId: string, hash: string): void
  /** Removes an unreported hash on which the service has decided, or which it rejects. */
  removeUnreportedHash(chargeId: string, hash: string): void
  /**
   * Keeps a settled payment as a receipt and releases the lock. Returns false if any tab has settled the charge before.
   */
  markSettled(chargeId: string, hash: string): boolean
  /**
   * Ends an intent that is not paid and releases the charge's lock. An unresolved entry of another intent is left
   * unchanged, because a tab that holds the lock may have written it since. The hash is kept as an abandoned one.
   *
   * @param refused the intent, where its authorization was posted and the token refuses it
   */
  close(chargeId: string, intentId?: string, hash?: string, refused?: Intent): void
}

/** The status of a tab's payment, which it sends to the other tabs. `over`: no payment is in progress. */
export interface TabStatus {
  step: 'sending' | 'unknownOutcome' | 'reporting' | 'confirming' | 'over'
  hash?: string | undefined
  confirmations?: number | undefined
  requiredConfirmations?: number | undefined
}

/** The port to the other tabs of this browser. */
export interface Tabs {
  /** Sends this tab's status to the other tabs. */
  notify(chargeId: string, status: TabStatus): void
  /** Calls back with the status of other tabs. A tab that is paying answers at once. Returns how to stop. */
  listen(chargeId: string, onStatus: (status: TabStatus) => void): () => void
}

/**
 * Returns why an offer must not be paid on this page, if it disagrees with the page's pins.
 *
 * @param reservation the same offer with the amount that the service has reserved, where it has
 */
export type QuoteCheck = (
  option: PaymentOption,
  reservation?: PaymentOption,
) => PayError | undefined

/** Everything outside the checkout that the runner uses. */
export interface Ports {
  proxy: MerchantProxy
  journal: Journal
  tabs: Tabs
  /** Loads the wallet code on first use. */
  loadWallets: () => Promise<Wallets>
  /** Returns the other assets that the merchant accepts, as given by the page. */
  getAcceptedAssets: () => readonly AcceptedAsset[] | undefined
  /** Checks an offer against the page's pins. */
  checkQuote: QuoteCheck
  /** Returns whether the page is visible to the payer. */
  isPageVisible: () => boolean
  /** Returns the number of blocks to wait for: the page's setting, or the chain's default. */
  getRequiredConfirmations: (chainId: number) => number
  /**
   * Waits, but may end early when a retry makes sense: the browser is online again, or the payer is leaving the page.
   */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Returns the device's time in Unix milliseconds, which may be wrong by hours, and jump. */
  now: () => number
  /** Returns the milliseconds of a clock that only goes forward, as `performance.now`: for how long something takes. */
  monotonicNow: () => number
  random: () => number
  /** Called once for a success or a cancellation, for the page's events and redirects. */
  onLeave: (reason: 'success' | 'cancel') => void
}
