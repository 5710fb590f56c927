import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { card, expect } from './fixtures.ts'

type Reader = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

// Its types promise a default export that Node does not find in it.
const read = createRequire(import.meta.url)('jsqr') as Reader

const drawingIn = (page: Page) => card(page).locator('[part="qr"]')

/** What a phone reads from the code in the card, off the screen as it is. */
export async function codeIn(page: Page): Promise<string> {
  const drawing = drawingIn(page)
  await expect(drawing).toBeVisible()
  const { data, width, height } = PNG.sync.read(await drawing.screenshot())
  const code = read(new Uint8ClampedArray(data), width, height)
  if (!code) throw new Error(`No code can be read in ${width} × ${height} pixels.`)
  return code.data
}

/**
 * Chooses WalletConnect until the page shows what follows. The page waits ten seconds for the relay, which a busy machine may need
 * longer for: then the payer chooses it again, as the page says.
 */
export async function chooseWalletConnect(page: Page, next: Locator): Promise<void> {
  const unreachable = card(page)
    .locator('[part="notice"]')
    .filter({ hasText: 'We can’t reach WalletConnect' })
  do {
    const before = await unreachable.elementHandles()
    await card(page).getByRole('button', { name: 'WalletConnect' }).click()
    for (const notice of before) await notice.waitForElementState('hidden')
    await expect(next.or(unreachable).first()).toBeVisible()
  } while (await unreachable.isVisible())
}

/** Chooses WalletConnect, and returns the code that it shows. */
export async function askForCode(page: Page): Promise<string> {
  await chooseWalletConnect(page, drawingIn(page))
  return codeIn(page)
}
