import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { card, expect, newCharge, test } from './fixtures.ts'

/** What the page in React leaves for the test. */
interface ReactPage {
  options: Record<string, unknown>
  changeOptions(): void
}

async function bundle(file: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
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
    attributes: ['charge-id'],
    relayUrl: 'wss://relay.example',
  })
  await expect.poll(async () => (await read()).relayUrl).toBe('wss://other.example')
})
