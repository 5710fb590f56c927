export { createWallets, type WalletsOptions } from './wallets.ts'
