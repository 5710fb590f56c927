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
const userAgents = {
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
}
const iPhone = { isPhone: true, userAgent: userAgents.iOS }
const android = { isPhone: true, userAgent: userAgents.Android }
const computer = { isPhone: false, userAgent: navigator.userAgent }

const urlOf = (links: { name: string; url: string }[], wallet: string) =>
  links.find(({ name }) => name === wallet)?.url

test('every link to connect gives the whole code on, as one parameter', () => {
  const links = listConnectLinks(code, page, computer)
  for (const { name, connectUrl } of walletLinks) {
    if (!connectUrl) continue
    const { pathname, searchParams } = new URL(urlOf(links, name) ?? '')
    equal([...searchParams.keys()].join(), 'uri', name)
    equal(searchParams.get('uri') ?? '', code, name)
    // Of a scheme of its own, browsers differ on what the host is.
    if (connectUrl.startsWith('https:')) equal(pathname.endsWith('/wc'), true, name)
  }
})

test('a link to connect is what the wallet documents; on a phone, one that takes no code opens the page', () => {
  const links = listConnectLinks('wc:7f@2?a=b&c=d', page, iPhone)
  const uri = 'wc%3A7f%402%3Fa%3Db%26c%3Dd'
  equal(urlOf(links, 'Trust Wallet'), `https://link.trustwallet.com/wc?uri=${uri}`)
  equal(urlOf(links, 'OKX Wallet'), `okex://main/wc?uri=${uri}`)
  equal(urlOf(links, 'Binance Wallet'), `bnc://app.binance.com/cedefi/wc?uri=${uri}`)
  equal(urlOf(links, 'Rabby'), `rabby://wc?uri=${uri}`)
  const base = 'Base · Coinbase Wallet'
  equal(urlOf(links, base), urlOf(listWalletsFor(iPhone, page), base))
  equal(urlOf(listConnectLinks(code, page, computer), base), undefined)
})

/** Addresses of pages with everything that a link could lose, or take for its own. */
const addresses = [
  'https://shop.example',
  'https://shop.example/pay/3c90?lang=de&x=1',
  'https://shop.example/app#/checkout/17',
  'https://shop.example/#',
  'https://shop.example/?',
  'https://shop.example/?a=b%26c&d=%C3%A4%20%2B#/?x=1&y=#2',
  'https://shop.example:8443/käse/%2F..%2F?q=100%25+%23#ü%20"\'<>',
  'https://xn--kse-qla.example/#!/path?ref=a#b',
  'https://käse.example/Straße/日本語?q=日本&emoji=🧾#✓',
  'https://user.example/?cb_url=https%3A%2F%2Fother.example%2F#cb_url=x',
  'https://shop.example/?url=https://other.example/?url=x&dappUrl=y&ref=z&uri=wc:1',
  'https://shop.example/dapp/other.example/dapp/',
  'https://shop.example/#Intent;scheme=evil;package=evil;end',
  'https://shop.example/;jsessionid=1;v=2/a;b?c;d#e;f',
  'https://shop.example/%2525%2f%2F%c3%a4',
  'https://shop.example/?amount=1+1%2B1&empty=&flag&==',
  "https://shop.example/!$&'()*+,;=:@~_-.",
  'https://shop.example/a|b^c`d{e}f',
  'https://shop.example/?q=%00%0A%0D%09',
  `https://shop.example/?cart=${'item%20&'.repeat(1000)}#${'ü'.repeat(500)}`,
  'https://[2001:db8::1]/pay',
  'https://[2001:db8::1]:8443/pay?x=1#y',
  'https://192.0.2.1:444/',
  'http://localhost:5173/#',
  'http://[::1]:3000/a?b#c',
  'http://192.168.1.20:8080/shop/index.html?x=%26#/pay',
].map((address) => new URL(address))

for (const device of [iPhone, android])
  test(`every link to a wallet’s browser opens the whole address of the page: ${device.userAgent.slice(12, 28)}`, () => {
    for (const address of addresses) {
      const links = listWalletsFor(device, address)
      const opened = links.map(({ name, url }) => [name, readBrowsedUrl(name, url)])
      equal(
        opened,
        links.map(({ name }) => [name, address.href]),
      )
      const able = walletLinks.filter(
        ({ name, getBrowseUrl }) =>
          getBrowseUrl && (name !== 'MetaMask' || address.protocol === 'https:'),
      )
      equal(
        links.map(({ name }) => name),
        able.map(({ name }) => name),
      )
    }
  })

/** Reads which page a wallet opens by its link, as its documentation or its code says. */
function readBrowsedUrl(wallet: string, link: string): string | null {
  // As a click resolves it.
  const { href } = Object.assign(document.createElement('a'), { href: link })
  const { pathname, searchParams } = new URL(parseIntent(href))
  switch (wallet) {
    case 'MetaMask':
      // https://github.com/MetaMask/metamask-mobile, handleUniversalLink.ts: whatever follows /dapp/, by https.
      return `https://${href.split(/\/dapp\/(.*)/)[1]}`
    case 'Base · Coinbase Wallet':
    case 'Trust Wallet':
      return searchParams.get('url')
    case 'Phantom':
      return decodeURIComponent(pathname.split('/browse/')[1] ?? '')
    case 'OKX Wallet':
      return new URL(searchParams.get('deeplink') ?? '').searchParams.get('dappUrl')
    default:
      throw new Error(`How does ${wallet} read its link?`)
  }
}

/** Reads an intent as Android does (`Intent.parseUri`): the address is what stands before `#Intent;`, with the named scheme. */
function parseIntent(link: string): string {
  const [address = '', fields] = link.split('#Intent;')
  if (!fields) return link
  const [, scheme, name] = /^scheme=(\w+);package=([\w.]+);end$/.exec(fields) ?? []
  ok(scheme && name, `${fields} is no intent`)
  return address.replace(/^intent/, String(scheme))
}

test('on Android, links that some browsers load as pages name the app', () => {
  const intents = listWalletsFor(android, page).filter(({ url }) => url.startsWith('intent:'))
  equal(
    intents.map(({ name, url }) => [name, url.split(';package=')[1]]),
    [
      ['Base · Coinbase Wallet', 'org.toshi;end'],
      ['Phantom', 'app.phantom;end'],
    ],
  )
  ok(!JSON.stringify(listWalletsFor(iPhone, page)).includes('intent:'))
})

test('without a wallet, a phone is led into the browsers of the apps', () => {
  const links = listWalletsFor(iPhone, page)
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
  equal(listWalletsFor(iPhone, new URL('about:srcdoc')), [])
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

test('a payer without a wallet finds links to some', async () => {
  const element = await showWithoutWallet()
  const links = [...(element.shadowRoot?.querySelectorAll('a.button') ?? [])]
  includes(links.map(({ textContent }) => textContent).join(), 'MetaMask')
})
