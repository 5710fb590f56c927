export { mergeChains } from './connect/chains.ts'
export { loadWallets } from './load-wallets.ts'
export type { WalletsOptions } from './options.ts'
export { createWallets } from './wallets.ts'
