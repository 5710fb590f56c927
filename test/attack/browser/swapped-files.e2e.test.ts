import { globSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { PayChargeErrorEvent } from '../../../src/element/events.ts'
import { supportedLocales } from '../../../src/element/i18n/languages/load-messages.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  newCharge,
  payButton,
  test,
  transfersOf,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'
import { buildSwappedTags, readRelease } from '../../support/swapped.ts'

// Whoever has taken over the host of the script serves one of its files with code of their own. None of it runs.

/** What hosts and frameworks put behind the address of a script. */
const suffixes = ['?ver=6.9.1', '?', '#x']

for (const suffix of suffixes)
  everyRun(suffix !== '?')(
    `the entry at pay-charge.js${suffix} is asked for once, and another answer for it never runs`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      const { files: hashes } = await readRelease()
      const html = `<script type="module" src="/pay-charge.js${suffix}" integrity="${hashes['pay-charge.js']}"></script>`
      let asked = 0
      await page.route(
        ({ pathname }) => pathname === '/pay-charge.js',
        async (route) => {
          const response = await route.fetch()
          const attack = asked++ > 0 ? 'globalThis.hasAttackerRun = true\n' : ''
          await route.fulfill({ response, body: attack + (await response.text()) })
        },
      )
      const element = `<pay-charge charge-id="${charge.id}"></pay-charge>`
      await page.goto(stage.page(element, '', { html, scriptSource: '' }))
      await payButton(page).click()
      await confirm(page, stage)
      expect(asked).toBe(1)
      expect(await page.evaluate(() => 'hasAttackerRun' in globalThis)).toBe(false)
      await expectPaidOnce(stage, charge, payer)
    },
  )

const names = readdirSync(new URL('../../../dist/browser/', import.meta.url))
const files = names.filter((name) => name.endsWith('.js'))
const kinds = ['script tag', 'import map'] as const

/** What makes the element load a file that it does not load for every payer, by the beginning of the file's name. */
const reasons: Record<string, string> = {
  'load-messages': 'locale="de"',
  'attribute-texts': 'confirmations="none"',
  icons: '',
  ...Object.fromEntries(
    supportedLocales.filter((tag) => tag !== 'en').map((tag) => [tag, `locale="${tag}"`]),
  ),
  'zh-Hans': 'locale="zh-CN"',
  'zh-Hant': 'locale="zh-TW"',
}
/** Those without which nobody pays from a wallet. */
const necessary = ['en', 'checkout', 'assets', 'wallet', 'errors', 'isAddress']
/** Those without which a page that pins its recipients shows no price. The second account has a checksum. */
const pinning: Record<string, string> = {
  'pin-check': 'recipients="eip155:31337:0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc"',
  checksum: 'recipients="eip155:31337:0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc"',
}
/** Those that a click of the payer, or a call of the page's own, loads: only the import map is tried. */
const icons = fileURLToPath(new URL('../../../src/element/checkout/icons/', import.meta.url))
const drawings = globSync('*/*.ts', { cwd: icons }).map((path) => basename(path, '.ts'))
const onDemand = [
  ...drawings,
  // The checkout's and the wallet's, for a payer without coin.
  'authorizations',
  'authorizations',
  'cover',
  // A payment link's.
  'link',
  'preview',
  'printed-receipt',
  'scan',
  'walletconnect',
  'walletconnect-library',
  'page-connectors',
  'secp256k1',
  '_without-modal',
]

/** Of the files those that every run swaps in a page with this kind of tags; the last test swaps all of them at once. */
const everyRuns = {
  // One that is imported at once, and one that another imports statically; and one of those with which payers go on.
  'script tag': (part: string) =>
    ['checkout', 'isAddress', 'pin-check', 'checksum', 'load-messages', 'de'].includes(part),
  'import map': (part: string) => ['checkout', 'pin-check', 'de'].includes(part),
}

/** The name without what all files have in common: `pay-charge-checkout-BVZfLa--.js` is `checkout`. */
const partOf = (file: string) => file.slice('pay-charge-'.length, -'-12345678.js'.length)

async function openSwapped(
  page: Page,
  stage: Stage,
  file: string,
  kind: (typeof kinds)[number],
  attributes = '',
) {
  const charge = await newCharge(stage)
  await page.addInitScript(() => {
    const errors: string[] = []
    Object.assign(globalThis, { errors })
    addEventListener('pay-charge-error', (event) =>
      errors.push((event as PayChargeErrorEvent).error.code),
    )
  })
  const body = `<pay-charge charge-id="${charge.id}" redirect="none" ${attributes}></pay-charge>`
  await page.goto(stage.page(body, '', await buildSwappedTags(file, kind)))
  return charge
}

const hasAttackerRun = (page: Page) => page.evaluate(() => 'hasAttackerRun' in globalThis)
const errorsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { errors: string[] }).errors)

test('every file of the build has a hash, and a test', async () => {
  expect(Object.keys((await readRelease()).files).sort()).toEqual(files.toSorted())
  const known = [reasons, pinning].flatMap(Object.keys).concat(necessary, onDemand).sort()
  const parts = files.filter((file) => file !== 'pay-charge.js').map(partOf)
  expect(parts.sort()).toEqual(known)
})

for (const kind of kinds) {
  test(`${kind}: a page whose files are as they were takes one payment`, async ({
    page,
    stage,
    wallet,
  }) => {
    const payer = await wallet()
    const charge = await openSwapped(page, stage, 'none', kind, 'locale="en"')
    await payButton(page).click()
    await confirm(page, stage)
    await expectPaidOnce(stage, charge, payer)
    expect(await errorsOf(page)).toEqual([])
  })

  test(`${kind}: a swapped entry does not run, and the element stays undefined`, async ({
    page,
    stage,
  }) => {
    const refused = page.waitForEvent('console', (message) => /integrity/.test(message.text()))
    await openSwapped(page, stage, 'pay-charge.js', kind)
    await refused
    expect(await hasAttackerRun(page)).toBe(false)
    expect(await page.evaluate(() => customElements.get('pay-charge') === undefined)).toBe(true)
  })

  for (const file of files.filter((one) => necessary.includes(partOf(one))))
    everyRun(everyRuns[kind](partOf(file)))(
      `${kind}: a swapped ${partOf(file)} does not run: the payer sees an error, and nothing is paid`,
      async ({ page, stage, wallet }) => {
        const payer = await wallet()
        const charge = await openSwapped(page, stage, file, kind)
        await payButton(page).click()
        await expect(card(page)).toContainText('Part of this page couldn’t load')
        await expect.poll(() => errorsOf(page)).toContain('offline')
        expect(await hasAttackerRun(page)).toBe(false)
        expect(payer.count('eth_sendTransaction')).toBe(0)
        expect(await transfersOf(stage, charge)).toEqual([])
      },
    )

  for (const [part, attributes] of Object.entries(pinning))
    everyRun(everyRuns[kind](part))(
      `${kind}: a swapped ${part} does not run: a page that pins its recipients offers nothing`,
      async ({ page, stage }) => {
        const file = files.find((one) => partOf(one) === part) ?? ''
        await openSwapped(page, stage, file, kind, attributes)
        await expect(card(page)).toContainText('Part of this page couldn’t load')
        await expect.poll(() => errorsOf(page)).toContain('offline')
        await expect(payButton(page)).toHaveCount(0)
        expect(await hasAttackerRun(page)).toBe(false)
      },
    )

  for (const [part, attributes] of Object.entries(reasons))
    everyRun(everyRuns[kind](part))(
      `${kind}: a swapped ${part} does not run: the card is in English, or names the attribute`,
      async ({ page, stage }) => {
        const file = files.find((one) => partOf(one) === part) ?? ''
        const asked = page.waitForRequest(`**/${file}`)
        await openSwapped(page, stage, file, kind, attributes)
        await asked
        if (part === 'attribute-texts') await expect.poll(() => errorsOf(page)).not.toEqual([])
        else await expect(card(page).getByRole('button', { name: /^Pay 19/ })).toBeVisible()
        expect(await hasAttackerRun(page)).toBe(false)
      },
    )
}

test('import map: no import of any swapped file runs it', async ({ page, stage }) => {
  const outcomes: [file: string, outcome: string, hasRun: boolean][] = []
  for (const file of files.filter((one) => one !== 'pay-charge.js')) {
    await page.goto(stage.page('', '', await buildSwappedTags(file, 'import map')))
    const outcome = await page.evaluate(
      (url) =>
        import(url).then(
          () => 'ran',
          () => 'refused',
        ),
      `/swapped/${file}/${file}`,
    )
    outcomes.push([partOf(file), outcome, await hasAttackerRun(page)])
  }
  expect(outcomes).toEqual(outcomes.map(([part]) => [part, 'refused', false]))
  expect(outcomes.length).toBeGreaterThan(onDemand.length)
})
