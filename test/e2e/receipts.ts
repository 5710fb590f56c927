import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { Hex } from 'viem'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import { card, expect } from './fixtures.ts'

/** A button by how its name begins: a mark behind it tells that it is done. */
export const button = (page: Page, name: string) =>
  card(page).getByRole('button', { name: new RegExp(`^${name}`) })

/** What every form of the receipt tells, and in its JSON under which name. */
export function facts(stage: Stage, payer: TestWallet, charge: { id: string }) {
  return {
    chargeId: charge.id,
    hash: payer.sent[0] as Hex,
    chainId: 31_337,
    amount: '19.99',
    tokenSymbol: 'DUSD',
    tokenAddress: stage.chain.dusd,
    recipient: stage.recipient,
    from: payer.address,
  }
}

/** The receipt copied, downloaded and printed: the whole of it each time. */
export async function expectReceipt(
  page: Page,
  { chain: { client } }: Stage,
  told: ReturnType<typeof facts>,
  status: string,
) {
  const html = await download(page, 'Download', `receipt-${told.chargeId}.html`)
  await card(page).getByText('Details').click()
  const json = JSON.parse(await download(page, 'Data file', `receipt-${told.chargeId}.json`))
  expect(json).toMatchObject({ ...told, status, page: page.url() })
  // The service signs what is paid.
  if (status === 'confirmed') expect(json.signedReceipt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  else expect(json).not.toHaveProperty('signedReceipt')
  // The block's time: what the service has not confirmed may have none.
  if (status === 'confirmed') {
    const { blockNumber } = await client.getTransactionReceipt({ hash: told.hash })
    const { timestamp } = await client.getBlock({ blockNumber })
    expect(Date.parse(json.time)).toBe(Number(timestamp) * 1000)
  }

  await button(page, 'Copy receipt').click()
  await expect(button(page, 'Copy receipt')).toHaveClass(/copied/)
  const copied = await page.evaluate(() => navigator.clipboard.readText())

  const opened = page.waitForEvent('popup')
  await button(page, 'Print').click()
  const sheet = await opened
  const printed = await sheet.locator('body').textContent()
  expect(await sheet.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
  await sheet.close()
  const time = await page.evaluate(
    (given) =>
      given &&
      new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' }).format(
        new Date(given),
      ),
    json.time,
  )
  for (const text of [copied, printed, html]) {
    for (const value of [...Object.values(told), time]) expect(text).toContain(String(value))
  }
}

/** Saves a form of the receipt, and reads it. */
async function download(page: Page, name: string, fileName: string): Promise<string> {
  const downloaded = page.waitForEvent('download')
  await button(page, name).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(fileName)
  return await readFile(await file.path(), 'utf8')
}

/** A sheet of paper that counts. */
export async function givePrinter(context: BrowserContext) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => {
    window.print = () => {
      Reflect.set(window, 'printed', (Reflect.get(window, 'printed') ?? 0) + 1)
    }
  })
}
