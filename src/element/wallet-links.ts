/** A wallet's app that a link opens with a WalletConnect code. */
export interface WalletLink {
  name: string
  /** Where its links begin. A universal link opens the app, or its site where the app is missing. */
  base: string
}

/**
 * The wallets that most payers have. Any other takes the `wc:` link (ERC-1328), or the code itself.
 *
 * Where each says so: Trust at https://developer.trustwallet.com/developer/develop-for-trust/deeplinking, the others in
 * what they gave to RainbowKit (packages/rainbowkit/src/wallets/walletConnectors), Uniswap in its own interface
 * (UniwalletConnect).
 */
export const walletLinks: readonly WalletLink[] = [
  { name: 'MetaMask', base: 'https://metamask.app.link/' },
  { name: 'Trust Wallet', base: 'https://link.trustwallet.com/' },
  { name: 'Rainbow', base: 'https://rnbwapp.com/' },
  { name: 'Uniswap Wallet', base: 'https://uniswap.org/app/' },
  { name: 'Zerion', base: 'https://wallet.zerion.io/' },
  { name: 'Ledger', base: 'ledgerlive://' },
]

/** The link that opens a wallet with a code. */
export function walletLink({ base }: WalletLink, uri: string): string {
  return `${base}wc?uri=${encodeURIComponent(uri)}`
}
