import type { Page } from '@playwright/test'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import type { Stage } from '../support/stage.ts'
import { card, confirm, expect, newCharge, open, test } from './fixtures.ts'

// Usual mistakes in attributes. Only those in what decides about money may stop a payment.

/** Mistakes whose meaning is plain: each pays, and nobody is told. */
const plain: [attribute: string, property: keyof PayCharge, meaning: unknown][] = [
  // As WordPress, Django, Rails and Java write a language, and a shell.
  ['locale="en_US"', 'locale', 'en_US'],
  ['locale="pt_BR"', 'locale', 'pt_BR'],
  ['locale="de_DE.UTF-8"', 'locale', 'de_DE.UTF-8'],
  ['locale=\'"de"\'', 'locale', 'de'],
  ['brand-color="7c3aed"', 'brandColor', '#7c3aed'],
  ['brand-color="#7c3aed;"', 'brandColor', '#7c3aed'],
  ['brand-color=" RebeccaPurple "', 'brandColor', ' RebeccaPurple '],
  ['redirect="false"', 'redirect', 'none'],
  ['redirect="True"', 'redirect', 'auto'],
  ['redirect="NONE "', 'redirect', 'NONE '],
  ['color-scheme="system"', 'colorScheme', 'auto'],
  ['color-scheme="Dark"', 'colorScheme', 'Dark'],
  ['mode="modal"', 'mode', 'dialog'],
  ['attribution="true"', 'attribution', 'on'],
  ['disabled="false"', 'disabled', null],
  ['hide="cancel, recipient,"', 'hide', 'cancel recipient'],
  ['success-url="" locale="" brand-logo="" brand-color="" confirmations=""', 'locale', ''],
]

/** Mistakes that mean nothing: each pays as without the attribute, and the page's developer is told. */
const ignored = [
  'locale="C"',
  'locale="english"',
  'brand-color="purpel"',
  'brand-logo="blob:https://shop.example/9b2f"',
  'hide="footer"',
  'mode="sidebar"',
  'redirect="https://shop.example/thanks"',
  'walletconnect-project-id="YOUR-PROJECT-ID"',
  'walletconnect-project-id="YOUR_PROJECT_ID"',
  'confirmations="0"',
  'confirmations="-1"',
  'confirmations="two"',
  'success-url="javascript:alert(1)"',
  'cancel-url="http://"',
]

/** Mistakes in what decides about money. */
const refused = [
  'proxy="http://"',
  "order=\"{'sku': 'mug'}\"",
  'recipients="0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc"',
  'recipients=""',
  'max-rate="1.05"',
  'quote-key="YOUR-QUOTE-KEY"',
  'recipient="vitalik.eth"',
  'chain-id="base"',
  'token-decimals="six"',
]

/** Opens a page with a mistake, and notes what its developer is told. */
async function openWith(page: Page, stage: Stage, charge: { id: string }, mistake: string) {
  const said: string[] = []
  page.removeAllListeners('console')
  page.on('console', (message) => {
    if (/^pay-charge: /.test(message.text())) said.push(message.text())
  })
  await open(page, stage, charge, mistake)
  const heard = () =>
    page.evaluate(() => (globalThis as unknown as { heard: (string | undefined)[] }).heard)
  return { said, heard }
}

/** Presses the button that opens the dialog, where there is one. */
const openDialog = (page: Page) =>
  page.evaluate(() => (document.querySelector('pay-charge') as PayCharge).open())

const pay = (page: Page) => card(page).getByRole('button', { name: /19[.,]99/ })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const heard: (string | undefined)[] = []
    document.addEventListener('pay-charge-error', ({ error }) => heard.push(error.field))
    Object.assign(globalThis, { heard })
  })
})

test('mistakes whose meaning is plain pay, and nobody is told', async ({ page, stage }) => {
  test.slow()
  const charge = await newCharge(stage)
  for (const [mistake, property, meaning] of plain) {
    const { said, heard } = await openWith(page, stage, charge, mistake)
    await expect
      .poll(
        () =>
          page.evaluate(
            (name) => Reflect.get(document.querySelector('pay-charge') ?? {}, name),
            property,
          ),
        mistake,
      )
      .toBe(meaning)
    if (property === 'mode') await openDialog(page)
    await expect(pay(page).last(), mistake).toBeEnabled()
    expect([said, await heard()], mistake).toEqual([[], []])
  }
})

test('mistakes that mean nothing pay as without the attribute, and each is told once', async ({
  page,
  stage,
}) => {
  test.slow()
  const charge = await newCharge(stage)
  for (const mistake of ignored) {
    const name = mistake.split('=')[0]
    const { said, heard } = await openWith(page, stage, charge, mistake)
    await expect(pay(page), mistake).toBeEnabled()
    await expect.poll(heard, mistake).toEqual([name])
    expect(said, mistake).toEqual([expect.stringContaining(`pay-charge: ${name} must be `)])
    await expect(card(page)).not.toContainText('must be')
  }
})

test('mistakes in what decides about money stop the payment; a payer reads no developer’s sentence', async ({
  page,
  stage,
}) => {
  test.slow()
  const charge = await newCharge(stage)
  for (const mistake of refused) {
    const name = mistake.split('=')[0] ?? ''
    const attributes = `${mistake} lang="de" brand-name="Field &amp; Kiln"`
    const { said, heard } = await openWith(page, stage, charge, attributes)
    await expect(card(page), mistake).toContainText(
      'Diese Zahlung ist nicht richtig eingerichtet. Bitte informieren Sie den Shop.',
    )
    await expect(card(page)).toContainText('Field & Kiln')
    await expect(card(page).locator('small')).toHaveText(name)
    await expect(pay(page)).toHaveCount(0)
    await expect.poll(heard, mistake).toEqual([name])
    expect(said, mistake).toEqual([expect.stringContaining(`pay-charge: ${name} must be `)])
  }
})

test('a page with several mistakes pays to the end', async ({ page, stage, wallet }) => {
  const payer = await wallet()
  const charge = await newCharge(stage, { redirect_url: `${stage.shop}/success` })
  const mistakes =
    'locale="en_US" brand-color="7c3aed" color-scheme="system" confirmations="0" attribution="yes" hide="footer" success-url="javascript:alert(1)"'
  await open(page, stage, charge, mistakes)
  await pay(page).click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(1)
  await page.waitForURL(`${stage.shop}/success`)
})

test('redirect="false" stays at the receipt', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage, { redirect_url: `${stage.shop}/success` })
  await open(page, stage, charge, 'redirect="false"')
  await pay(page).click()
  await confirm(page, stage)
  await expect(card(page).getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect(card(page).getByRole('button', { name: /store|Stay/ })).toHaveCount(0)
})
