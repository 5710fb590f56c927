import type { FrameLocator, Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  everyRunOf,
  expect,
  newCharge,
  postpone,
  seen,
  apart as test,
} from './fixtures.ts'
import { element } from './shoot.ts'
import { stopAnimations } from './stop-animations.ts'

// Clicks that a payer does not mean, with a real pointer and a real keyboard.

// Each has a context of its own: what a browser sees of a frame it says late in a page that has shown others before.
const everyRun = everyRunOf(test)

// The notice goes away after six seconds.
test.beforeEach(({ context }) => postpone(context, 6000))

const payButton = (page: Page | FrameLocator) =>
  page.locator('pay-charge').getByRole('button', { name: /^Pay \d/ })
const notice = (page: Page | FrameLocator) =>
  page.locator('pay-charge').getByText('Something is covering the Pay button')

function missing(): never {
  throw new Error('There is no button.')
}

/** Opens a page with the element, and waits until its button takes clicks. */
async function openArmed(page: Page, stage: Stage, before = '', after = '') {
  const charge = await newCharge(stage)
  await page.goto(stage.page(`${before}${element(charge.id)}${after}`))
  await payButton(page).click({ trial: true })
  return charge
}

/** Puts a layer over the whole page, which lets clicks through. Its styles come by CSSOM, which the policy allows. */
async function cover(page: Page, styles: Partial<CSSStyleDeclaration>, tag = 'div', text = '') {
  await page.evaluate(
    ([given, name, content]) => {
      const layer = document.createElement(name)
      layer.id = 'layer'
      layer.textContent = content
      const base = { position: 'fixed', inset: '0', zIndex: '9', pointerEvents: 'none' }
      Object.assign(layer.style, base, given)
      document.body.append(layer)
    },
    [styles as Record<string, string>, tag, text] as const,
  )
  // As long as the browser takes to know of it.
  await seen(page)
}

const uncover = (page: Page) => page.evaluate(() => document.querySelector('#layer')?.remove())

/** Clicks where the button is, without waiting for anything. */
async function clickAtOnce(page: Page) {
  const { x, y, width, height } = (await payButton(page).boundingBox()) ?? missing()
  await page.mouse.click(x + width / 2, y + height / 2)
}

const styleElement = (page: Page, styles: Partial<CSSStyleDeclaration>) =>
  page.locator('pay-charge').evaluate((one, given) => {
    Object.assign((one as HTMLElement).style, given)
  }, styles)

test.describe('a button that something covers takes no click', () => {
  const layers: [
    name: string,
    styles: Partial<CSSStyleDeclaration>,
    tag?: string,
    text?: string,
  ][] = [
    ['a layer with a color', { background: 'white' }],
    ['one that lets some of it through', { background: 'rgb(0 0 0 / 60%)' }],
    ['an image', { backgroundImage: 'linear-gradient(red, blue)' }],
    ['a blur', { backdropFilter: 'blur(20px)' }],
    ['an image element', { width: '100%', height: '100%' }, 'img'],
  ]
  // All kinds of layers: test/element/views/cover.browser.test.ts.
  for (const [name, styles, tag, text] of layers) {
    everyRun(name === 'a layer with a color')(
      `${name}: by pointer or keyboard, and takes one when it is gone`,
      async ({ page, stage, wallet }) => {
        const payer = await wallet()
        const said: string[] = []
        page.on('console', (message) => said.push(message.text()))
        await openArmed(page, stage)
        const box = await payButton(page).boundingBox()
        await cover(page, styles, tag, text)
        await clickAtOnce(page)
        await expect(notice(page)).toBeVisible()
        expect(said.join()).toContain(`the Pay button is covered by ${tag ?? 'div'}#layer.`)
        // Nothing has moved, and the focus is where it was.
        expect(await payButton(page).boundingBox()).toEqual(box)
        await payButton(page).focus()
        await page.keyboard.press('Enter')
        await seen(page)
        await expect(payButton(page)).toBeFocused()
        expect(payer.count('eth_requestAccounts')).toBe(0)
        await uncover(page)
        await seen(page)
        await payButton(page).click()
        await confirm(page, stage)
      },
    )
  }

  test('the card itself as good as invisible', async ({ page, stage, wallet }) => {
    await wallet()
    for (const styles of [{ opacity: '0.05' }, { filter: 'opacity(10%)' }]) {
      await openArmed(page, stage)
      await styleElement(page, styles)
      await seen(page)
      await clickAtOnce(page)
      await expect(notice(page)).toHaveCount(1)
    }
  })
})

test.describe('a shop sells', () => {
  const looks: Partial<CSSStyleDeclaration>[] = [
    { opacity: '0.8' },
    { filter: 'grayscale(1) contrast(0.9)' },
    { transform: 'rotate(2deg) scale(0.9)' },
    { willChange: 'opacity', mixBlendMode: 'multiply' },
  ]
  for (const styles of looks) {
    everyRun('transform' in styles)(
      `with ${JSON.stringify(styles)}`,
      async ({ page, stage, wallet }) => {
        await wallet()
        await openArmed(page, stage)
        await styleElement(page, styles)
        await seen(page)
        await payButton(page).click()
        await confirm(page, stage)
      },
    )
  }

  const layers: [name: string, styles: Partial<CSSStyleDeclaration>, tag?: string][] = [
    ['the container of its messages', {}],
    ['a grain over the whole page', { background: 'black', opacity: '0.06' }],
    ['snow on a canvas', { width: '100%', height: '100%' }, 'canvas'],
    ['a dark mode by difference', { background: 'white', mixBlendMode: 'difference' }],
    ['a night mode', { backdropFilter: 'brightness(0.9)' }],
    [
      'a bubble of a chat at the edge',
      { inset: 'auto 0 0 auto', width: '60px', height: '100vh', background: 'red' },
    ],
  ]
  for (const [name, styles, tag] of layers) {
    everyRun(name === 'a grain over the whole page')(
      `under ${name}`,
      async ({ page, stage, wallet }) => {
        await wallet()
        await openArmed(page, stage)
        await cover(page, styles, tag)
        await payButton(page).click()
        await confirm(page, stage)
      },
    )
  }

  test('on a line so slow that the click waits a minute for the code that decides about it', async ({
    page,
    stage,
    wallet,
  }) => {
    await wallet()
    const line = Promise.withResolvers<void>()
    await page.route('**/pay-charge-cover-*', async (route) => {
      await line.promise
      await route.continue()
    })
    await openArmed(page, stage)
    await styleElement(page, { opacity: '0.8' })
    await seen(page)
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      Object.assign(window, { late: 0 })
      performance.now = () => now() + (window as unknown as { late: number }).late
    })
    await payButton(page).click()
    await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    await page.evaluate(() => Object.assign(window, { late: 60_000 }))
    line.resolve()
    await confirm(page, stage)
  })

  test('by its own script at once, also under a layer: it is the shop’s page', async ({
    page,
    stage,
    wallet,
  }) => {
    await wallet()
    await openArmed(page, stage)
    await cover(page, { background: 'white' })
    await payButton(page).evaluate((button) => (button as HTMLElement).click())
    await confirm(page, stage)
  })
})

/** Waits until the page has handled what it was sent. */
const settle = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  )

test.describe('a button that has just appeared takes no click', () => {
  test('of a pointer that was there already', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const charge = await newCharge(stage)
    await page.goto(stage.page(element(charge.id)))
    const runOn = await stopAnimations(page)
    // Another element: the button of the first may have been there for longer.
    await page.locator('pay-charge').evaluate((one) => one.replaceWith(one.cloneNode()))
    await expect(payButton(page)).toBeVisible()
    await clickAtOnce(page)
    await settle(page)
    await expect(payButton(page)).toBeVisible()
    expect(payer.count('eth_requestAccounts')).toBe(0)
    await runOn()
    await payButton(page).click({ trial: true })
    await clickAtOnce(page)
    await confirm(page, stage)
  })

  test('of a key that was pressed for the screen before', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    payer.decide = ({ method }) => (method === 'eth_requestAccounts' ? 'refuse' : 'approve')
    await openArmed(page, stage)
    await payButton(page).click()
    await expect(card(page).getByRole('button', { name: 'Test Wallet' })).toBeVisible()
    const runOn = await stopAnimations(page)
    await card(page).getByRole('button', { name: 'Back' }).focus()
    await page.keyboard.press('Enter')
    await expect(payButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await settle(page)
    await expect(payButton(page)).toBeFocused()
    expect(payer.count('eth_requestAccounts')).toBe(1)
    await runOn()
    await seen(page)
    await payButton(page).click({ trial: true })
    await page.keyboard.press('Enter')
    await expect.poll(() => payer.count('eth_requestAccounts')).toBe(2)
  })

  test('after its price has changed, or after it was hidden', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    await openArmed(page, stage)
    const button = payButton(page)
    const takesClicks = () =>
      button.evaluate((one) => getComputedStyle(one).pointerEvents !== 'none')
    let runOn = await stopAnimations(page)
    // The text changes as lit changes it.
    await button.evaluate((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        if (text.nodeValue?.startsWith('Pay')) text.nodeValue = 'Pay 20.01 DUSD'
    })
    await expect.poll(takesClicks).toBe(false)
    await clickAtOnce(page)
    await runOn()
    await expect.poll(takesClicks).toBe(true)
    for (const styles of [{ display: 'none' }, { visibility: 'hidden' }, { opacity: '0' }]) {
      await styleElement(page, styles)
      await seen(page)
      runOn = await stopAnimations(page)
      await styleElement(page, { display: '', visibility: '', opacity: '' })
      await expect.poll(takesClicks).toBe(false)
      await clickAtOnce(page)
      await runOn()
      await expect.poll(takesClicks).toBe(true)
    }
    await settle(page)
    await expect(button).toBeVisible()
    expect(payer.count('eth_requestAccounts')).toBe(0)
  })

  test('moved under a pointer from far outside the screen', async ({ page, stage, wallet }) => {
    const fetched = page.waitForResponse(/pay-charge-checkout-/)
    const payer = await wallet()
    const charge = await newCharge(stage)
    await page.goto(stage.page(element(charge.id)))
    await page.evaluate(() => {
      const host = document.querySelector('pay-charge') as HTMLElement
      Object.assign(host.style, { position: 'absolute', top: '9000px' })
    })
    await (await fetched).finished()
    await expect(payButton(page)).toBeAttached()
    // As long as the browser takes to know that it is not seen, and its first half second.
    await seen(page, 1000)
    const runOn = await stopAnimations(page)
    await styleElement(page, { top: '0' })
    const takesClicks = () =>
      payButton(page).evaluate((one) => getComputedStyle(one).pointerEvents !== 'none')
    await expect.poll(takesClicks).toBe(false)
    await clickAtOnce(page)
    await settle(page)
    expect(payer.count('eth_requestAccounts')).toBe(0)
    await runOn()
    await expect.poll(takesClicks).toBe(true)
    await clickAtOnce(page)
    await confirm(page, stage)
  })
})

test.describe('in a page of somebody else', () => {
  /** A foreign page with the shop's page in a frame. */
  async function frame(page: Page, stage: Stage, styles: string) {
    const charge = await newCharge(stage)
    const url = stage.page(element(charge.id))
    const body = `<style>iframe { width: 480px; height: 700px; border: 0 } ${styles}</style><iframe src="${url}"></iframe><div></div>`
    await page.setContent(body)
    const inside = page.frameLocator('iframe')
    await payButton(inside).click({ trial: true })
    await seen(page)
    const { x, y, width, height } = (await payButton(inside).boundingBox()) ?? missing()
    return { inside, click: () => page.mouse.click(x + width / 2, y + height / 2) }
  }

  for (const [name, styles] of [
    ['made invisible', 'iframe { opacity: 0.01 }'],
    ['under a decoy', 'div { position: fixed; inset: 0; background: white; pointer-events: none }'],
  ] as const) {
    test(`${name}: the click does not count`, async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const { inside, click } = await frame(page, stage, styles)
      // A click before the browser has said what it sees is taken by nobody, and the payer clicks again.
      await expect(async () => {
        await click()
        await expect(notice(inside)).toHaveCount(1, { timeout: 2000 })
      }).toPass()
      expect(payer.count('eth_requestAccounts')).toBe(0)
    })
  }

  test('and in plain sight, it sells', async ({ page, stage, wallet }) => {
    const payer = await wallet()
    const { inside, click } = await frame(page, stage, '')
    // In a frame of a page without an origin, Chromium as people have it keeps nothing, and the payer is told so first.
    const warning = inside.getByRole('heading', { name: 'Your browser is blocking storage' })
    const answers = async () => (await warning.count()) + payer.count('eth_requestAccounts')
    await expect(async () => {
      await click()
      await expect.poll(answers, { timeout: 2000 }).toBeGreaterThan(0)
    }).toPass()
  })
})
