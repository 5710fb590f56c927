import type { Browser, Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import { card, everyRun, expect, mine, newCharge, test } from './fixtures.ts'
import { elementOf, showCode, type Visit, type Way, ways } from './ways-to-pay.ts'

// Whoever pays is taken back to the store, whatever way the money goes, with the focus where it belongs. A page that is
// hidden or offline meanwhile: test/engines/taken-back.engines.test.ts, since engines stop pages each in its own way.

type WayName = keyof typeof ways

/** Leads the payer to the payment and away from the page, has it made and confirmed, and leads back. */
type While = (
  visit: Visit,
  way: Way,
  confirm: (pay: () => Promise<unknown>) => Promise<void>,
) => Promise<void>

const every = Object.keys(ways) as WayName[]
/** A wallet of this browser is in no other device; that of WalletConnect, and the owners of a Safe, are there always. */
const byHand: WayName[] = ['code', 'pasted hash', 'reserved amount']

const whiles: Record<string, { names: WayName[]; run: While }> = {
  'visible all the time': {
    names: every,
    run: async (visit, way, confirm) => confirm(await way(visit)),
  },
  // A phone ends the page of a browser that it left, and loads it anew.
  reloaded: {
    names: every,
    async run(visit, way, confirm) {
      const { page } = visit
      const pay = await way(visit)
      const { href } = new URL(page.url())
      await page.goto('about:blank')
      await confirm(pay)
      await page.goto(href)
    },
  },
  'open, and paid on another device': {
    names: byHand,
    async run({ page, context, stage, charge }, way, confirm) {
      await showCode(page)
      const elsewhere = (await context.browser()?.newContext()) ?? context
      const another = await elsewhere.newPage()
      await serveNode(another, stage)
      await another.goto(stage.page(elementOf(charge, 'redirect="none"')))
      await confirm(await way({ page: another, context: elsewhere, stage, charge }))
      await elsewhere.close()
    },
  },
}

/** The store's own node: the policy of its page lets it call nobody else. */
const serveNode = (page: Page, stage: Stage) =>
  page.route('**/rpc', async (route) => {
    const body = route.request().postData()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })
    await route.fulfill({ contentType: 'application/json', body: await answer.text() })
  })

/** Opens a charge in a browser of its own, and notes each success event and each redirect. */
async function visitShop(browser: Browser, stage: Stage): Promise<Visit & { told: string[] }> {
  const context = await browser.newContext()
  const told: string[] = []
  await context.exposeBinding('tellSuccess', () => void told.push('success'))
  await context.addInitScript(() => {
    const { tellSuccess } = window as unknown as { tellSuccess: () => void }
    document.addEventListener('pay-charge-success', () => tellSuccess())
    // Where the focus is when the page is left, which only the next page can tell.
    addEventListener('pagehide', () => {
      const { activeElement } = document
      const focused = activeElement?.shadowRoot?.activeElement ?? activeElement
      if (location.protocol === 'http:') sessionStorage.setItem('focus', focused?.tagName ?? '')
    })
  })
  const page = await context.newPage()
  page.on('framenavigated', (frame) => {
    if (frame.url().endsWith('/success')) told.push('redirect')
  })
  await serveNode(page, stage)
  const charge = await newCharge(stage)
  await page.goto(stage.page(elementOf(charge)))
  return { page, context, stage, charge, told }
}

/** Pays by a way, and returns what the page has told of it, or what stood in the way. */
async function takeBack(browser: Browser, stage: Stage, way: Way, run: While): Promise<string[]> {
  const visit = await visitShop(browser, stage)
  const { page, context, charge, told } = visit
  const readStatuses = async () =>
    (await stage.client.getCharge(charge.id)).payments.map(({ status }) => status)
  try {
    await run(visit, way, async (pay) => {
      await pay()
      await mine(stage)
      await expect.poll(readStatuses).toEqual(['COMPLETED'])
    })
    await expect.poll(() => told).toContain('redirect')
    return [...told, await page.evaluate(() => sessionStorage.getItem('focus') ?? '')]
  } catch (cause) {
    const text = await card(page)
      .evaluate((one) => one.shadowRoot?.textContent)
      .catch(() => '')
    return [...told, String(text).replace(/\s+/g, ' '), String(cause).split('\n', 3).join(' ')]
  } finally {
    await context.close()
  }
}

// The ways of one row side by side: all at once, a machine with two cores would keep the redirect waiting.
for (const [name, { names, run }] of Object.entries(whiles))
  everyRun(name !== 'reloaded')(
    `${names.length} ways to pay, the page ${name}: one success event, one redirect, and the focus in the card`,
    async ({ browser, stage }) => {
      test.slow()
      const outcomes = await Promise.all(
        names.map(async (way) => [way, ...(await takeBack(browser, stage, ways[way], run))]),
      )
      expect(outcomes).toEqual(names.map((way) => [way, 'success', 'redirect', 'H2']))
    },
  )
