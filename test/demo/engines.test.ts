import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import { demoAccount, roles } from '../../demo/chain/accounts.ts'
import { chainClient } from '../../demo/chain/client.ts'
import { prepareDemoFolder } from '../support/demo-folder.ts'
import { atNight } from '../support/effort.ts'
import { temporaryFolder } from '../support/service.ts'
import { patience, until } from '../support/wait.ts'
import { browsers, type DrivenBrowser } from './browsers.ts'
import { end, endAll, type OpenDemo, openDemo } from './demo-process.ts'
import { balance, buyMug, chargeIdOf, client, text } from './visitor.ts'

// `npm start` in Firefox and WebKit, paid from the demo wallet's account with dollars and no coin. Chromium's is in test/e2e/demo.

const coinless = demoAccount(roles.coinless).address
const price = 19_990_000n
/** CSS pixels of the window: a desktop's, then a phone's. */
const sizes = { first: [1280, 800], second: [360, 740] } as const

/** Finds what can be clicked by its words, also in open shadow trees: where it is, once nothing covers it. */
const findClickable = (words: string) => `
  const words = ${JSON.stringify(words)}
  const all = (root) => [...root.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one])
  const found = all(document).find((one) => one.matches('button, a, select') && !one.disabled &&
    one.checkVisibility() && (one.getAttribute('aria-label') ?? one.textContent).trim().includes(words))
  if (!found) return null
  found.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = found.getBoundingClientRect()
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  return found.getRootNode().elementFromPoint(at.x, at.y)?.closest('button, a, select') === found ? at : null`

/** All that the page shows, also in open shadow trees. */
const readText = `
  const read = (root) => [...root.children].map((one) => one.matches('style, script') || !one.checkVisibility() ? ''
    : one.shadowRoot ? read(one.shadowRoot)
    : [...one.childNodes].map((node) => node.nodeType === 3 ? node.data : '').join(' ') + read(one)).join(' ')
  return read(document.body).replaceAll(/\\s+/g, ' ')`

/** Waits until all that moves stands still, but for what turns without an end. */
const waitForAnimations = `
  const all = (root) => [...root.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one])
  const animations = all(document).flatMap((one) => one.getAnimations())
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  return Promise.allSettled(animations.map(({ finished }) => finished)).then(() => true)`

/** Chooses the account without coin where the wallet asks which one connects; the list itself is the system's. */
const chooseCoinless = `
  const list = document.querySelector('[data-demo-wallet]').shadowRoot.querySelector('select')
  list.value = ${JSON.stringify(coinless)}
  list.dispatchEvent(new Event('change', { bubbles: true }))
  return list.value`

/** What a person does in a browser, with the clicks counted. */
function useBrowser(browser: DrivenBrowser, name: string) {
  let clicks = 0
  return {
    async click(words: string) {
      const at = await until(
        `${words} in ${name}`,
        async () =>
          ((await browser.evaluate(findClickable(words))) ?? undefined) as
            | { x: number; y: number }
            | undefined,
      )
      clicks++
      await browser.clickAt(at.x, at.y)
    },
    async sees(words: string) {
      let seen = ''
      await until(`"${words}" in ${name}`, async () => {
        seen = String(await browser.evaluate(readText))
        return seen.includes(words) || undefined
      }).catch((cause) => {
        throw new Error(`${name} shows: ${seen}`, { cause })
      })
    },
    /** Goes into test/output, for people to look at. */
    async picture(screen: string) {
      await browser.evaluate(waitForAnimations)
      await mkdir('test/output', { recursive: true })
      await writeFile(`test/output/coinless-${name}-${screen}.png`, await browser.takeScreenshot())
    },
    takeClicks() {
      const taken = clicks
      clicks = 0
      return taken
    },
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let demo: OpenDemo
before(async () => {
  if (atNight.skip) return
  folder = await temporaryFolder()
  await prepareDemoFolder(folder.path)
  demo = await openDemo({ DEMO_DATA: folder.path })
})
after(async () => {
  if (demo) await end(demo)
  endAll()
  await folder?.remove()
})

for (const [name, start] of Object.entries(browsers)) {
  // In every run the same purchase is made in these engines on the tests' page (test/engines), and in Chromium at the demo's store.
  const skip =
    atNight.skip ??
    (start ? false : `this machine has no ${name}: node scripts/ensure.mjs --engines`)
  describe(name, { skip, timeout: 10 * patience }, () => {
    let browser: DrivenBrowser | undefined
    afterEach(() => browser?.end())

    test('an account with dollars and no coin connects once, and then pays in two clicks', async () => {
      browser = await start?.()
      assert.ok(browser)
      const { click, sees, picture, takeClicks } = useBrowser(browser, name)
      const before = await balance(demo.facts, coinless)

      /** Signs what the wallet shows, and waits until the shop and the service have the payment. */
      const sign = async (place: string, chargeId: string, pictures: string) => {
        await sees('Sign a payment')
        await sees('Network fee')
        await picture(`${pictures}-sign`)
        await click('Approve')
        await sees('Thank you')
        await picture(`${pictures}-receipt`)
        const { status, payments } = await client(demo.facts).getCharge(chargeId)
        assert.equal(status, 'COMPLETED', place)
        assert.deepEqual(
          payments.map((payment) => [payment.status, payment.payerAddress]),
          [['COMPLETED', coinless]],
        )
      }

      for (const order of ['first', 'second'] as const) {
        const [width, height] = sizes[order]
        await browser.resize(width, height)
        const place = await buyMug(demo.facts)
        const chargeId = chargeIdOf(await text(place))
        await browser.open(place)
        await click('Pay 19.99 DUSD')
        if (order === 'first') {
          await sees('Connect to this site?')
          assert.equal(await browser.evaluate(chooseCoinless), coinless)
          await picture('connect')
          await click('Approve')
        }
        await sign(place, chargeId, order)
        assert.equal(takeClicks(), order === 'first' ? 3 : 2)
      }

      assert.equal(await balance(demo.facts, coinless), before - 2n * price)
      const chain = chainClient(demo.facts.chain.rpcUrl)
      assert.equal(await chain.getTransactionCount({ address: coinless }), 0)
      assert.equal(await chain.getBalance({ address: coinless }), 0n)
    })
  })
}
