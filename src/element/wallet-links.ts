/** A wallet app that can be opened by a link with a WalletConnect URI. */
export interface WalletLink {
  name: string
  /** The start of its links. A universal link opens the app, or the wallet's website where the app is not installed. */
  baseUrl: string
}

/**
 * The wallets that most payers have. Any other wallet takes the `wc:` link (ERC-1328), or the QR code.
 *
 * Sources: for Trust https://developer.trustwallet.com/developer/develop-for-trust/deeplinking, for Uniswap its own
 * interface (UniwalletConnect), for the others RainbowKit (packages/rainbowkit/src/wallets/walletConnectors).
 */
export const walletLinks: readonly WalletLink[] = [
  { name: 'MetaMask', baseUrl: 'https://metamask.app.link/' },
  { name: 'Trust Wallet', baseUrl: 'https://link.trustwallet.com/' },
  { name: 'Rainbow', baseUrl: 'https://rnbwapp.com/' },
  { name: 'Uniswap Wallet', baseUrl: 'https://uniswap.org/app/' },
  { name: 'Zerion', baseUrl: 'https://wallet.zerion.io/' },
  { name: 'Ledger', baseUrl: 'ledgerlive://' },
]

/** Returns the link that opens a wallet with a WalletConnect URI. */
export function buildWalletLink({ baseUrl }: WalletLink, uri: string): string {
  return `${baseUrl}wc?uri=${encodeURIComponent(uri)}`
}
