export { loadWallets } from './load-wallets.ts'
export type { WalletsOptions } from './options.ts'
export { createWallets } from './wallets.ts'
