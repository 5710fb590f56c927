import type { Page } from '@playwright/test'

/** The type sizes of the payers' pages, in px, as the card has them. */
const sizes = [12, 13, 14, 15, 16, 20]

/**
 * Returns the texts of a page in another size, each with its size; not those in the element. The amount has the size that its length
 * leaves, and the name of an order is larger where it stands beside the card.
 */
export async function findOtherSizes(page: Page): Promise<string[]> {
  return await page.evaluate((expected) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim()
      const parent = walker.currentNode.parentElement
      if (!text || !parent || parent.closest('.price, pay-charge, script, style, noscript'))
        continue
      if (!parent.checkVisibility()) continue
      const size = Number.parseFloat(getComputedStyle(parent).fontSize)
      const isTitle = parent.closest('.order h1') !== null && size === 24
      if (!isTitle && !expected.includes(size)) found.push(`${size} ${text}`)
    }
    return found
  }, sizes)
}
