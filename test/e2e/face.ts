import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { samples } from '../../src/element/preview/samples.ts'
import type { Stage } from '../support/stage.ts'
import { card, postpone } from './fixtures.ts'

// Every screen of the element without a payment: the built preview drives its own views.

/** The names of all screens. */
export const screens = samples.map(({ name }) => name)

/** A page that shows what it is asked for. */
export interface Gallery {
  /** Shows a screen, and resolves when all of it is drawn. */
  show(name: string): Promise<void>
  /** Shows one screen after the other. Returns what a function that runs in the page has found on each. */
  find(names: readonly string[], check: (element: Element) => string[]): Promise<string[]>
  /** Turns page and element to another language, and to its direction. */
  speak(lang: string): Promise<void>
  /** Turns the page, and so the element in it, light or dark. */
  paint(scheme: string): Promise<void>
  /** A picture of the element as it is, with a little of the page around it. */
  shoot(path: string): Promise<void>
}

/** The two ways that a page may look. */
export const schemes = ['light', 'dark'] as const

/** What a merchant writes beside the element, so that the page itself is one that can be read. */
const summaries: Record<string, string> = {
  en: 'Stoneware mug, 1 piece',
  de: 'Steinzeugbecher, 1 Stück',
  ar: 'كوب من الخزف الحجري، قطعة واحدة',
  ja: '陶器のマグカップ 1個',
}

/** Runs in the page. */
async function walk(names: string[], check: (element: Element) => string[]): Promise<string[]> {
  const { show } = window as unknown as { show: Gallery['show'] }
  const element = document.querySelector('pay-charge') as Element
  const found: string[] = []
  for (const name of names) {
    await show(name)
    for (const what of check(element)) found.push(`${name}: ${what}`)
  }
  return found
}

/**
 * Opens a page of the shop with an element that shows given screens.
 *
 * @param attributes of the element
 */
export async function openGallery(
  page: Page,
  stage: Stage,
  attributes: Record<string, string> = {},
): Promise<Gallery> {
  // The card waits eight seconds for its language, and then speaks English.
  await postpone(page.context(), 8000)
  await page.goto(stage.page('<main><h1>Shop</h1></main>'))
  await page.evaluate(
    async ([given, texts]) => {
      const { preview } = (await customElements.whenDefined('pay-charge')) as typeof PayCharge
      const element = document.createElement('pay-charge')
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
      const summary = element.appendChild(document.createElement('p'))
      summary.slot = 'summary'
      const shown = await preview()
      const { show } = shown.preview(element)
      document.querySelector('main')?.append(element)
      const drawn = async (isDone: () => unknown) => {
        while (!isDone()) await new Promise(requestAnimationFrame)
      }
      const card = () => element.shadowRoot?.querySelector('.card')
      Object.assign(window, {
        async show(name: string) {
          const sample = shown.samples.find((one) => one.name === name)
          if (!sample) throw new Error(`There is no screen ${name}.`)
          await show(sample.state)
          await new Promise(requestAnimationFrame)
          // The code to scan is a chunk of its own, and so is the help for who has no wallet.
          if (name.startsWith('scan')) await drawn(() => card()?.querySelector('.qr'))
          if (/^(sign|paid after|an earlier|wrong network|no storage)/.test(name))
            await drawn(() => card()?.querySelector('.ringed, .wallet, .marked'))
          if (name === 'no wallet') await drawn(() => card()?.querySelector('.links img'))
        },
        async speak(lang: string) {
          const { documentElement: root } = document
          root.lang = lang
          root.dir = /^(ar|he)/.test(lang) ? 'rtl' : 'ltr'
          summary.textContent = texts[lang] ?? texts.en ?? ''
          element.locale = lang
          await drawn(() => card()?.getAttribute('lang')?.startsWith(lang))
        },
        paint(scheme: string) {
          document.documentElement.style.colorScheme = scheme
          // Without it a check of contrast takes the page for white.
          document.body.style.background = 'Canvas'
        },
      })
    },
    [{ 'brand-name': 'Field & Kiln', redirect: 'none', ...attributes }, summaries] as const,
  )
  const ask = (does: 'show' | 'speak' | 'paint') => (what: string) =>
    page.evaluate(
      ([verb, text]) =>
        (window as unknown as Record<string, (text: string) => unknown>)[verb]?.(text),
      [does, what] as const,
    ) as Promise<void>
  // Of the browser itself: hundreds of pictures take a third of the time.
  const browser = await page.context().newCDPSession(page)
  const gallery: Gallery = {
    show: ask('show'),
    // In one call: between browser and test, a thousand screens would be as many conversations.
    find: (names, check) => page.evaluate(`(${walk})(${JSON.stringify(names)}, ${check})`),
    speak: ask('speak'),
    paint: ask('paint'),
    async shoot(path) {
      const clip = await card(page).evaluate((element, margin) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return {
          x: x - margin,
          y: y - margin,
          width: width + 2 * margin,
          height: height + 2 * margin,
          scale: 1,
        }
      }, 12)
      const picture = { format: 'png' as const, optimizeForSpeed: true, clip }
      const { data } = await browser.send('Page.captureScreenshot', picture)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, data, 'base64')
    },
  }
  await gallery.speak('en')
  return gallery
}
