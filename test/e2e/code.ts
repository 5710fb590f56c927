import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { card, expect } from './fixtures.ts'

type Reader = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

// Its types promise a default export that Node does not find in it.
const read = createRequire(import.meta.url)('jsqr') as Reader

/** What a phone reads from the code in the card, off the screen as it is. */
export async function codeIn(page: Page): Promise<string> {
  const drawing = card(page).locator('[part="qr"]')
  await expect(drawing).toBeVisible()
  const { data, width, height } = PNG.sync.read(await drawing.screenshot())
  const code = read(new Uint8ClampedArray(data), width, height)
  if (!code) throw new Error(`No code can be read in ${width} × ${height} pixels.`)
  return code.data
}
