/** Each drawing is a chunk of its own, whose hash the loader checks as that of any other code. */
const drawings = {
  usdc: () => import('./svg/usdc.ts'),
  usdt: () => import('./svg/usdt.ts'),
  eth: () => import('./svg/eth.ts'),
  bnb: () => import('./svg/bnb.ts'),
  xdai: () => import('./svg/xdai.ts'),
  pol: () => import('./svg/pol.ts'),
  celo: () => import('./svg/celo.ts'),
  avax: () => import('./svg/avax.ts'),
  ethereum: () => import('./svg/ethereum.ts'),
  optimism: () => import('./svg/optimism.ts'),
  bsc: () => import('./svg/bsc.ts'),
  gnosis: () => import('./svg/gnosis.ts'),
  polygon: () => import('./svg/polygon.ts'),
  zksync: () => import('./svg/zksync.ts'),
  base: () => import('./svg/base.ts'),
  arbitrum: () => import('./svg/arbitrum.ts'),
  'celo-network': () => import('./svg/celo-network.ts'),
  avalanche: () => import('./svg/avalanche.ts'),
  linea: () => import('./svg/linea.ts'),
  scroll: () => import('./svg/scroll.ts'),
  metamask: () => import('./svg/metamask.ts'),
  trust: () => import('./svg/trust.ts'),
  rainbow: () => import('./svg/rainbow.ts'),
  uniswap: () => import('./svg/uniswap.ts'),
  zerion: () => import('./svg/zerion.ts'),
  ledger: () => import('./svg/ledger.ts'),
  phantom: () => import('./svg/phantom.ts'),
  okx: () => import('./svg/okx.ts'),
  binance: () => import('./svg/binance.ts'),
  rabby: () => import('./svg/rabby.ts'),
}

/** An icon that exists. */
export type IconName = keyof typeof drawings

/** Loads an icon, as a URL that a picture can show: what is in it can do nothing. */
export async function loadIcon(name: IconName): Promise<string> {
  const { default: drawing } = await drawings[name]()
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
