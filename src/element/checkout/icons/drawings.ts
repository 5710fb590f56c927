/** Each drawing is a separate chunk, whose hash the loader checks like that of any other code. */
const drawings = {
  usdc: () => import('./tokens/usdc.ts'),
  usdt: () => import('./tokens/usdt.ts'),
  eth: () => import('./tokens/eth.ts'),
  bnb: () => import('./tokens/bnb.ts'),
  xdai: () => import('./tokens/xdai.ts'),
  pol: () => import('./tokens/pol.ts'),
  celo: () => import('./tokens/celo.ts'),
  avax: () => import('./tokens/avax.ts'),
  ethereum: () => import('./networks/ethereum.ts'),
  optimism: () => import('./networks/optimism.ts'),
  bsc: () => import('./networks/bsc.ts'),
  gnosis: () => import('./networks/gnosis.ts'),
  polygon: () => import('./networks/polygon.ts'),
  zksync: () => import('./networks/zksync.ts'),
  base: () => import('./networks/base.ts'),
  arbitrum: () => import('./networks/arbitrum.ts'),
  'celo-network': () => import('./networks/celo-network.ts'),
  avalanche: () => import('./networks/avalanche.ts'),
  linea: () => import('./networks/linea.ts'),
  scroll: () => import('./networks/scroll.ts'),
  metamask: () => import('./wallets/metamask.ts'),
  trust: () => import('./wallets/trust.ts'),
  rainbow: () => import('./wallets/rainbow.ts'),
  uniswap: () => import('./wallets/uniswap.ts'),
  zerion: () => import('./wallets/zerion.ts'),
  ledger: () => import('./wallets/ledger.ts'),
  phantom: () => import('./wallets/phantom.ts'),
  okx: () => import('./wallets/okx.ts'),
  binance: () => import('./wallets/binance.ts'),
  rabby: () => import('./wallets/rabby.ts'),
}

/** An icon that exists. */
export type IconName = keyof typeof drawings

/** Loads an icon, as a URL that a picture can show, where its content cannot run code. */
export async function loadIcon(name: IconName): Promise<string> {
  const { default: drawing } = await drawings[name]()
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
