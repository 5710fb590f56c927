import type { Address, Chain } from 'viem'
import type { Provider } from './provider.ts'

// Adapters to wallets, with only the features that this package uses. wagmi's own are not used for the wallets in the page: its
// store and its connectors are two thirds of the code that a payer with such a wallet would load before the wallet opens, and its
// injected connector asks for permissions again (`wallet_requestPermissions`) on every page.

/** The adapter to one wallet. */
export interface Connector {
  /** Recognizes the wallet on another page. */
  readonly id: string
  readonly name: string
  /** The domain under which a wallet announces itself (EIP-6963), which nobody checks. */
  readonly rdns?: string | undefined
  readonly icon?: string | undefined
  getProvider(): Promise<Provider>
  /** Asks for the accounts and the chain. The payer is asked unless the wallet has let this page see them before. */
  connect(): Promise<{ accounts: readonly Address[]; chainId: number }>
  /** Reads the accounts that the wallet shows now, without asking the payer. */
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  /** Switches the wallet to a chain, and resolves when it is there. Rejects with the wallet's error. */
  switchChain(chain: Chain): Promise<void>
  /** Ends a session with a wallet on another device. */
  disconnect?(): Promise<void>
  /** Calls back with every change that the wallet reports, until the signal aborts. Called once for each connector. */
  listen(listener: ConnectorListener, signal: AbortSignal): void
}

/** Receives a wallet's events. They may be wrong or missing, and decide nothing about money. */
export interface ConnectorListener {
  /** An empty list means that the wallet is locked, or no longer shows this page an account. */
  onAccounts(accounts: readonly string[]): void
  onChain(chainId: number): void
  onDisconnect(): void
}
