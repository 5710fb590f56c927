import type { Payment } from '../api/payment.ts'
import type { Deal, Quote } from './deal.ts'

/** A wallet that the payer may choose. */
export interface WalletInfo {
  id: string
  name: string
  /** A data: URI (EIP-6963), where the wallet shows one. */
  icon?: string | undefined
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
  /** What the network's fee may cost at most, in the chain's own coin. */
  fee: bigint
  nativeSymbol: string
  /** The account's next nonce. */
  nonce: number
  /** The newest block. */
  block: bigint
}

/** What is about to be asked of a wallet. It is written down before the wallet opens. */
export interface Intent {
  /** Distinguishes one try from the next. */
  id: string
  from: string
  quote: Quote
  /** The account's next nonce when the wallet was asked: the transfer uses it, or something else did. */
  nonce: number
  /** The newest block then: the transfer is in a later one. */
  block: bigint
  /** Unix milliseconds. */
  time: number
}

/** What a chain shows of an intent. `used`: its nonce went to something that is not our transfer. */
export type Sighting = { seen: 'transfer'; hash: string } | { seen: 'used' } | { seen: 'nothing' }

/** How deep a transaction is. 0 confirmations: it waits to be mined. */
export interface Depth {
  confirmations: number
  reverted: boolean
}

/** The wallets of a page. Every method rejects with a PayError. */
export interface Wallets {
  /** Tells the wallets there are, at once and whenever one more announces itself. Returns how to stop. */
  watch(tell: (wallets: WalletInfo[]) => void): () => void
  /** @throws PayError `wallet_refused`, `wallet_busy`, `wallet_failed` */
  connect(walletId: string): Promise<Account>
  /** Changes the wallet's chain, adding it where the wallet does not know it. @throws PayError `chain_refused`, `chain_unknown` */
  switchChain(chainId: number): Promise<void>
  funds(quote: Quote, from: string): Promise<Funds>
  /**
   * Asks the wallet for the transfer and gives its hash.
   * Rejects with `wallet_refused` or `chain_refused` only when it is certain that nothing was sent.
   */
  transfer(intent: Intent): Promise<string>
  /** Looks on the chain for a transfer whose answer was lost. */
  search(intent: Intent): Promise<Sighting>
  /** @throws PayError `chain_unreachable` when no wallet is connected that could be asked */
  depth(chainId: number, hash: string): Promise<Depth>
}

/** The merchant's proxy. */
export interface Shop {
  /** The deal of the charge that the element names, created where it has an order. */
  load(signal: AbortSignal): Promise<Deal>
  /** The charge as it is now, in the terms of the deal. */
  refresh(deal: Deal, signal: AbortSignal): Promise<Deal>
  /** Records a hash; our own hash a second time is a success. @throws PayError `conflict` when it pays another charge */
  record(deal: Deal, hash: string, signal: AbortSignal): Promise<Payment | undefined>
}

/** What a journal knows of a charge. */
export interface Entry {
  intent: Intent
  hash?: string | undefined
  recorded?: boolean | undefined
}

/** Outlives the page. */
export interface Journal {
  read(chargeId: string): Entry | undefined
  /**
   * Writes an intent and takes the charge's lock.
   *
   * @returns false when another tab holds it, or an unresolved intent stands there: nothing may be sent then
   * @throws PayError `storage_unavailable`
   */
  open(intent: Intent): Promise<boolean>
  /** Puts a hash beside its intent, also where that was given up. An entry of another intent stands. */
  hash(intent: Intent, hash: string): void
  recorded(chargeId: string): void
  /**
   * Forgets a charge and frees its lock: nothing of it is unresolved. With an intent's id, an entry of another intent
   * stands: a tab that holds the lock may have written it since.
   */
  close(chargeId: string, intentId?: string): void
}

/** Everything the runner touches. */
export interface Ports {
  shop: Shop
  journal: Journal
  /** Loads the wallet code on first use. */
  wallets: () => Promise<Wallets>
  /** Blocks to wait for, where the page says so. */
  confirmations: (chainId: number) => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Unix milliseconds. */
  now: () => number
  random: () => number
  /** Told once per success and per cancel: the page's events and redirects. */
  leave: (how: 'success' | 'cancel') => void
}
