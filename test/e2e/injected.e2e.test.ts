import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import {
  card,
  confirm,
  expect,
  expectPaidOnce,
  newCharge,
  nightly,
  open,
  payButton,
  receipt,
  test,
} from './fixtures.ts'

// Which wallets of this browser are offered, in what order, and whom the page calls on the way.

/** The wallets in the list, from top to bottom. */
const rows = (page: Page) => card(page).locator('button[part="wallet"]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

test('two wallets are a list with names and pictures; one goes straight on', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet({ name: 'First' })
  const payer = await wallet({ name: 'Second' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(rows(page)).toHaveText(['First Installed', 'Second Installed'])
  const pictures = rows(page).locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    expect(await picture.getAttribute('src')).toMatch(/^data:image\//)
    // Drawn, and not only there.
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await row(page, 'Second').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('the wallet of the last payment stands first at the next visit', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet({ name: 'First' })
  await wallet({ name: 'Second' })
  const payer = await wallet({ name: 'Third' })
  await open(page, stage, await newCharge(stage))
  await payButton(page).click()
  await row(page, 'Third').click()
  await confirm(page, stage)
  const next = await newCharge(stage)
  await open(page, stage, next)
  await payButton(page).click()
  await expect(rows(page)).toHaveText([
    'Third InstalledLast used',
    'First Installed',
    'Second Installed',
  ])
  await rows(page).first().click()
  await confirm(page, stage)
  expect(payer.count('eth_sendTransaction')).toBe(2)
})

test('a wallet that announces itself late comes below those that are there', async ({
  page,
  stage,
  wallet,
}) => {
  await wallet({ name: 'First' })
  await wallet({ name: 'Second' })
  const late = await wallet({ name: 'Late', known: 'late' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(rows(page)).toHaveText(['First Installed', 'Second Installed'])
  // No luck is hoped for: so late is late, long after the page has gathered what there is.
  await page.waitForTimeout(2000)
  await late.announce()
  await expect(rows(page)).toHaveText(['First Installed', 'Second Installed', 'Late Installed'])
  await row(page, 'Late').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, late)
})

test('a wallet that announces itself when none was found appears', async ({
  page,
  stage,
  wallet,
}) => {
  const late = await wallet({ name: 'Late', known: 'late' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('We couldn’t find a wallet in this browser')
  await expect(rows(page)).toHaveCount(0)
  await page.waitForTimeout(2000)
  await late.announce()
  await expect(rows(page)).toHaveText(['Late Installed'])
  await expect(card(page)).not.toContainText('We couldn’t find a wallet')
  await row(page, 'Late').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, late)
})

test('a wallet that announces itself again and again, and is window.ethereum, is one row', async ({
  page,
  stage,
  wallet,
}) => {
  const loud = await wallet({ name: 'Loud', known: 'twice', legacy: true })
  await wallet({ name: 'Quiet' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(rows(page)).toHaveText(['Loud Installed', 'Quiet Installed'])
  // And again while the list is shown: nothing changes.
  await loud.announce()
  await expect(rows(page)).toHaveText(['Loud Installed', 'Quiet Installed'])
  await row(page, 'Loud').click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, loud)
})

nightly(
  'a wallet that announces itself twice, alone, goes straight on',
  async ({ page, stage, wallet }) => {
    const payer = await wallet({ known: 'twice', legacy: true })
    const charge = await newCharge(stage)
    await open(page, stage, charge)
    await payButton(page).click()
    await confirm(page, stage)
    await expectPaidOnce(stage, charge, payer)
  },
)

test('window.ethereum pays where nothing announces itself', async ({ page, stage, wallet }) => {
  const payer = await wallet({ known: 'never', legacy: true })
  payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'refuse' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the request in your wallet')
  const answer = payer.leaveOpen()
  await payButton(page).click()
  await expect(card(page)).toContainText('Confirm in Browser wallet')
  answer('approve')
  await confirm(page, stage)
  expect(payer.sent).toHaveLength(1)
})

test('window.ethereum is left alone where another wallet announces itself', async ({
  page,
  stage,
  wallet,
}) => {
  const old = await wallet({ name: 'Old', known: 'never', legacy: true })
  const payer = await wallet({ name: 'New' })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
  expect(old.asked).toEqual([])
})

/** Every address that the browser calls, by whatever page or worker: HTTP and WebSocket. */
function listenIn(context: BrowserContext): string[] {
  const called: string[] = []
  context.on('request', (request) => called.push(request.url()))
  context.on('page', (page) => page.on('websocket', (socket) => called.push(socket.url())))
  for (const page of context.pages()) page.on('websocket', (socket) => called.push(socket.url()))
  return called
}

/** The scripts of the build in which something stands. */
function scriptsWith(words: RegExp): string[] {
  const folder = new URL('../../dist/browser/', import.meta.url).pathname
  return globSync(`${folder}*.js`)
    .filter((file) => words.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file))
}

test.describe('the whole network log', () => {
  // A call that the shop's CSP stops never shows in the log: here nothing stops it.
  test.use({ bypassCSP: true })

  for (const [offered, attributes] of [
    ['', ''],
    [', where WalletConnect is offered beside it', 'walletconnect-project-id="abcdef0123456789"'],
  ] as const) {
    test(`from load to receipt nobody but the shop is called${offered}`, async ({
      page,
      stage,
      wallet,
    }) => {
      const payer = await wallet({ chainId: 1, knowsChain: false })
      const charge = await newCharge(stage)
      const called = listenIn(page.context())
      await open(page, stage, charge, attributes)
      await payButton(page).click()
      if (attributes) {
        await expect(rows(page)).toHaveText([
          'Test Wallet Installed',
          'A wallet on your phone WalletConnect',
        ])
        await row(page, 'Test Wallet').click()
      }
      await confirm(page, stage)
      await expect(receipt(page)).toBeVisible()
      await card(page).getByRole('button', { name: 'Receipt' }).click()
      await expectPaidOnce(stage, charge, payer)

      expect(called.filter((url) => new URL(url).origin !== stage.shop)).toEqual([])
      const files = called.map((url) => basename(new URL(url).pathname))
      // What was heard is the whole way: the entry, the code that looks for wallets, the charge.
      expect(files).toContain('pay-charge.js')
      expect(files.filter((file) => file.startsWith('pay-charge-wallet-'))).toHaveLength(1)
      expect(files).toContain(charge.id)
      // WalletConnect and wagmi are in the build, by words of protocol, relay and modal, and of wagmi's store; and none of
      // them was loaded.
      const wagmi = scriptsWith(/skipHydration/)
      const others = scriptsWith(/wc_sessionPropose|relay\.walletconnect|w3m-modal/)
      expect(wagmi).not.toEqual([])
      expect(others).not.toEqual([])
      expect(files.filter((file) => wagmi.includes(file))).toEqual([])
      expect(files.filter((file) => others.includes(file))).toEqual([])
    })
  }
})
