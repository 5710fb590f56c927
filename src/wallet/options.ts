import type { CreateConnectorFn } from '@wagmi/core'
import type { Chain, EIP1193Provider } from 'viem'

/** The nonce that one account's transaction is asked with, so that of it and an earlier one only one can be mined. */
export interface AskedNonce {
  account: string
  nonce: number
}

/** A value for each chain, by its id. No text and no list, which TypeScript would take for one: they have numbers as keys. */
export interface ByChain<T> {
  readonly [chainId: number]: T
  readonly length?: never
}

/** The settings that the page and its element give to the wallets. */
export interface WalletsOptions {
  /** viem chains beyond the built-in ones. A chain given here replaces the built-in one of the same id. */
  chains?: readonly Chain[] | undefined
  /** RPC URLs by chain id. Where one is given, the chain is read there and not through the wallet. */
  rpcUrls?: ByChain<string> | undefined
  /** The page's own wallets: wagmi connectors or EIP-1193 providers. */
  wallets?: readonly (CreateConnectorFn | EIP1193Provider)[] | undefined
  /** The WalletConnect project's id. WalletConnect is offered only where it is set. */
  projectId?: string | undefined
  /** The URL of a WalletConnect relay, used in place of the library's own. */
  relayUrl?: string | undefined
  /** The paymaster that pays the network's fee for smart accounts (ERC-7677): a URL, or URLs by chain id. */
  paymasterUrl?: string | ByChain<string> | undefined
  /**
   * The nonce for a refund, as the service has chosen it. The script of the desk's page sets it. There is no attribute for it, and
   * a charge's reply cannot contain it: with a nonce chosen by a shop, a payment could replace another transaction of the payer's.
   */
  askedNonce?: AskedNonce | undefined
  /** Whether the charge's reference is appended to the calldata (ERC-8021). @default true */
  attribution?: boolean | undefined
}
