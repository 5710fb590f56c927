import { type ChainId, getChainName } from './chain-names.ts'

// The table of chains has parts, because a payer's browser loads each when it needs it. A chain that is missing in one of them
// does not compile.
//
// - `chain-names.ts`, before any click: the name next to the price.
// - this file, with the checkout: block time, confirmations, explorer.
// - `chain-details.ts`, with wallets: coin, RPC URL, L1 fee.
// - `src/element/checkout/icons/names.ts`, with pictures: the drawing of its network.
// - `src/service/charges/awaited-finality.ts`, at the service: minutes until its blocks are final.
//
// `dollar-tokens.ts` lists the tokens. Tests compare the parts with viem/chains.

/** The local chain of Foundry's anvil and of Hardhat: a test network without public nodes or an explorer. */
export const localChainId = 31_337

/** A chain with a row in each part of the table: every named chain except the local one. */
export type KnownChainId = Exclude<ChainId, typeof localChainId>

type Row = [
  /** Milliseconds between two blocks, as viem/chains has it or, where that has none, the chain's own documentation. */
  blockTimeMs: number,
  /**
   * Blocks after which goods may be shipped: 1 is the block that the transfer was mined in. Enough to ship goods, few enough
   * that the payer stays on the page. `test` is for a test network, whose money has no value.
   */
  confirmations: number | 'test',
  /** The host of its block explorer. */
  explorer: string,
]

const rows: Record<KnownChainId, Row> = {
  1: [12_000, 3, 'etherscan.io'],
  10: [2000, 4, 'optimistic.etherscan.io'],
  56: [750, 5, 'bscscan.com'],
  97: [750, 'test', 'testnet.bscscan.com'],
  100: [5000, 4, 'gnosisscan.io'],
  137: [2000, 10, 'polygonscan.com'],
  300: [200, 'test', 'sepolia.explorer.zksync.io'],
  324: [200, 4, 'explorer.zksync.io'],
  8453: [2000, 4, 'basescan.org'],
  10200: [5000, 'test', 'blockscout.chiadochain.net'],
  42161: [250, 4, 'arbiscan.io'],
  42220: [1000, 4, 'celoscan.io'],
  43113: [1700, 'test', 'testnet.snowtrace.io'],
  43114: [1700, 2, 'snowtrace.io'],
  59141: [2000, 'test', 'sepolia.lineascan.build'],
  59144: [2000, 4, 'lineascan.build'],
  80002: [2000, 'test', 'amoy.polygonscan.com'],
  84532: [2000, 'test', 'sepolia.basescan.org'],
  421614: [250, 'test', 'sepolia.arbiscan.io'],
  534351: [3000, 'test', 'sepolia.scrollscan.com'],
  534352: [3000, 4, 'scrollscan.com'],
  11142220: [1000, 'test', 'celo-sepolia.blockscout.com'],
  11155111: [12_000, 'test', 'sepolia.etherscan.io'],
  11155420: [2000, 'test', 'optimism-sepolia.blockscout.com'],
}

const findRow = (chainId: number): Row | undefined => (rows as Record<number, Row>)[chainId]

/** Returns the milliseconds between two blocks; undefined for an unknown chain. */
export const getBlockTimeMs = (chainId: number): number | undefined => findRow(chainId)?.[0]

/** Returns whether a chain is a test network. */
export const isTestnet = (chainId: number): boolean =>
  chainId === localChainId || findRow(chainId)?.[1] === 'test'

/** Returns the number of blocks that a payer waits for by default: 6 for an unknown chain. */
export function getDefaultConfirmations(chainId: number): number {
  return isTestnet(chainId) ? 2 : Number(findRow(chainId)?.[1] ?? 6)
}

/** Returns the URL of a chain's block explorer; undefined where none is known. */
export function getExplorerBase(chainId: number): string | undefined {
  const host = findRow(chainId)?.[2]
  return host && `https://${host}`
}

/** The name and confirmations of a chain, which service and checkout must agree on. */
export interface ChainMetadata {
  /** The name that payers know. */
  name: string
  /** Blocks after which goods may be shipped: 1 is the block that the transfer was mined in. */
  confirmations: number
}

/** Returns the name and the default confirmations of a chain. */
export function getChainMetadata(chainId: number): ChainMetadata {
  return { name: getChainName(chainId), confirmations: getDefaultConfirmations(chainId) }
}
