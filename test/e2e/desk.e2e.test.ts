import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { type Client, createClient } from '../../src/api/client/client.ts'
import { languages } from '../../src/service/texts/language.ts'
import { createDeskKey, type DeskDay, playDay } from '../support/desk.ts'
import { isNightly } from '../support/effort.ts'
import { patience } from '../support/wait.ts'
import { axe, violations } from './axe.ts'
import { everyRun, expect, test } from './fixtures.ts'
import { desktop, phone, shoot, tablet, takesPictures } from './shoot.ts'

// The desk in a browser, on a day of a shop that was really played: payments, mistakes, webhooks.

let day: DeskDay
let key: string
let client: Client
test.beforeAll(async ({ stage: { chain, environment, service, otherShop } }) => {
  // The other tests of this run leave charges and money in the stage's own account; lists and figures here are exact.
  client = createClient({ ...otherShop, baseUrl: service.baseUrl, timeoutMs: patience })
  const recipient = demoAccount(7).address
  await client.setReceivingWallet({
    walletAddress: recipient,
    chainId: 31_337,
    tokenAddress: chain.token('DUSD').address,
  })
  key = (
    await createDeskKey(environment, otherShop.id, { scope: 'desk:manage', name: 'Ruth Sand' })
  ).apiKey
  day = await playDay({ chain, client, recipient })
  // The newest, with an amount that no column of a phone has room for.
  await client.createCharge({
    pricing_type: 'fixed_price',
    local_price: { amount: '1000000000000.00', currency: 'USD' },
  })
})
test.afterAll(() => day.end())

// A zone with minutes, which no machine of ours has by itself.
test.use({ timezoneId: 'Asia/Kathmandu' })

/** What is wider than the panel that it is in, and so cut off. */
const listCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.panel > *, .panel table')].flatMap((part) => {
      const panel = part.closest('.panel')?.getBoundingClientRect()
      const { left, right } = part.getBoundingClientRect()
      return panel && (left < panel.left - 1 || right > panel.right + 1) ? [part.className] : []
    }),
  )

/** Whether a page has words enough for a language to make it too wide. */
const isWordy = (name: string) =>
  /^(today|charge|unmatched|unmatched-one|webhooks|endpoint|books|settings|audit-log)$/.test(name)

/** Whether a page shows states and buttons, whose colors are others in the dark; the night looks at all of them. */
const isColorful = (name: string) =>
  isNightly || /^(today|charge|unmatched-one|settings)$/.test(name)

const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function signIn(page: Page, baseUrl: string) {
  await page.goto(`${baseUrl}/desk`)
  await page.getByLabel('Key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
}

/** The pages of the desk, each with what it shows of the day. */
const listPages = ({ paid, short, endpoint, event, link }: DeskDay) =>
  [
    ['today', '', '$34.50'],
    ['charges', '/charges', 'Order 1042'],
    ['charge', `/charges/${paid}`, 'Paid in full'],
    ['new-charge', '/charges/new', 'What it is for'],
    ['search', '/search?search=1042', 'Order 1042'],
    ['links', '/links', 'Glazing course'],
    ['link', `/links/${link}`, 'Make one like it'],
    ['new-link', '/links/new', 'More options'],
    ['refunds', '/refunds', 'No refund waits for you'],
    ['unmatched', '/unmatched', '51.00 DUSD'],
    ['unmatched-one', `/unmatched/${short}`, 'Order 1040'],
    ['webhooks', '/webhooks', '/hook'],
    ['endpoint', `/webhooks/${endpoint}`, 'charge:confirmed'],
    ['event', `/events/${event}`, '/hook'],
    ['books', '/books', 'Download'],
    ['settings', '/settings', 'No change is pending'],
    ['chains', '/chains', 'Up to date'],
    ['keys', '/keys', 'Ruth Sand'],
    ['audit-log', '/audit-log', 'canceled Order 1036'],
    ['nothing-found', '/charges?search=nothing', 'Nothing found'],
    ['missing', '/nowhere', 'There is nothing here'],
  ] as const

test('every page shows the day, fits, and is free of faults that axe finds', async ({
  page,
  stage,
}) => {
  const { baseUrl } = stage.service
  await page.addInitScript({ path: axe })
  await page.goto(`${baseUrl}/desk/sign-in`)
  expect(await violations(page)).toEqual([])
  await shoot(page, 'desk-sign-in')
  await signIn(page, baseUrl)
  for (const [name, path, text] of listPages(day)) {
    // A page stays as it came: what comes later is asked for again. A node that takes 3 s for an answer is called unreachable.
    await expect
      .poll(async () => {
        await page.goto(`${baseUrl}/desk${path}`)
        return page.locator('main').textContent()
      })
      .toContain(text)
    expect(await violations(page), name).toEqual([])
    await shoot(page, `desk-${name}`, [phone, tablet, desktop])
    for (const width of [360, 700, 1000, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await listCut(page), `${name} at ${width} px`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [name, path] of listPages(day).filter(([name]) => isColorful(name))) {
    await page.goto(`${baseUrl}/desk${path}`)
    expect(await violations(page), `${name} in the dark`).toEqual([])
  }
})

// English and Arabic are read whole elsewhere. Every run has a language of long words and one without spaces.
for (const language of languages.filter((key) => !/^(en|ar)$/.test(key)))
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })
    everyRun(/^(de|ja)$/.test(language))('the pages fit', async ({ page, stage }) => {
      const { baseUrl } = stage.service
      await page.goto(`${baseUrl}/desk`)
      await page.locator('#key').fill(key)
      await page.locator('#key').press('Enter')
      await expect(page.locator('.frame')).toBeVisible()
      for (const [name, path] of listPages(day).filter(([name]) => isWordy(name))) {
        await page.goto(`${baseUrl}/desk${path}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await listCut(page), `${name} at ${width} px`).toEqual([])
          expect(await readOverflow(page), `${name} at ${width} px`).toBeLessThanOrEqual(0)
          const picture = `test/output/screens/desk-${language}-${name}-${width}-light.png`
          if (takesPictures) await page.screenshot({ path: picture, fullPage: true })
        }
      }
    })
  })

test('times are those of the person’s zone, which they may choose', async ({ page, stage }) => {
  const { baseUrl } = stage.service
  await signIn(page, baseUrl)
  await expect(page.getByRole('link', { name: /^The last 30 days \$[1-9]/ })).toBeVisible()
  const clock = page.locator('main .note').first()
  await expect(clock).toContainText(/GMT\+5:45|UTC\+5:45/)
  await page.goto(`${baseUrl}/desk/settings`)
  await page.getByLabel('Time zone').selectOption('Pacific/Marquesas')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByRole('status')).toContainText('Saved.')
  await page.goto(`${baseUrl}/desk`)
  await expect(clock).toContainText('GMT-9:30')
  await page.goto(`${baseUrl}/desk/charges/${day.paid}`)
  const time = page.getByRole('listitem').filter({ hasText: 'Paid in full' }).locator('time')
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Pacific/Marquesas',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
  await expect(time).toContainText(format.format(at))
  await page.goto(`${baseUrl}/desk/settings`)
  await page.getByLabel('Time zone').selectOption('')
  await page.getByRole('button', { name: 'Save' }).last().click()
  // The script says it again on this page, and the next one follows.
  await expect
    .poll(async () => (await page.context().cookies()).map(({ value }) => value).join())
    .toContain('auto%3A')
  await page.goto(`${baseUrl}/desk`)
  await expect(clock).toContainText('GMT+5:45')
})

test('a tolerance is set and shown', async ({ page, stage }) => {
  await signIn(page, stage.service.baseUrl)
  await page.goto(`${stage.service.baseUrl}/desk/settings`)
  await page.getByLabel('Dollars').fill('1.50')
  await page.getByLabel('Percent of the price').fill('2')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status')).toContainText('Saved.')
  await expect(page.locator('main')).toContainText(
    /Short by up to \$1\.50 and 2 % of the price|Tolerance becomes \$1\.50 and 2 %/,
  )
  await shoot(page, 'desk-tolerance')
})

test('a short payment is assigned by one button, undone, and then accepted as paid by one', async ({
  page,
  stage,
}) => {
  await signIn(page, stage.service.baseUrl)
  await page.goto(`${stage.service.baseUrl}/desk/unmatched/${day.short}`)
  const assign = page.getByRole('button', { name: 'Only assign' })
  await assign.click()
  await expect(page.getByRole('status')).toContainText('Assigned')
  // Assigned at once, and counted when the watcher has confirmed it.
  await expect
    .poll(async () => (await client.getCharge(day.waiting)).payments)
    .toMatchObject([{ paidAmountInRequestedToken: '51' }])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toContainText('Undone')
  await page.goto(`${stage.service.baseUrl}/desk/unmatched/${day.short}`)
  await page.getByRole('button', { name: 'Assign to Order 1040, accept as paid' }).click()
  await expect(page.getByRole('status')).toContainText('Assigned')
  await expect.poll(async () => (await client.getCharge(day.waiting)).status).toBe('COMPLETED')
  await page.goto(`${stage.service.baseUrl}/desk/charges/${day.waiting}`)
  await expect(page.getByRole('heading', { name: '51.00 DUSD accepted as paid' })).toBeVisible()
  await shoot(page, 'desk-accepted')
  const story = page.getByRole('listitem')
  await expect(story.filter({ hasText: 'Ruth Sand assigned 51.00 DUSD' })).toHaveCount(2)
  await expect(story.filter({ hasText: 'Ruth Sand undid the assignment' })).toHaveCount(1)
})

/** Waits until the script of the page that is shown has run, which is before the page is loaded. */
const whenScriptRan = (page: Page) => page.waitForFunction(() => document.readyState === 'complete')

test('an order is found as a person types, and only its button assigns', async ({
  page,
  stage,
}) => {
  const { baseUrl } = stage.service
  await signIn(page, baseUrl)
  await page.goto(`${baseUrl}/desk/unmatched/${day.lost}`)
  await page.locator('#find').fill('1042')
  const found = page.locator('.finds').getByRole('link')
  await expect(found).toHaveText([/Order 1042/])
  await shoot(page, 'desk-found-order')
  await found.click()
  await expect(page.getByRole('button', { name: 'Assign to Order 1042' })).toBeVisible()
})

test('the head of a charge leads to its refund, and the way back to the place in the list', async ({
  page,
  stage,
}) => {
  const { baseUrl } = stage.service
  await signIn(page, baseUrl)
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto(`${baseUrl}/desk/charges?size=50`)
  const row = page.getByRole('link', { name: 'Order 1042' })
  await row.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await row.click()
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  await expect(page.locator('#refund-amount')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Charges' }).click()
  await expect(page).toHaveURL(`${baseUrl}/desk/charges?size=50`)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('the keyboard searches, walks through a list, and goes anywhere', async ({ page, stage }) => {
  await signIn(page, stage.service.baseUrl)
  await whenScriptRan(page)
  await page.keyboard.press('/')
  await page.keyboard.type('#1042')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
  await page.goto(`${stage.service.baseUrl}/desk/charges?search=1042&show=paid`)
  await whenScriptRan(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
  await whenScriptRan(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('audit')
  await expect(page.getByRole('option')).toHaveText(['Audit log', 'Search for “audit”'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
})

test('arrows walk through the days of the chart, each with its value, and open its charges', async ({
  page,
  stage,
}) => {
  await signIn(page, stage.service.baseUrl)
  await whenScriptRan(page)
  const bars = page.locator('.bars a')
  await bars.first().focus()
  await expect(bars.first().locator('.read')).toHaveCSS('opacity', '1')
  await expect(bars.first()).toContainText(/day, \w+ \d+: \$[\d.,]+, \d+ charge/)
  for (const [key, at] of [
    ['ArrowLeft', 1],
    ['ArrowLeft', 2],
    ['ArrowRight', 1],
    ['Home', 29],
    ['End', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(bars.nth(at)).toBeFocused()
    await expect(page.locator('.bars a:not([tabindex="-1"])')).toHaveCount(1)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/show=paid/)
  await expect(page.getByRole('heading', { name: 'Charges' })).toBeVisible()
})

test('the palette finds rows and actions', async ({ page, stage }) => {
  await signIn(page, stage.service.baseUrl)
  await whenScriptRan(page)
  const type = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(text)
  }
  for (const [text, option] of [
    ['export', 'Export charges'],
    ['wallet', 'Receiving wallet'],
    ['time z', 'Time zone'],
    ['sign', 'Sign out'],
  ] as const) {
    await type(text)
    await expect(page.getByRole('option').first()).toHaveText(option)
    await page.keyboard.press('Escape')
  }
  await type('ada.byron')
  const row = page.getByRole('option', { name: /^Order 1042/ })
  await expect(row).toContainText('$34.50 · Paid')
  await shoot(page, 'desk-palette')
  await row.click()
  await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
  await whenScriptRan(page)
  await type('sign')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have signed out.')).toBeVisible()
})

test('the list of charges is narrowed, turned round and exported as it is shown', async ({
  page,
  stage,
}) => {
  await signIn(page, stage.service.baseUrl)
  await page.goto(`${stage.service.baseUrl}/desk/charges?show=paid&search=1042`)
  await page.getByText('Filters').click()
  await page.getByLabel('Chain').selectOption({ index: 1 })
  await page.getByLabel('Sort').selectOption('Oldest first')
  await shoot(page, 'desk-filters')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Order 1042' })).toHaveCount(1)
  // A tab leaves the other filters.
  await page.getByRole('link', { name: 'Waiting', exact: true }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('link', { name: 'Paid', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export this list' }).click()
  const file = await (await download).path()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',Order 1042,Paid,COMPLETED,')
  await page.getByRole('link', { name: /Oldest first/ }).click()
  await expect(page).toHaveURL(/chain=/)
  await expect(page).not.toHaveURL(/sort=/)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' })
  test('the pages read from right to left, fit, and are free of faults', async ({
    page,
    stage,
  }) => {
    const { baseUrl } = stage.service
    await page.addInitScript({ path: axe })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${baseUrl}/desk`)
    await page.locator('#key').fill(key)
    await page.locator('#key').press('Enter')
    await expect(page.getByRole('heading', { name: 'اليوم' })).toBeVisible()
    for (const [name, path] of listPages(day)) {
      await page.goto(`${baseUrl}/desk${path}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      if (isColorful(name)) expect(await violations(page), name).toEqual([])
      await shoot(page, `desk-ar-${name}`)
      expect(await listCut(page), name).toEqual([])
    }
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a person signs in, finds a charge, and signs out', async ({ page, stage }) => {
    await signIn(page, stage.service.baseUrl)
    const search = page.getByRole('searchbox')
    await search.fill('ada.byron@example.com')
    await search.press('Enter')
    await expect(page.getByText('Paid in full')).toBeVisible()
    // Nothing has said which zone it is.
    await page.goto(`${stage.service.baseUrl}/desk`)
    await expect(page.locator('main .note').first()).toContainText('UTC')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You have signed out.')).toBeVisible()
    await page.goto(`${stage.service.baseUrl}/desk/charges`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})
