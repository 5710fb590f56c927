// All icons, by token, network and wallet. One chunk, which loads once the price stands.

export { type IconName, loadIcon } from './drawings.ts'
export { getNetworkIcon, getTokenIcon, getWalletIcon } from './names.ts'
