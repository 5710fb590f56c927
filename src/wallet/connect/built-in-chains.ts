import type { Chain } from 'viem'

// The same data as in viem/chains (a test compares the two), without its formatters, serializers and contracts, which
// are not needed here and cost 9 KiB. The RPC URL and the explorer are only for wallets that do not know a chain yet
// and are asked to add it (EIP-3085); nothing here calls them.

type ChainDefinition = [id: number, name: string, coin: string, rpc: string, explorer: string]

const definitions: ChainDefinition[] = [
  [1, 'Ethereum', 'ETH', 'ethereum-rpc.publicnode.com', 'etherscan.io'],
  [10, 'OP Mainnet', 'ETH', 'mainnet.optimism.io', 'optimistic.etherscan.io'],
  [56, 'BNB Smart Chain', 'BNB', 'bsc-dataseed.bnbchain.org', 'bscscan.com'],
  [97, 'BNB Testnet', 'tBNB', 'data-seed-prebsc-1-s1.bnbchain.org:8545', 'testnet.bscscan.com'],
  [100, 'Gnosis', 'XDAI', 'rpc.gnosischain.com', 'gnosisscan.io'],
  [137, 'Polygon', 'POL', 'polygon-rpc.com', 'polygonscan.com'],
  [300, 'ZKsync Sepolia', 'ETH', 'sepolia.era.zksync.dev', 'sepolia.explorer.zksync.io'],
  [324, 'ZKsync Era', 'ETH', 'mainnet.era.zksync.io', 'explorer.zksync.io'],
  [8453, 'Base', 'ETH', 'mainnet.base.org', 'basescan.org'],
  [10200, 'Gnosis Chiado', 'xDAI', 'rpc.chiadochain.net', 'blockscout.chiadochain.net'],
  [42161, 'Arbitrum One', 'ETH', 'arb1.arbitrum.io/rpc', 'arbiscan.io'],
  [42220, 'Celo', 'CELO', 'forno.celo.org', 'celoscan.io'],
  [43113, 'Avalanche Fuji', 'AVAX', 'api.avax-test.network/ext/bc/C/rpc', 'testnet.snowtrace.io'],
  [43114, 'Avalanche', 'AVAX', 'api.avax.network/ext/bc/C/rpc', 'snowtrace.io'],
  [59141, 'Linea Sepolia', 'ETH', 'rpc.sepolia.linea.build', 'sepolia.lineascan.build'],
  [59144, 'Linea', 'ETH', 'rpc.linea.build', 'lineascan.build'],
  [80002, 'Polygon Amoy', 'POL', 'rpc-amoy.polygon.technology', 'amoy.polygonscan.com'],
  [84532, 'Base Sepolia', 'ETH', 'sepolia.base.org', 'sepolia.basescan.org'],
  [421614, 'Arbitrum Sepolia', 'ETH', 'sepolia-rollup.arbitrum.io/rpc', 'sepolia.arbiscan.io'],
  [534351, 'Scroll Sepolia', 'ETH', 'sepolia-rpc.scroll.io', 'sepolia.scrollscan.com'],
  [534352, 'Scroll', 'ETH', 'rpc.scroll.io', 'scrollscan.com'],
  [
    11142220,
    'Celo Sepolia',
    'S-CELO',
    'forno.celo-sepolia.celo-testnet.org',
    'celo-sepolia.blockscout.com',
  ],
  [11155111, 'Sepolia', 'ETH', 'ethereum-sepolia-rpc.publicnode.com', 'sepolia.etherscan.io'],
  [11155420, 'OP Sepolia', 'ETH', 'sepolia.optimism.io', 'optimism-sepolia.blockscout.com'],
]

/** The local chain of Foundry's anvil and of Hardhat. */
const localChain: Chain = {
  id: 31_337,
  name: 'Localhost',
  nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}

/** The chains that work without the page giving their definition. */
export const builtInChains: readonly Chain[] = [
  ...definitions.map(
    ([id, name, nativeSymbol, rpc, explorer]): Chain => ({
      id,
      name,
      nativeCurrency: { name: nativeSymbol, symbol: nativeSymbol, decimals: 18 },
      rpcUrls: { default: { http: [`https://${rpc}`] } },
      blockExplorers: { default: { name: explorer, url: `https://${explorer}` } },
    }),
  ),
  localChain,
]
