/** A wallet app that can be opened by a link. */
export interface WalletLink {
  name: string
  /**
   * The start of a link with a WalletConnect URI. A universal link opens the app, or the wallet's website where the app is not
   * installed. Undefined for a wallet that does not accept such a URI from a browser.
   */
  connectUrl?: string
  /**
   * Returns the link that opens a page in the browser of the app. Undefined for a wallet that documents none, and for a page that
   * the link cannot name.
   */
  getBrowseUrl?: (page: URL, isAndroid: boolean) => string | undefined
  /** Where the wallet's extension is installed from, and for which browsers. */
  extension?: { url: string; browsers: readonly Browser[] }
}

type Browser = 'chromium' | 'firefox'

/**
 * The wallets that most payers have. Any other wallet takes the `wc:` link (ERC-1328), or the QR code. docs/walletconnect.md has the
 * source of each link, and when it was last read.
 */
export const walletLinks: readonly WalletLink[] = [
  {
    name: 'MetaMask',
    connectUrl: 'https://metamask.app.link/wc?uri=',
    // The address without its scheme: the app adds https. The part after `#` belongs to it: a store may route by it.
    getBrowseUrl: ({ href, protocol }) =>
      protocol === 'https:'
        ? `https://link.metamask.io/dapp/${href.slice('https://'.length)}`
        : undefined,
    extension: { url: 'https://metamask.io/download', browsers: ['chromium', 'firefox'] },
  },
  {
    name: 'Base · Coinbase Wallet',
    // The universal link (go.cb-w.com) opens the app on iOS, but not the page: https://github.com/cowprotocol/cowswap/issues/6888
    getBrowseUrl: ({ href }, isAndroid) => {
      const appUrl = `cbwallet://miniapp?url=${encodeURIComponent(href)}`
      return isAndroid ? toIntentUrl(appUrl, 'org.toshi') : appUrl
    },
    extension: { url: 'https://www.coinbase.com/wallet/downloads', browsers: ['chromium'] },
  },
  {
    name: 'Phantom',
    // Samsung Internet, Opera and others load a universal link as a page: https://github.com/reown-com/appkit/pull/5493
    getBrowseUrl: ({ href, origin }, isAndroid) => {
      const url = `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`
      return isAndroid ? toIntentUrl(url, 'app.phantom') : url
    },
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
  /** Whether it opens this page in the wallet's own browser: who pays there pays from this page. */
  opensPage?: true
}

/** What is known of the payer's device. */
export interface Device {
  isPhone: boolean
  userAgent: string
}

/** Returns the links that open a wallet with a WalletConnect URI, or on a phone the page in the wallet's browser where it takes none. */
export function listConnectLinks(uri: string, page: URL, device: Device): NamedLink[] {
  return walletLinks.flatMap((wallet) => {
    const { name, connectUrl } = wallet
    if (connectUrl) return [{ name, url: connectUrl + encodeURIComponent(uri) }]
    return device.isPhone ? listBrowseLink(wallet, page, device) : []
  })
}

/**
 * Returns the links to a wallet for a payer who has none in this browser: on a phone those that open the page in the
 * wallet's own browser, elsewhere those where its extension for this browser is installed from.
 */
export function listWalletsFor(device: Device, page: URL): NamedLink[] {
  const browser = findBrowser(device.userAgent)
  return walletLinks.flatMap((wallet) => {
    const { name, extension } = wallet
    if (device.isPhone) return listBrowseLink(wallet, page, device)
    return extension && browser && extension.browsers.includes(browser)
      ? [{ name, url: extension.url }]
      : []
  })
}

/** Lists the link to a page in the wallet's browser, if there is one. Another app can load only a page with a web address. */
function listBrowseLink(
  { name, getBrowseUrl }: WalletLink,
  page: URL,
  { userAgent }: Device,
): NamedLink[] {
  if (!/^https?:$/.test(page.protocol)) return []
  const url = getBrowseUrl?.(page, userAgent.includes('Android'))
  return url ? [{ name, url, opensPage: true }] : []
}

/**
 * Returns an app's link as Chrome's intent URL, which every browser on Android gives to the app. Where the app is not installed, it
 * opens the store, and the page stays: https://developer.chrome.com/docs/android/intents
 */
function toIntentUrl(url: string, packageName: string): string {
  const [scheme, rest] = url.split('://', 2)
  return `intent://${rest}#Intent;scheme=${scheme};package=${packageName};end`
}

function findBrowser(userAgent: string): Browser | undefined {
  if (/ Firefox\//.test(userAgent)) return 'firefox'
  return /(Chrome|Chromium)\//.test(userAgent) ? 'chromium' : undefined
}
