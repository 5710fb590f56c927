import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import {
  card,
  everyRun,
  expect,
  expectPaidOnce,
  mine,
  newCharge,
  payButton,
  test,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'

// An order, and a charge, is one purchase per page, whoever mounts an element of it, how often, and when.

const order = { sku: 'mug' }
const inHtml = `order='${JSON.stringify(order)}'`

/** Counts what elements tell their page, and says so in the page. */
const counting = () => {
  const counts: Record<string, number> = {}
  for (const type of ['submit', 'success'])
    addEventListener(`pay-charge-${type}`, () => {
      counts[type] = (counts[type] ?? 0) + 1
      document.documentElement.dataset.counts = JSON.stringify(counts)
    })
}

/** The page was told so often of the payment, and by now of nothing more. */
async function expectTold(page: Page, submit: number, success: number) {
  const counts = JSON.stringify({ submit, success })
  await expect(page.locator('html')).toHaveAttribute('data-counts', counts)
}

/** The charge that the element shows. */
function shownCharge(page: Page): Promise<{ id: string }> {
  return card(page)
    .first()
    .evaluate((element) => {
      const { charge } = element as unknown as { charge: { id: string } }
      return { id: charge.id }
    })
}

test('an order that is unmounted and mounted while the wallet asks goes on with its one payment', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.addInitScript(counting)
  await page.goto(stage.page(`<main><pay-charge redirect="none" ${inHtml}></pay-charge></main>`))
  const answer = payer.leaveOpen()
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const again = main.firstElementChild?.cloneNode(true) as Node
    main.replaceChildren(again)
  })
  await expect(card(page)).toContainText('Confirm in')
  answer('approve')
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  await expectPaidOnce(stage, await shownCharge(page), payer)
  await expectTold(page, 1, 1)
})

test('an element that is mounted after the answer of the wallet came to nobody tells of the payment', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await page.addInitScript(counting)
  await page.goto(stage.page(`<main><pay-charge redirect="none" ${inHtml}></pay-charge></main>`))
  const answer = payer.leaveOpen()
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  const element = await page.evaluateHandle(() => {
    const gone = document.querySelector('pay-charge') as HTMLElement
    gone.remove()
    return gone
  })
  const told = page.waitForResponse((response) => response.url().endsWith('/payments'))
  answer('approve')
  expect([201, 409]).toContain((await told).status())
  await mine(stage)
  const ids = await element.evaluate((gone) => (gone as unknown as { state: string }).state)
  expect(ids, 'it goes on without a place').toBeTruthy()
  await page.evaluate(
    (attributes) => {
      const again = document.createElement('pay-charge')
      for (const [name, value] of Object.entries(attributes)) again.setAttribute(name, value)
      document.querySelector('main')?.append(again)
    },
    { order: JSON.stringify(order), redirect: 'none' },
  )
  await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
  await expectPaidOnce(stage, await shownCharge(page), payer)
  await expectTold(page, 1, 1)
})

for (const by of ['order', 'charge'] as const) {
  everyRun(by === 'order')(
    `two elements of one ${by} show one payment, and each tells of it once`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      await page.addInitScript(counting)
      const attribute = by === 'order' ? inHtml : `charge-id="${(await newCharge(stage)).id}"`
      const element = `<pay-charge redirect="none" ${attribute}></pay-charge>`
      await page.goto(stage.page(element + element))
      const [first, second] = [card(page).first(), card(page).last()]
      await expect(second).toContainText('Pay 19.99 DUSD')
      await first.getByRole('button', { name: 'Pay 19.99 DUSD' }).click()
      await expect(second).toContainText('Payment sent')
      await mine(stage)
      for (const one of [first, second])
        await expect(one).toContainText('Thank you. Your payment is confirmed.')
      await expectPaidOnce(stage, await shownCharge(page), payer)
      await expectTold(page, 2, 2)
    },
  )
}

test('two elements of one order whose buttons are pressed at once ask the wallet once', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const element = `<pay-charge redirect="none" ${inHtml}></pay-charge>`
  await page.goto(stage.page(element + element))
  await expect(card(page).last()).toContainText('Pay 19.99 DUSD')
  await expect(card(page).first()).toContainText('Pay 19.99 DUSD')
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('pay-charge'))
      (one as unknown as { pay(): void }).pay()
  })
  await expect(card(page).first()).toContainText('Payment sent')
  await mine(stage)
  await expect(card(page).last()).toContainText('Thank you. Your payment is confirmed.')
  await expectPaidOnce(stage, await shownCharge(page), payer)
})

/** The development build of React: only there StrictMode mounts twice. */
let bundled: Promise<string> | undefined

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('react-shop.mjs', import.meta.url)),
        formats: ['es'],
      },
    },
  })
  const [{ output: files } = { output: [] }] = [output].flat() as Rolldown.RolldownOutput[]
  const [file] = files
  if (file?.type !== 'chunk') throw new Error('The page in React came out empty.')
  return file.code
}

async function openInReact(
  page: Page,
  stage: Stage,
  how: 'plain' | 'wrapped',
  attributes: Record<string, string>,
) {
  bundled ??= bundle()
  const body = await bundled
  await page.route('**/react-shop.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.addInitScript(counting)
  const given = JSON.stringify({ redirect: 'none', ...attributes }).replaceAll('"', '&quot;')
  await page.goto(
    stage.page(
      `<div id="shop" data-how="${how}" data-attributes="${given}"></div>
      <script type="module" src="/react-shop.js"></script>`,
    ),
  )
  // Proof that it is StrictMode of the development build.
  if (how === 'wrapped') await expect(page.locator('#shop')).toHaveAttribute('data-mounts', '2')
}

for (const how of ['plain', 'wrapped'] as const) {
  for (const by of ['order', 'charge-id'] as const) {
    everyRun((how === 'plain') === (by === 'order'))(
      `in React’s StrictMode, ${how} and by ${by}, a purchase is one transfer, one receipt, one of each event`,
      async ({ page, stage, wallet }) => {
        const payer = await wallet()
        const value = by === 'order' ? JSON.stringify(order) : (await newCharge(stage)).id
        await openInReact(page, stage, how, { [by]: value })
        const answer = payer.leaveOpen()
        await payButton(page).click()
        await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
        // Rendered anew while the wallet asks: mounted twice once more.
        await page.evaluate(() => dispatchEvent(new Event('render-anew')))
        await expect(card(page)).toHaveCount(1)
        await expect(card(page)).toContainText('Confirm in')
        answer('approve')
        await expect(card(page)).toContainText('Payment sent')
        await mine(stage)
        await expect(card(page)).toContainText('Thank you. Your payment is confirmed.')
        await expect(card(page).getByRole('heading', { name: 'Paid', exact: true })).toHaveCount(1)
        await expectPaidOnce(stage, await shownCharge(page), payer)
        await expectTold(page, 1, 1)
      },
    )
  }
}
