import type { Page } from '@playwright/test'
import { card } from './fixtures.ts'

// What is wrong with a layout, measured in the page. It runs there by itself, so it can share no code with anything else:
// hence its length.

/** All that a designer would send back: an empty list is a good layout. */
export const layoutFaults = (page: Page): Promise<string[]> => card(page).evaluate(findLayoutFaults)

/** {@link layoutFaults} of the element, in its page. */
export function findLayoutFaults(element: Element): string[] {
  return [overflowing, crossing, overlapping, broken].flatMap((check) => check(element))

  /** The page scrolls sideways, or a box hides a part of what it holds. */
  function overflowing(host: Element): string[] {
    const faults: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide`)
    for (const element of host.shadowRoot?.querySelectorAll('*:not(svg *)') ?? []) {
      const { overflowX, display } = getComputedStyle(element)
      if (!element.checkVisibility() || element.closest('.hidden')) continue
      if (element instanceof HTMLInputElement) {
        const { font } = getComputedStyle(element, '::placeholder')
        const pen = document.createElement('canvas').getContext('2d')
        Object.assign(pen ?? {}, { font })
        const room =
          element.clientWidth - 2 * Number.parseFloat(getComputedStyle(element).paddingLeft)
        const { width = 0 } = pen?.measureText(element.placeholder) ?? {}
        if (width > room) faults.push(`a field hides “${element.placeholder}”`)
      }
      if (overflowX === 'visible' || display === 'inline') continue
      if (element.scrollWidth > element.clientWidth + 1)
        faults.push(
          `${element.localName}.${element.className} hides ${element.textContent?.trim()}`,
        )
    }
    return faults
  }

  /** A line of text leaves the box that it stands in, or the card. */
  function crossing(host: Element): string[] {
    const faults: string[] = []
    const root = host.shadowRoot
    const card = root?.querySelector('.card')
    if (!root || !card) return ['there is no card']
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!text.nodeValue?.trim() || !parent?.checkVisibility() || parent.closest('.hidden'))
        continue
      if (!card.contains(parent)) continue
      let box = parent
      while (getComputedStyle(box).display === 'inline' && box.parentElement)
        box = box.parentElement
      // What scrolls in a box of its own is seen there.
      const frame = parent.closest('.long') ? box : card
      const control = parent.closest<HTMLElement>('button, .button')
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects()) {
        for (const holder of new Set([box, control ?? box, frame])) {
          const outer = holder.getBoundingClientRect()
          // A font's own box is higher than its line, so upright only whole letters count.
          const upright = line.height * 0.3
          const isIn =
            line.left >= outer.left - 1 &&
            line.right <= outer.right + 1 &&
            line.top >= outer.top - upright &&
            line.bottom <= outer.bottom + upright
          if (!isIn)
            faults.push(`“${text.nodeValue.trim()}” leaves ${holder.localName}.${holder.className}`)
        }
      }
    }
    return faults
  }

  /** The part of a box that is seen: what scrolls in a list of its own is cut off there. */
  function clip(element: Element | null, rect: DOMRect): DOMRect {
    const list = element?.closest('.long')?.getBoundingClientRect()
    if (!list) return rect
    const top = Math.max(rect.top, list.top)
    return new DOMRect(
      rect.x,
      top,
      rect.width,
      Math.max(0, Math.min(rect.bottom, list.bottom) - top),
    )
  }

  /** Two texts, or two controls, lie on each other. */
  function overlapping(host: Element): string[] {
    const faults: string[] = []
    const root = host.shadowRoot
    if (!root) return ['there is no card']
    const texts: { of: Node; rect: DOMRect }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!text.nodeValue?.trim() || !parent?.checkVisibility() || parent.closest('.hidden'))
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      // Its letters, without the air that the font keeps above and below.
      for (const { x, y, width, height } of range.getClientRects())
        texts.push({
          of: text,
          rect: clip(parent, new DOMRect(x, y + height * 0.2, width, height * 0.6)),
        })
    }
    const controls = [...root.querySelectorAll('button, a, input, summary')]
      .filter((one) => one.checkVisibility())
      .map((of) => ({ of, rect: clip(of, of.getBoundingClientRect()) }))
    // A ring that turns lies around what it is about, and a network's icon on the corner of its token's.
    const pictures = [...root.querySelectorAll('svg:not(.turns), img:not(.network)')]
      .filter((one) => one.checkVisibility())
      .map((of) => ({ of, rect: clip(of, of.getBoundingClientRect()) }))
    for (const all of [[...texts, ...pictures], controls])
      for (const [index, a] of all.entries())
        for (const b of all.slice(index + 1)) {
          const across = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
          const down = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
          if (a.of !== b.of && across > 1 && down > 1)
            faults.push(`“${a.of.textContent?.trim()}” lies on “${b.of.textContent?.trim()}”`)
        }
    return faults
  }

  /** A word goes on in the next line. Hashes, addresses and writing without spaces may. */
  function broken(host: Element): string[] {
    const faults: string[] = []
    const root = host.shadowRoot
    if (!root) return ['there is no card']
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!parent?.checkVisibility() || parent.closest('.hidden, .copy')) continue
      for (const word of text.nodeValue?.matchAll(
        /[\p{Script=Latin}\p{Script=Arabic}\p{M}\d.,]{2,}/gu,
      ) ?? []) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const tops = [...range.getClientRects()].map(({ top, height }) => Math.round(top / height))
        if (new Set(tops).size > 1) faults.push(`“${word[0]}” is broken`)
      }
    }
    return faults
  }
}
