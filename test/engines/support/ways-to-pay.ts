import { openPage, type ShopPage, until } from './page.ts'
import { ask, onChain } from './stage.ts'
import { ChainWallet, SafeWallet } from './wallet.ts'

// The ways in which the money goes, each up to the moment before it does. Those of ../../e2e/ways-to-pay.ts, for pages that
// are driven from within their browser.

/** A charge for 19.99 USD. */
export interface Charge {
  id: string
  /** What names it in a transfer's calldata. */
  reference: string
}

/** A page at which only the payment itself is missing, and what then pays. */
export interface Visit {
  page: ShopPage
  pay(): Promise<unknown>
}

interface ShopOptions {
  attributes?: Record<string, string>
  /** Properties of the element, in this page and those that follow it. */
  properties?: object
  /** Whom the page may connect to beside its own origin. */
  connect?: string
  arrived?(page: Window & typeof globalThis): void
}

/** The store's own node: the policy of its page lets it call nobody else. */
const rpcUrls = { 31337: `${location.origin}/chain` }

/** Opens the page of a charge. */
export function openShop({ id }: Charge, options: ShopOptions = {}): Promise<ShopPage> {
  const { attributes, properties, connect = '', arrived } = options
  return openPage(
    { 'charge-id': id, 'success-url': '/success', ...attributes },
    (page) => {
      page.document.addEventListener('readystatechange', () => {
        const element = page.document.querySelector('pay-charge')
        if (element) Object.assign(element, properties)
      })
      arrived?.(page)
    },
    { connect },
  )
}

/** The payer's wallet in this browser, which is approved while the page is away. */
async function wallet(charge: Charge): Promise<Visit> {
  // Two, so that the page asks which.
  const [own, other] = await Promise.all([
    ChainWallet.open({ name: 'One' }),
    ChainWallet.open({ name: 'Two' }),
  ])
  const arrived = (at: Window & typeof globalThis) => {
    for (const one of [own, other]) one.announceTo(at)
  }
  const page = await openShop(charge, { arrived })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  own.decide = ({ method }) => (method === 'eth_sendTransaction' ? promise : undefined)
  await page.click('Pay 19.99 DUSD')
  await page.click(own.info.name)
  await until(
    () => own.count('eth_sendTransaction') === 1,
    () => page.text,
  )
  return {
    page,
    async pay() {
      resolve(undefined)
      await until(
        () => own.sent.length === 1,
        () => page.text,
      )
    },
  }
}

/** Has the page show the code of a payment, and returns the amount that it asks for in base units. */
export async function showCode(page: ShopPage): Promise<bigint> {
  await page.click('Pay by QR code or address')
  await page.shows('Send exactly')
  const [, digits = ''] = /Send exactly 19\.(\d+) DUSD/.exec(page.text) ?? []
  return 19_000_000n + BigInt(digits.padEnd(6, '0'))
}

/** The amount of a code, which comes from elsewhere. */
async function payByCode(page: ShopPage): Promise<Visit> {
  const amount = String(await showCode(page))
  return { page, pay: () => ask('transfer', { amount }) }
}

/** Only the service sees the transfer: the page can read no chain. */
const code = async (charge: Charge) => payByCode(await openShop(charge))

/** The page finds the transfer by itself. */
const reservedAmount = async (charge: Charge) =>
  payByCode(await openShop(charge, { properties: { rpcUrls } }))

/** A transfer that names the charge, whose hash the payer pastes before any chain knows it. */
async function pastedHash(charge: Charge): Promise<Visit> {
  const page = await openShop(charge)
  await showCode(page)
  const signed = await ask<{ transaction: string; hash: string }>('signTransfer', charge)
  page.enter('hash', signed.hash)
  await page.click('Check payment')
  await page.shows('We’re looking for this transaction')
  return { page, pay: () => onChain('eth_sendRawTransaction', [signed.transaction]) }
}

/** One app for all tests of a file. */
let walletApp: Promise<{ app: number; relayUrl: string }> | undefined

/** A wallet app on another device, which is approved while the page is away. One page of a browser at a time. */
async function walletConnect(charge: Charge): Promise<Visit> {
  walletApp ??= ask('openWalletApp')
  const { app, relayUrl } = await walletApp
  const page = await openShop(charge, {
    attributes: { 'walletconnect-project-id': 'test' },
    properties: { rpcUrls, relayUrl },
    connect: relayUrl,
    // Outside of tests the library asks a host of its own, in a frame, where the page is.
    arrived: (at) => Object.assign(at, { process: { env: { IS_VITEST: 'true' } }, global: at }),
  })
  await page.click('Pay 19.99 DUSD')
  await ask('pairWalletApp', { app, uri: await askForCode(page) })
  await page.shows('Confirm in')
  await ask('askedInWalletApp', { app })
  return { page, pay: () => ask('approveInWalletApp', { app }) }
}

/**
 * Chooses WalletConnect and returns the link that the code stands for. The page waits ten seconds for the relay, which a
 * busy machine may need longer for: then the payer chooses it again, as the page says.
 */
async function askForCode(page: ShopPage): Promise<string> {
  const unreachable = 'We can’t reach WalletConnect'
  for (let attempt = 1; attempt <= 5; attempt++) {
    await page.click('WalletConnect')
    await until(
      () => !page.text.includes(unreachable),
      () => page.text,
    )
    await until(
      () => page.link('wc:') ?? page.text.includes(unreachable),
      () => `There should be a code in: ${page.text}`,
    )
    const link = page.link('wc:')
    if (link) return link
  }
  throw new Error(page.text)
}

/** A Safe, whose owners sign while the page is away. */
async function safe(charge: Charge): Promise<Visit> {
  const own = await SafeWallet.open()
  const page = await openShop(charge, { arrived: (at) => own.announceTo(at) })
  await page.click('Pay 19.99 DUSD')
  await page.shows('Waiting for signatures')
  return { page, pay: own.execute }
}

export const ways = {
  wallet,
  code,
  'pasted hash': pastedHash,
  WalletConnect: walletConnect,
  Safe: safe,
  'reserved amount': reservedAmount,
}

export type WayName = keyof typeof ways
