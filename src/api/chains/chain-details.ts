import type { KnownChainId } from './chains.ts'

/** The data about a chain that wallets need: the last part of the table of chains (`chains.ts`). */
export type ChainDetails = [
  /** The symbol of its native currency, which has 18 decimals. */
  coin: string,
  /** Host and path of an RPC URL for wallets that are asked to add the chain (EIP-3085). Nothing here calls it. */
  rpc: string,
  /**
   * The rollup's contract with the price of a transaction's bytes on Ethereum, where the gas does not include it. Celo is an OP
   * Stack chain without it, because that fee is always zero there:
   * https://docs.celo.org/specs/transaction-fees#zero-l1--operator-fees
   */
  l1Fee?: 'op' | 'scroll',
]

const rows: Record<KnownChainId, ChainDetails> = {
  1: ['ETH', 'ethereum-rpc.publicnode.com'],
  10: ['ETH', 'mainnet.optimism.io', 'op'],
  56: ['BNB', 'bsc-dataseed.bnbchain.org'],
  97: ['tBNB', 'data-seed-prebsc-1-s1.bnbchain.org:8545'],
  100: ['XDAI', 'rpc.gnosischain.com'],
  137: ['POL', 'polygon-rpc.com'],
  300: ['ETH', 'sepolia.era.zksync.dev'],
  324: ['ETH', 'mainnet.era.zksync.io'],
  8453: ['ETH', 'mainnet.base.org', 'op'],
  10200: ['xDAI', 'rpc.chiadochain.net'],
  42161: ['ETH', 'arb1.arbitrum.io/rpc'],
  42220: ['CELO', 'forno.celo.org'],
  43113: ['AVAX', 'api.avax-test.network/ext/bc/C/rpc'],
  43114: ['AVAX', 'api.avax.network/ext/bc/C/rpc'],
  59141: ['ETH', 'rpc.sepolia.linea.build'],
  59144: ['ETH', 'rpc.linea.build'],
  80002: ['POL', 'rpc-amoy.polygon.technology'],
  84532: ['ETH', 'sepolia.base.org', 'op'],
  421614: ['ETH', 'sepolia-rollup.arbitrum.io/rpc'],
  534351: ['ETH', 'sepolia-rpc.scroll.io', 'scroll'],
  534352: ['ETH', 'rpc.scroll.io', 'scroll'],
  11142220: ['S-CELO', 'forno.celo-sepolia.celo-testnet.org'],
  11155111: ['ETH', 'ethereum-sepolia-rpc.publicnode.com'],
  11155420: ['ETH', 'sepolia.optimism.io', 'op'],
}

/** The chains of the table: all but the local one. */
export const knownChainIds: readonly number[] = Object.keys(rows).map(Number)

/** Returns the last part of a chain; undefined for the local and for an unknown one. */
export const findChainDetails = (chainId: number): ChainDetails | undefined =>
  (rows as Record<number, ChainDetails>)[chainId]
