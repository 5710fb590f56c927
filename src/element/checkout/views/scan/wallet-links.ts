/** A wallet app that can be opened by a link. */
export interface WalletLink {
  name: string
  /**
   * The start of a link with a WalletConnect URI. A universal link opens the app, or the wallet's website where the app is not
   * installed. Undefined for a wallet that does not accept such a URI from a browser.
   */
  connectUrl?: string
  /** Returns the link that opens a page in the browser of the app. Undefined for a wallet that documents none. */
  getBrowseUrl?: (page: URL) => string
  /** Where the wallet's extension is installed from, and for which browsers. */
  extension?: { url: string; browsers: readonly Browser[] }
}

type Browser = 'chromium' | 'firefox'

/**
 * The wallets that most payers have. Any other wallet takes the `wc:` link (ERC-1328), or the QR code.
 *
 * Sources of `connectUrl`: for Trust https://developer.trustwallet.com/developer/develop-for-trust/deeplinking, for Uniswap
 * its own interface (UniwalletConnect), for Rabby its entry in WalletConnect's registry, for the others RainbowKit
 * (packages/rainbowkit/src/wallets/walletConnectors). Sources of `getBrowseUrl`:
 * MetaMask https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks,
 * Base https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration,
 * Phantom https://docs.phantom.com/phantom-deeplinks/other-methods/browse,
 * OKX https://web3.okx.com/build/docs/waas/app-universal-link, and Trust as above. Binance no longer opens a page by a link
 * (https://developers.binance.com/en/docs/products/web3-connect/change-log, 2026-10-30).
 */
export const walletLinks: readonly WalletLink[] = [
  {
    name: 'MetaMask',
    connectUrl: 'https://metamask.app.link/wc?uri=',
    // The address without its scheme, as in the documentation. The part after `#` belongs to it: a store may route by it.
    getBrowseUrl: ({ href, protocol }) =>
      `https://link.metamask.io/dapp/${href.slice(`${protocol}//`.length)}`,
    extension: { url: 'https://metamask.io/download', browsers: ['chromium', 'firefox'] },
  },
  {
    name: 'Base · Coinbase Wallet',
    getBrowseUrl: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
    extension: { url: 'https://www.coinbase.com/wallet/downloads', browsers: ['chromium'] },
  },
  {
    name: 'Phantom',
    getBrowseUrl: ({ href, origin }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
    extension: { url: 'https://phantom.com/download', browsers: ['chromium', 'firefox'] },
  },
  {
    name: 'Trust Wallet',
    connectUrl: 'https://link.trustwallet.com/wc?uri=',
    getBrowseUrl: ({ href }) =>
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  },
  {
    name: 'OKX Wallet',
    connectUrl: 'okex://main/wc?uri=',
    getBrowseUrl: ({ href }) => {
      const appUrl = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(href)}`
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(appUrl)}`
    },
    extension: { url: 'https://web3.okx.com/download', browsers: ['chromium'] },
  },
  { name: 'Binance Wallet', connectUrl: 'bnc://app.binance.com/cedefi/wc?uri=' },
  {
    name: 'Rabby',
    connectUrl: 'rabby://wc?uri=',
    extension: { url: 'https://rabby.io', browsers: ['chromium'] },
  },
  { name: 'Rainbow', connectUrl: 'https://rnbwapp.com/wc?uri=' },
  { name: 'Uniswap Wallet', connectUrl: 'https://uniswap.org/app/wc?uri=' },
  { name: 'Zerion', connectUrl: 'https://wallet.zerion.io/wc?uri=' },
  { name: 'Ledger', connectUrl: 'ledgerlive://wc?uri=' },
]

/** A link in its shown form: the wallet's name and the target. */
export interface NamedLink {
  name: string
  url: string
}

/** Returns the links that open a wallet with a WalletConnect URI, or the page in the wallet's browser where it takes none. */
export function listConnectLinks(uri: string, page: URL): NamedLink[] {
  return walletLinks.flatMap(({ name, connectUrl, getBrowseUrl }) => {
    if (connectUrl) return [{ name, url: connectUrl + encodeURIComponent(uri) }]
    return getBrowseUrl && canBeOpenedElsewhere(page) ? [{ name, url: getBrowseUrl(page) }] : []
  })
}

/**
 * Returns the links to a wallet for a payer who has none in this browser: on a phone those that open the page in the
 * wallet's own browser, elsewhere those where its extension for this browser is installed from.
 */
export function listWalletsFor(device: { isPhone: boolean; userAgent: string }, page: URL) {
  const browser = findBrowser(device.userAgent)
  return walletLinks.flatMap(({ name, getBrowseUrl, extension }): NamedLink[] => {
    if (device.isPhone)
      return getBrowseUrl && canBeOpenedElsewhere(page) ? [{ name, url: getBrowseUrl(page) }] : []
    return extension && browser && extension.browsers.includes(browser)
      ? [{ name, url: extension.url }]
      : []
  })
}

/** Returns whether another app can load a page: only one with an https or http address. */
function canBeOpenedElsewhere({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

function findBrowser(userAgent: string): Browser | undefined {
  if (/ Firefox\//.test(userAgent)) return 'firefox'
  return /(Chrome|Chromium)\//.test(userAgent) ? 'chromium' : undefined
}
