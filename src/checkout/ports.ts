// Every port of the checkout, with what goes through it, so that adapters are read against one page; hence its length.
import type { Payment, PaymentStatus } from '../api/payment.ts'
import type { Deal, Quote } from './deal.ts'
import type { Accept } from './pairs.ts'

/** A wallet that the payer may choose. */
export interface WalletInfo {
  id: string
  name: string
  /** A data: URI (EIP-6963), where the wallet shows one. */
  icon?: string | undefined
  /** Connected by a code that is scanned, or a link that is followed. */
  scan?: boolean | undefined
}

export interface Account {
  address: string
  /** The chain that the wallet is on; it may change at any time. */
  chainId: number
  wallet: WalletInfo
}

/** What an account has and needs, in base units, read before the wallet is opened. */
export interface Funds {
  /** Of the token that is asked. */
  token: bigint
  /** Of the chain's own coin. */
  native: bigint
  /** What the network's fee may cost, in the chain's own coin: what a wallet asks for at least, 0n where others pay it. */
  fee: bigint
  nativeSymbol: string
  /** The account's next nonce. */
  nonce: number
  /** The newest block. */
  block: bigint
}

/** What a wallet answers in place of a transaction: it is sent when others have signed (Safe), or by a bundler (EIP-5792). */
export interface Proposal {
  kind: 'signatures' | 'batch'
  /** safeTxHash, or the batch's id. */
  id: string
  /** Signatures that are needed, where the account can be read. */
  threshold?: number | undefined
  owners?: readonly { address: string; approved: boolean }[] | undefined
  /** The wallet says that it is in no block and will be in none: nothing is paid by it. */
  failed?: boolean | undefined
}

/** How a deal could be paid by an account, as far as that can be read. */
export interface Holding {
  deal: Deal
  /** Base units of its token; undefined where its chain cannot be read. */
  held?: bigint | undefined
  /** Base units of the token, or of the chain's own coin for the fee, that are missing. */
  missing?: { of: 'token' | 'gas'; amount: bigint; symbol: string; decimals: number } | undefined
}

/** What is about to be asked of a wallet. It is written down before the wallet opens. */
export interface Intent {
  /** Distinguishes one try from the next. */
  id: string
  from: string
  quote: Quote
  /** The account's next nonce when the wallet was asked: the transfer has it, or one that follows. */
  nonce: number
  /** The nonce that the transfer has, once the chain has shown it. */
  used?: number | undefined
  /** The newest block then: the transfer is in a later one. */
  block: bigint
  /** Unix milliseconds. */
  time: number
  /** Hashes that the charge was paid with before, in part: none of them is this transfer. */
  known?: string[] | undefined
  /** The wallet takes no data on a plain send and was asked once more without: its transfer names nobody. */
  withoutData?: true | undefined
  /** What the wallet answered in place of a transaction. */
  proposal?: Pick<Proposal, 'kind' | 'id'> | undefined
}

/**
 * What a chain shows of an intent, up to a block. `named`: the transfer carries the charge's reference; one of the intent's
 * own nonce, account, recipient and amount is ours also without it, and the payer signs for it then. `used`: its nonce went, for good, to something that is not our transfer,
 * as far as is seen; the wallet may have chosen another nonce.
 */
export type Sighting =
  | { seen: 'transfer'; hash: string; named: boolean }
  | { seen: 'used' | 'nothing'; upTo: bigint; proposal?: Proposal | undefined }

/**
 * How a transaction stands on its chain. `replaced`: another one was mined with its nonce, `hash` one that makes the very
 * same transfer (sped up), none where it makes another (cancelled), deep enough to be final. `nonce`: of the payer's
 * account; none where somebody else sends the transaction for it (a bundler, an owner of a Safe). `reverted` is also true
 * where such a transaction went through, and the payer's call in it did not.
 */
export type Fate =
  | { seen: 'mined'; confirmations: number; reverted: boolean; nonce?: number }
  | { seen: 'pending'; nonce?: number }
  | { seen: 'unknown' }
  | { seen: 'replaced'; hash?: string | undefined }

/** A transaction that the payer named, as the chain shows it. */
export interface Inspected {
  hash: string
  deal: Deal
  proof: 'reference' | 'signature'
  /** The accounts that the money left. */
  signers: string[]
}

/** The wallets of a page. Every method rejects with a PayError. */
export interface Wallets {
  /** Tells the wallets there are, at once and whenever one more announces itself. Returns how to stop. */
  watch(tell: (wallets: WalletInfo[]) => void): () => void
  /**
   * @param tell hears the code that the payer's wallet has to scan, or the link to follow, of one that is connected so
   * @param chainIds chains on which can be paid, the best first: a wallet on another device is asked for them at once
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  connect(
    walletId: string,
    tell: (uri: string) => void,
    chainIds?: readonly number[],
  ): Promise<Account>
  /** Tells the connected account whenever it changes, undefined when there is none any more. Returns how to stop. */
  account(tell: (account: Account | undefined) => void): () => void
  /** Changes the wallet's chain, adding it where the wallet does not know it. @throws PayError `chain_refused`, `chain_unknown` */
  switchChain(chainId: number): Promise<void>
  funds(quote: Quote, from: string): Promise<Funds>
  /** In which of several deals an account can pay: what can be paid first, and of that what the payer chose last. */
  holdings(deals: readonly Deal[], from: string): Promise<Holding[]>
  /**
   * Asks the wallet for the transfer and gives its hash. One that is not wanted any more, when the wallet is about to be
   * asked, is refused.
   * Rejects with `wallet_refused` or `chain_refused` only when it is certain that nothing was sent.
   *
   * @param tell hears what the wallet answers in place of a transaction, which comes later then
   * @param onWithoutData called before the wallet is asked once more without data, for the intent's `withoutData`
   */
  transfer(
    intent: Intent,
    isWanted: () => boolean,
    tell: (proposal: Proposal) => void,
    onWithoutData?: () => void,
  ): Promise<string>
  /**
   * Asks the connected wallet for a signature over a text (EIP-191 `personal_sign`). A contract wallet's answer is returned
   * as it is.
   *
   * @param account who signs; refused where another account is connected
   * @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed`
   */
  sign(account: string, message: string): Promise<string>
  /**
   * Looks on the chain for a transfer whose answer was lost.
   *
   * @param range `from`: the block up to which was searched before; `depth`: confirmations that make a block final;
   *   `isUnanswered`: nobody waits for the wallet's answer any more
   */
  search(
    intent: Intent,
    range: { from?: bigint | undefined; depth: number; isUnanswered?: boolean },
  ): Promise<Sighting>
  /**
   * Reads what became of a transaction.
   *
   * @param intent what it is the transfer of, where that is known: without it no replacement can be found
   * @param depth confirmations that make a block final
   * @throws PayError `chain_unreachable` when no wallet is connected that could be asked
   */
  fate(chainId: number, hash: string, intent: Intent | undefined, depth: number): Promise<Fate>
  /**
   * Reads a transaction that the payer names, and returns its hash and the deal that it pays, in part or in whole. Where no
   * chain can be read it takes the first deal: then the service judges alone. `proof` is `signature` where the transaction
   * carries no reference of this charge: then one of `signers`, the accounts that the money left, has to sign.
   *
   * @param text a hash, or an explorer's address that holds one
   * @throws PayError `payment_failed` with the reason for what is no hash, or one that does not fit
   */
  inspect(deals: readonly Deal[], text: string): Promise<Inspected>
  /**
   * Looks for transfers of exactly the quote's amount, which is a reserved one, made by anybody after a block. Without a
   * block it returns the newest one.
   *
   * @throws PayError `chain_unreachable` where the chain cannot be read
   */
  arrivals(quote: Quote, from: bigint | undefined): Promise<{ hashes: string[]; upTo: bigint }>
}

/** An amount that is one charge's alone, in base units, and until when (Unix milliseconds) a transfer of it counts. */
export interface Reservation {
  amount: bigint
  expiresAt: number
}

/** The merchant's proxy. */
export interface Shop {
  /**
   * Loads the deal of the charge that the element names, created where it has an order.
   *
   * @param anew the one that was made for the order is over: another is created
   */
  load(signal: AbortSignal, anew?: boolean): Promise<Deal>
  /** The charge that the element names, if it is known before it is loaded. Only where to look for a payment. */
  chargeId(): string | undefined
  /** An earlier charge of the element's order, of which this browser may know an unresolved payment. */
  earlierChargeId(): string | undefined
  /** Reads the charge as it is now, in the terms of the deal; with its price anew where that holds for a while only. */
  refresh(deal: Deal, signal: AbortSignal): Promise<Deal>
  /**
   * Records a hash; our own hash a second time is a success.
   *
   * @param signature the paying account's, for a transfer that does not carry the charge's reference
   * @throws PayError `conflict` when it pays another charge
   */
  record(
    deal: Deal,
    hash: string,
    signal: AbortSignal,
    signature?: string,
  ): Promise<Payment | undefined>
  /** Reads how a reported hash stands. @throws PayError `not_found` for one that was never reported, or is forgotten */
  status(deal: Deal, hash: string, signal: AbortSignal): Promise<PaymentStatus>
  /**
   * Reserves an amount for whoever pays without a connected wallet.
   *
   * @throws PayError `conflict`, its `details.reason` `no_room` or `not_payable`; `not_found` for a service without any
   */
  reserve(deal: Deal, signal: AbortSignal): Promise<Reservation>
}

/** What a journal knows of a charge. */
export interface Entry {
  /** None where nothing of this browser is unresolved. */
  intent?: Intent | undefined
  hash?: string | undefined
  recorded?: boolean | undefined
  /** Unix milliseconds of when it was settled as paid: then the entry is a receipt, and stops nobody from paying. */
  done?: number | undefined
  /** Hashes that pay nothing, or that the payer has given up. */
  former?: readonly string[] | undefined
  /** Hashes beside the entry's own, or told after it was settled: the service hears of them, too. */
  late?: readonly Late[] | undefined
}

/** A hash that the service is yet to hear of, and what it was paid with. */
export interface Late {
  hash: string
  chainId: number
  token: string
  /** The payer named it: it is followed until the service has decided. */
  named?: boolean | undefined
  /** The service has taken it. Only one that was named is kept then. */
  recorded?: boolean | undefined
}

/** Outlives the page. With one lock a charge, of which one tab of the browser is the holder. */
export interface Journal {
  /** @throws PayError `storage_unavailable` for an entry that cannot be read */
  read(chargeId: string): Entry | undefined
  /**
   * Writes an intent and takes the charge's lock.
   *
   * @param consented the payer was told that nothing can be kept and goes on: then the page's memory must do, and an
   * entry that cannot be read gives way
   * @returns false when another tab holds the lock, or an unresolved intent stands there, or a settled one that the
   * payer has not been shown: nothing may be sent then
   * @throws PayError `storage_unavailable`
   */
  open(intent: Intent, consented?: boolean): Promise<boolean>
  /** Takes the lock for what a former page left. False: another tab has it. */
  hold(chargeId: string): Promise<boolean>
  /** Waits until the lock is ours: the tab that had it has ended, or is done. Rejects when the signal is aborted. */
  inherit(chargeId: string, signal: AbortSignal): Promise<void>
  /** Frees the lock of a charge that has nothing unresolved. */
  release(chargeId: string): void
  /**
   * Puts a hash beside its intent, also where that was given up. An entry of another intent, or a settled one, keeps it as
   * late.
   */
  hash(intent: Intent, hash: string): void
  /** Keeps a hash beside the entry's own, until the service has answered; one that the payer `named`, until it has decided. */
  late(quote: Quote, hash: string, named?: boolean): void
  /** Writes down what was learned of an intent. An entry of another one stands. */
  note(intent: Intent): void
  /** The service has taken this hash, the entry's own or a late one. */
  recorded(chargeId: string, hash: string): void
  /** The service has decided about a late hash, or wants to hear no more of it. */
  forgetLate(chargeId: string, hash: string): void
  /** Keeps a settled payment as a receipt, and frees the lock. False when the charge was settled before, in any tab. */
  done(chargeId: string, hash: string): boolean
  /**
   * Ends an intent that is not paid, and frees the charge's lock: nothing of it is unresolved. An unresolved entry of
   * another intent stands: a tab that holds the lock may have written it since. A hash is kept as a former one.
   */
  close(chargeId: string, intentId?: string, hash?: string): void
}

/** What a tab tells the others of the payment that it makes. `over`: nothing of it is under way any more. */
export interface Mirror {
  step: 'sending' | 'unsure' | 'recording' | 'confirming' | 'over'
  hash?: string | undefined
  confirmations?: number | undefined
  needed?: number | undefined
}

/** The other tabs of this browser. */
export interface Tabs {
  tell(chargeId: string, mirror: Mirror): void
  /** Hears what others tell of a charge; one that pays tells at once how it stands. Returns how to stop. */
  listen(chargeId: string, heard: (mirror: Mirror) => void): () => void
}

/** Everything the runner touches. */
export interface Ports {
  shop: Shop
  journal: Journal
  tabs: Tabs
  /** Loads the wallet code on first use. */
  wallets: () => Promise<Wallets>
  /** What else the merchant takes, by the page's own word. */
  accepts: () => readonly Accept[] | undefined
  /** True while the payer can see the page. */
  isSeen: () => boolean
  /** Blocks to wait for, where the page says so. */
  confirmations: (chainId: number) => number
  /** May end early, when there is a reason to try at once: the browser is online again, or the page is being left. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Unix milliseconds. */
  now: () => number
  random: () => number
  /** Told once per success and per cancel: the page's events and redirects. */
  leave: (how: 'success' | 'cancel') => void
}
