import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { card, confirm, expect, newCharge, test } from './fixtures.ts'
import { renderStore } from './react-store-server.mjs'

/** What the page in React leaves for the test. */
interface ReactPage {
  options: Record<string, unknown>
  changeOptions(): void
}

/** @param mode `development` has React's own warnings, and effects that run twice in StrictMode */
async function bundle(file: string, mode = 'production'): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      write: false,
      rolldownOptions: {
        // WalletConnect's modal, which nothing here opens, and which the tests install without.
        external: [/^@reown\/appkit/],
        output: { codeSplitting: false },
      },
      lib: { entry: fileURLToPath(new URL(file, import.meta.url)), formats: ['es'] },
    },
  })
  const [{ output: files } = { output: [] }] = [output].flat() as Rolldown.RolldownOutput[]
  const [first] = files
  if (first?.type !== 'chunk') throw new Error('The page in React came out empty.')
  return first.code
}

test('React gives the element as properties what no attribute can hold', async ({
  page,
  stage,
}) => {
  const body = await bundle('react-options.mjs')
  await page.route('**/react-options.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  const { id } = await newCharge(stage)
  await page.goto(
    stage.page(
      `<div id="shop" data-charge="${id}"></div>
      <script type="module" src="/react-options.js"></script>`,
    ),
  )
  // A text of its own, so it has arrived.
  await expect(card(page).getByRole('button', { name: 'Donate 19.99 DUSD' })).toBeVisible()
  const read = () =>
    page.evaluate(() => {
      const element = document.querySelector('pay-charge') as PayCharge & Record<string, unknown>
      const { options, changeOptions } = globalThis as unknown as ReactPage
      const lost = Object.keys(options).filter((name) => element[name] !== options[name])
      changeOptions()
      return { lost, attributes: element.getAttributeNames(), relayUrl: element.relayUrl }
    })
  expect(await read()).toEqual({
    lost: [],
    // The style has the charge's brand color.
    attributes: ['charge-id', 'style'],
    relayUrl: 'wss://relay.example',
  })
  await expect.poll(async () => (await read()).relayUrl).toBe('wss://other.example')
})

test("React's component: its HTML of a server, and each handler once", async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const html = renderStore()
  const [tag] = /<pay-charge[^>]*>/.exec(html) ?? []
  expect(tag).toBe(
    '<pay-charge class="checkout" order="{&quot;sku&quot;:&quot;mug&quot;}" brand-color="#7c3aed" redirect="none" disabled="" defer-hydration="">',
  )
  const body = await bundle('react-store-page.mjs', 'development')
  await page.route('**/react-store.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  const said: string[] = []
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) said.push(message.text())
  })
  await page.goto(
    stage.page(
      `<div id="shop">${html}</div><script type="module" src="/react-store.js"></script>`,
      '',
      // The page's own script brings the element.
      { html: '', scriptSource: '' },
    ),
  )
  const donate = card(page).getByRole('button', { name: 'Donate 19.99 DUSD' })
  await expect(donate).toBeDisabled()
  await page.getByRole('button', { name: 'My cart is complete' }).click()
  await expect(donate).toBeEnabled()
  await donate.click()
  await confirm(page, stage)
  const noted = await page.evaluate(() => Reflect.get(globalThis, 'noted') as string[])
  expect(noted.filter((text) => !text.startsWith('ref'))).toEqual([
    'ready true',
    'before-pay false',
    `${payer.sent[0]} pay-charge`,
  ])
  expect(noted).toContain('ref pay-charge')
  expect(said.filter((text) => !/favicon|409/.test(text))).toEqual([])
})

test("React's component, taken over after another card has brought the element, waits for its properties and handlers", async ({
  page,
  stage,
}) => {
  const body = await bundle('react-store-page.mjs', 'development')
  await page.route('**/react-store.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  const orders: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') orders.push(request.postData())
  })
  const { id } = await newCharge(stage)
  await page.goto(
    stage.page(
      `<pay-charge charge-id="${id}"></pay-charge><div id="shop" data-later>${renderStore()}</div>
      <script type="module" src="/react-store.js"></script>`,
      '',
      { html: '', scriptSource: '' },
    ),
  )
  await expect(card(page).first()).toContainText('Pay 19.99 DUSD')
  expect(orders).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('take-over')))
  await expect(card(page).last()).toContainText('Donate 19.99 DUSD')
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'noted') as string[]))
    .toContain('ready true')
  expect(orders).toEqual(['{"sku":"mug"}'])
})
