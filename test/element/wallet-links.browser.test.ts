import { findInAppBrowser } from '../../src/element/checkout/views/scan/in-app-browser.ts'
import {
  listConnectLinks,
  listWalletsFor,
  walletLinks,
} from '../../src/element/checkout/views/scan/wallet-links.ts'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { preview, samples } from '../../src/element/preview/index.ts'
import { equal, includes, ok, until } from './support/assert.ts'
import { afterEach, test } from './support/bdd.ts'
import { at, clear, shown } from './support/mount.ts'

afterEach(clear)

const code = 'wc:7f6e@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1795256549'
const page = new URL('https://shop.example/pay/3c90?lang=de&x=1')
const phone = { isPhone: true, userAgent: navigator.userAgent }

const urlOf = (links: { name: string; url: string }[], wallet: string) =>
  links.find(({ name }) => name === wallet)?.url

test('every link to connect gives the whole code on, as one parameter', () => {
  const links = listConnectLinks(code, page)
  for (const { name, connectUrl } of walletLinks) {
    if (!connectUrl) continue
    const { pathname, searchParams } = new URL(urlOf(links, name) ?? '')
    equal([...searchParams.keys()].join(), 'uri', name)
    equal(searchParams.get('uri') ?? '', code, name)
    // Of a scheme of its own, browsers differ on what the host is.
    if (connectUrl.startsWith('https:')) equal(pathname.endsWith('/wc'), true, name)
  }
})

test('a link to connect is what the wallet documents; one that takes no code opens the page', () => {
  const links = listConnectLinks('wc:7f@2?a=b&c=d', page)
  const uri = 'wc%3A7f%402%3Fa%3Db%26c%3Dd'
  equal(urlOf(links, 'Trust Wallet'), `https://link.trustwallet.com/wc?uri=${uri}`)
  equal(urlOf(links, 'OKX Wallet'), `okex://main/wc?uri=${uri}`)
  equal(urlOf(links, 'Binance Wallet'), `bnc://app.binance.com/cedefi/wc?uri=${uri}`)
  equal(urlOf(links, 'Rabby'), `rabby://wc?uri=${uri}`)
  equal(
    urlOf(links, 'Base · Coinbase Wallet'),
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fpay%2F3c90%3Flang%3Dde%26x%3D1',
  )
})

test('every link to a wallet’s browser opens the whole address of the page, whatever is in it', () => {
  const addresses = [
    'https://shop.example/app#/checkout/17',
    'https://shop.example/?a=b%26c&d=%C3%A4%20%2B#/?x=1&y=#2',
    'https://shop.example:8443/käse/%2F..%2F?q=100%25+%23#ü%20"\'<>',
    'http://localhost:5173/#',
    'https://xn--kse-qla.example/#!/path?ref=a#b',
    'https://user.example/?cb_url=https%3A%2F%2Fother.example%2F#cb_url=x',
  ].map((address) => new URL(address))
  for (const address of addresses) {
    const links = listWalletsFor(phone, address)
    const opened = links.map(({ name, url }) => [name, readBrowsedUrl(name, url, address)])
    equal(
      opened,
      links.map(({ name }) => [name, address.href]),
    )
    equal(
      links.map(({ name }) => name),
      walletLinks.filter(({ getBrowseUrl }) => getBrowseUrl).map(({ name }) => name),
    )
  }
})

/** Reads which page a wallet opens by its link, as its documentation says. */
function readBrowsedUrl(wallet: string, link: string, { protocol }: URL): string | null {
  const { pathname, searchParams } = new URL(link)
  switch (wallet) {
    case 'MetaMask':
      return `${protocol}//${link.split('/dapp/')[1]}`
    case 'Base · Coinbase Wallet':
      return searchParams.get('cb_url')
    case 'Phantom':
      return decodeURIComponent(pathname.split('/browse/')[1] ?? '')
    case 'Trust Wallet':
      return searchParams.get('url')
    case 'OKX Wallet':
      return new URL(searchParams.get('deeplink') ?? '').searchParams.get('dappUrl')
    default:
      throw new Error(`How does ${wallet} read its link?`)
  }
}

test('without a wallet, a phone is led into the browsers of the apps', () => {
  const links = listWalletsFor(phone, page)
  const href = 'https%3A%2F%2Fshop.example%2Fpay%2F3c90%3Flang%3Dde%26x%3D1'
  equal(urlOf(links, 'MetaMask'), 'https://link.metamask.io/dapp/shop.example/pay/3c90?lang=de&x=1')
  equal(
    urlOf(links, 'Phantom'),
    `https://phantom.app/ul/browse/${href}?ref=https%3A%2F%2Fshop.example`,
  )
  const okx = new URL(urlOf(links, 'OKX Wallet') ?? '').searchParams.get('deeplink') ?? ''
  equal(new URL(okx).searchParams.get('dappUrl'), page.href)
  equal(urlOf(links, 'Rabby'), undefined)
  // What is written into another page has no address that an app could load.
  equal(listWalletsFor(phone, new URL('about:srcdoc')), [])
})

test('without a wallet, a computer is led to the extensions of its browser', () => {
  const namesFor = (userAgent: string) =>
    listWalletsFor({ isPhone: false, userAgent }, page).map(({ name }) => name)
  equal(namesFor('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), [
    'MetaMask',
    'Phantom',
  ])
  includes(
    namesFor('Mozilla/5.0 AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36').join(),
    'Rabby',
  )
  equal(namesFor('Mozilla/5.0 AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'), [])
})

test('the browser inside an app is known by its name', () => {
  const agents: [string, string | undefined][] = [
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36 Telegram-Android/11.9.0',
      'Telegram',
    ],
    ['Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 390.0.0.29.81', 'Instagram'],
    ['Mozilla/5.0 (iPhone) Mobile/15E148 Twitter for iPhone/11.2', 'X'],
    ['Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0]', 'Facebook'],
    ['Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1', undefined],
  ]
  for (const [agent, app] of agents) equal(findInAppBrowser(agent, {}), app, agent)
  equal(findInAppBrowser('', { TelegramWebviewProxy: {} }), 'Telegram')
})

async function showWithoutWallet(): Promise<PayCharge> {
  const element = document.createElement('pay-charge')
  const { show } = preview(element)
  document.body.append(element)
  const sample = samples.find(({ name }) => name === 'no wallet')
  if (sample) await show(sample.state)
  await at(element, 'choosingWallet')
  const { shadowRoot } = element
  await until(
    () => Boolean(shadowRoot?.querySelector('a.button, .all')),
    () => `help should come, but there is ${shown(element)}`,
  )
  return element
}

test('a payer without a wallet finds links to some, and inside an app one sentence and the link to copy', async () => {
  const element = await showWithoutWallet()
  const links = [...(element.shadowRoot?.querySelectorAll('a.button') ?? [])]
  includes(links.map(({ textContent }) => textContent).join(), 'MetaMask')
  clear()
  Object.assign(globalThis, { TelegramWebviewProxy: {} })
  try {
    const inside = await showWithoutWallet()
    const say = inside.shadowRoot?.querySelector('.say')
    equal(
      say?.querySelector('p')?.textContent,
      'Wallets can’t be opened inside Telegram, so copy the link and open it in your browser.',
    )
    ok(!shown(inside).includes('We couldn’t find a wallet'), 'one sentence')
    equal(inside.shadowRoot?.querySelectorAll('a.button').length, 0)
    equal(inside.shadowRoot?.querySelector('.all')?.textContent, location.href)
  } finally {
    Reflect.deleteProperty(globalThis, 'TelegramWebviewProxy')
  }
})
