import type { Browser, BrowserContext, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { Stage } from '../../support/stage.ts'
import { TestWallet } from '../../support/test-wallet.ts'
import { slowCpu } from './conditions.ts'
import { type Spread, summarize } from './figures.ts'
import { price } from './shop.ts'

// From the click on Pay to the wallet's question, against a bare page that does as little as a page can: it asks for
// the account, reads the balance, estimates the gas and asks for the transfer, one after the other.

const amount = 19_990_000n

/** A request that the wallet received, in milliseconds since the click. */
interface WalletRequest {
  method: string
  atMs: number
}

/** What both pages took with one speed of the network. */
export interface ClickFigures {
  /** Milliseconds that a node, or the shop's proxy, takes for each answer. */
  delayMs: number
  bare: Spread
  ours: Spread
  /** The requests of our run in the middle, so that one sees what waits for what. */
  requests: WalletRequest[]
}

const delaysMs = [60, 0]

/** Measures both pages in turn, in one browser, after all their code has loaded. */
export async function measureClickToWallet(
  browser: Browser,
  stage: Stage,
  rounds: number,
): Promise<ClickFigures[]> {
  const { id } = await stage.client.createCharge(price)
  const all: ClickFigures[] = []
  for (const delayMs of delaysMs) {
    const runs: Record<Kind, WalletRequest[][]> = { bare: [], ours: [] }
    for (let round = 0; round < rounds; round++) {
      // Neither of the two is always the first.
      const kinds: Kind[] = round % 2 === 0 ? ['bare', 'ours'] : ['ours', 'bare']
      for (const kind of kinds) {
        const requests = await inContext(browser, stage, delayMs, (page, slowDown) =>
          measureOne[kind](stage, page, id, slowDown),
        )
        runs[kind].push(requests)
      }
    }
    all.push(createFigures(delayMs, runs))
    console.error(`click to wallet: ${rounds} rounds at ${delayMs} ms`)
  }
  return all
}

const getTotal = (requests: WalletRequest[]) => requests.at(-1)?.atMs ?? Number.NaN

function createFigures(delayMs: number, runs: Record<Kind, WalletRequest[][]>): ClickFigures {
  const ours = summarize(runs.ours.map(getTotal))
  const requests = runs.ours.find((one) => getTotal(one) === ours.median) ?? []
  return { delayMs, bare: summarize(runs.bare.map(getTotal)), ours, requests }
}

/** Opens a page with a wallet of its own, whose owner leaves the question for the transfer open. */
async function inContext(
  browser: Browser,
  stage: Stage,
  delayMs: number,
  measure: (page: Page, slowDown: () => Promise<void>) => Promise<WalletRequest[]>,
): Promise<WalletRequest[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  try {
    const wallet = new TestWallet({ rpcUrl: stage.chain.rpcUrl, nodeDelayMs: delayMs })
    wallet.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'hang' : 'approve')
    await wallet.install(context)
    const page = await context.newPage()
    const slowDown = await prepareSlowness(context, page, delayMs)
    return await measure(page, slowDown)
  } finally {
    await context.close()
  }
}

/** Slows the CPU down at once, and the network when everything is loaded. */
async function prepareSlowness(context: BrowserContext, page: Page, latency: number) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await slowCpu(cdp)
  return async () => {
    const speed = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 }
    await cdp.send('Network.emulateNetworkConditions', speed)
  }
}

type Kind = 'bare' | 'ours'
const measureOne = { bare: measureBare, ours: measureOurs }

async function measureBare(
  stage: Stage,
  page: Page,
  _: string,
  slowDown: () => Promise<void>,
): Promise<WalletRequest[]> {
  await page.goto(stage.page('<button>Pay</button>'))
  const { address } = stage.chain.token('DUSD')
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stage.recipient, amount],
  })
  await page.evaluate(payBarely, { token: address, data, amount: String(amount) })
  await slowDown()
  return click(page, page.getByRole('button', { name: 'Pay' }))
}

/** Pays as a bare page does. It runs in the page, by itself. */
function payBarely({ token, data, amount }: { token: Hex; data: Hex; amount: string }) {
  type Request = (ask: { method: string; params?: unknown[] }) => Promise<unknown>
  let request: Request | undefined
  addEventListener('eip6963:announceProvider', (event) => {
    request = (event as CustomEvent<{ provider: { request: Request } }>).detail.provider.request
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  document.querySelector('button')?.addEventListener('click', async () => {
    if (!request) throw new Error('No wallet has announced itself.')
    const [from] = (await request({ method: 'eth_requestAccounts' })) as [string]
    const balanceOf = `0x70a08231${from.slice(2).padStart(64, '0')}`
    const balance = (await request({
      method: 'eth_call',
      params: [{ to: token, data: balanceOf }, 'latest'],
    })) as string
    if (BigInt(balance) < BigInt(amount)) throw new Error('The balance is too small.')
    const gas = await request({ method: 'eth_estimateGas', params: [{ from, to: token, data }] })
    await request({ method: 'eth_sendTransaction', params: [{ from, to: token, data, gas }] })
  })
}

async function measureOurs(
  stage: Stage,
  page: Page,
  chargeId: string,
  slowDown: () => Promise<void>,
): Promise<WalletRequest[]> {
  await page.goto(stage.page(`<pay-charge charge-id="${chargeId}"></pay-charge>`))
  const button = page.getByRole('button', { name: 'Pay 19.99 DUSD' })
  await button.waitFor()
  await waitForScript(page, 'checkout')
  await button.hover()
  await waitForScript(page, 'wallet')
  // The payer reads what the button says.
  await page.waitForTimeout(500)
  await slowDown()
  return click(page, button)
}

/** Waits until a chunk of the widget has been loaded, and what it does first is done. */
async function waitForScript(page: Page, name: string) {
  await page.waitForFunction(
    (start) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(start)),
    `/pay-charge-${name}-`,
  )
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}

/** Clicks, waits for the question for the transfer, and returns what the wallet was asked until then. */
async function click(page: Page, button: ReturnType<Page['getByRole']>): Promise<WalletRequest[]> {
  await button.hover()
  await page.evaluate(() => {
    addEventListener('click', () => performance.mark('click'), { capture: true, once: true })
  })
  await page.mouse.down()
  await page.mouse.up()
  // Nothing is polled meanwhile: in a slow page that would be part of the time.
  return page.evaluate(readRequests)
}

/** Waits for the question for the transfer, and returns all requests since the click. It runs in the page, by itself. */
function readRequests(): Promise<WalletRequest[]> {
  const wallet = 'wallet '
  return new Promise((resolve) => {
    const look = () => {
      const [clicked] = performance.getEntriesByName('click')
      const start = clicked?.startTime ?? Number.POSITIVE_INFINITY
      const requests = performance
        .getEntriesByType('mark')
        .filter(({ name, startTime }) => name.startsWith(wallet) && startTime >= start)
        .map(({ name, startTime }) => ({
          method: name.slice(wallet.length),
          atMs: startTime - start,
        }))
      const last = requests.findIndex(({ method }) => method === 'eth_sendTransaction')
      if (last >= 0) resolve(requests.slice(0, last + 1))
      else setTimeout(look, 1000)
    }
    look()
  })
}
