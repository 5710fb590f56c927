// Which icons there are, and for what. One chunk, which loads once the price stands.

export { type IconName, loadIcon } from './drawings.ts'
export { getNetworkIcon, getTokenIcon, getWalletIcon } from './names.ts'
