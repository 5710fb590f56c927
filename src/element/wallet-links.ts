/** A wallet's app that a link opens with a WalletConnect code. */
export interface WalletLink {
  name: string
  /** Its universal link: opens the app, or its site where the app is missing. */
  universal: string
}

/** The wallets that most payers have. Any other takes the plain code, or the `wc:` link. */
export const walletLinks: readonly WalletLink[] = [
  { name: 'MetaMask', universal: 'https://metamask.app.link' },
  { name: 'Trust Wallet', universal: 'https://link.trustwallet.com' },
  { name: 'Rainbow', universal: 'https://rnbwapp.com' },
]

/** The link that opens a wallet with a code. */
export function walletLink({ universal }: WalletLink, uri: string): string {
  return `${universal}/wc?uri=${encodeURIComponent(uri)}`
}
