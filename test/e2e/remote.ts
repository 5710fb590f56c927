import type { Page } from '@playwright/test'
import { WalletApp } from '../clients/wallet-app.ts'
import { Relay } from '../support/relay.ts'
import type { Stage } from '../support/stage.ts'
import { askForCode } from './code.ts'
import { newCharge, payButton } from './fixtures.ts'

// A shop's page with WalletConnect, a relay on loopback, and a wallet app on another device.

/** What a test of a wallet on another device has, beside its stage. */
export interface RemoteFixtures {
  remote: { relay: Relay; app: WalletApp }
  relay: Relay
  app: WalletApp
}

type Use<T> = (value: T) => Promise<void>
type Remote = Pick<RemoteFixtures, 'remote'>

/** The fixtures, for `extend`. */
export const remoteFixtures = {
  remote: async ({ stage }: { stage: Stage }, use: Use<Remote['remote']>) => {
    const relay = await Relay.start()
    const { rpcUrl } = stage.chain
    const app = await WalletApp.start({ relayUrl: relay.url, rpcUrl })
    await use({ relay, app })
    await app.stop()
    await relay.leave()
  },
  relay: ({ remote }: Remote, use: Use<Relay>) => use(remote.relay),
  app: ({ remote }: Remote, use: Use<WalletApp>) => use(remote.app),
}

/** In the page, before its scripts: what a shop sets on the element, and that the library is under test. */
function prepare({ relayUrl, verified }: { relayUrl: string; verified: boolean }) {
  // Outside of tests the library asks a host of its own, in a frame, where the page is.
  const process = { env: { IS_VITEST: 'true' } }
  if (!verified) Object.assign(window, { process, global: window })
  document.addEventListener('readystatechange', () => {
    const rpcUrls = { 31337: `${location.origin}/rpc` }
    for (const one of document.querySelectorAll('pay-charge'))
      Object.assign(one, { relayUrl, rpcUrls })
  })
}

interface Shop {
  page: Page
  stage: Stage
  relay: Relay
  /** False: the page's policy allows no call but to the shop. */
  allowed?: boolean
  /** More attributes of the element. */
  attributes?: string
  /** True: the library is not told that it is under test. */
  verified?: boolean
}

/** A shop's page with WalletConnect turned on, and its charge. */
export async function openShop({
  page,
  stage,
  relay,
  allowed = true,
  verified = false,
  attributes = '',
}: Shop) {
  const charge = await newCharge(stage)
  await page.addInitScript(prepare, { relayUrl: relay.url, verified })
  // The shop's own node: the policy of its page lets it call nobody else but the relay.
  await page.route('**/rpc', async (route) => {
    const body = route.request().postData()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })
    await route.fulfill({ contentType: 'application/json', body: await answer.text() })
  })
  const element = `<pay-charge charge-id="${charge.id}" walletconnect-project-id="test" ${attributes}></pay-charge>`
  await page.goto(stage.page(element, allowed ? relay.url : ''))
  return charge
}

/** From the price to the code. */
export async function toCode(page: Page) {
  await payButton(page).click()
  return askForCode(page)
}
