import type { Locator, Page } from '@playwright/test'
import { createDeskKey } from '../support/desk.ts'
import { axe, violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { shoot } from './shoot.ts'

// The page "People and keys" without a mouse, with every form of it open once.

test('the keyboard alone invites a person, changes their role, makes a key and revokes it', async ({
  page,
  browser,
  stage,
}) => {
  const { service, environment, account } = stage
  const { apiKey } = await createDeskKey(environment, account, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  await page.addInitScript({ path: axe })
  await page.goto(`${service.baseUrl}/desk/keys`)
  await tabTo(page, page.getByLabel('Key'))
  await page.keyboard.type(apiKey)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'People and keys' })).toBeVisible()

  await test.step('invites', async () => {
    const form = await open(page, page.getByText('Invite a person'), page.locator('#invite'))
    await expectNoFaults(page, 'people-invite')
    await tabTo(page, form.getByLabel('Name'))
    await page.keyboard.type('Ben Okoro')
    await tabTo(page, form.getByLabel('Role'))
    await page.keyboard.type('Can see')
    await tabTo(page, form.getByLabel('Your own key'))
    await page.keyboard.type('pc_mistyped')
    await page.keyboard.press('Enter')
    const again = page.locator('#invite').getByLabel('Your own key')
    await expect(again).toBeFocused()
    await expect(again).toHaveAccessibleDescription(/This is not the key that you signed in with/)
    await expect(page.locator('#invite').getByLabel('Name')).toHaveValue('Ben Okoro')
    await expectNoFaults(page, 'people-invite-refused')
    await page.keyboard.type(apiKey)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Shown only this once')).toBeVisible()
    await expectNoFaults(page, 'people-invited')
  })

  await test.step('joins', async () => {
    const link = await page.locator('main code').first().textContent()
    const context = await browser.newContext()
    const guest = await context.newPage()
    await guest.addInitScript({ path: axe })
    await guest.goto(link ?? '')
    await expectNoFaults(guest, 'people-join')
    await tabTo(guest, guest.getByRole('button'))
    await guest.keyboard.press('Enter')
    await tabTo(guest, guest.getByRole('link', { name: 'Open the desk' }))
    await expectNoFaults(guest, 'people-joined')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('heading', { name: 'Today' })).toBeVisible()
    await context.close()
  })

  await test.step('changes the role', async () => {
    await tabTo(page, page.locator('main').getByRole('link', { name: 'People and keys' }))
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Ben Okoro' }).first()
    const form = await open(page, row.getByText('Change role').first(), row)
    await expectNoFaults(page, 'people-role')
    await tabTo(page, form.getByLabel('Role'))
    await page.keyboard.type('Can decide')
    await tabTo(page, form.getByLabel('Your own key'))
    await page.keyboard.type(apiKey)
    await page.keyboard.press('Enter')
    await expect(row).toContainText('Can decide')
  })

  const prefix = await test.step('makes a key', async () => {
    const form = await open(page, page.getByText('New key for a program'), page.locator('#new-key'))
    await expectNoFaults(page, 'people-key')
    await tabTo(page, form.getByLabel('Name'))
    await page.keyboard.type('Nightly export')
    await tabTo(page, form.getByRole('checkbox').first())
    await page.keyboard.press('Space')
    await tabTo(page, form.getByLabel('Your own key'))
    await page.keyboard.type(apiKey)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Shown only this once')).toBeVisible()
    await expectNoFaults(page, 'people-key-made')
    await tabTo(page, page.locator('main').getByRole('link', { name: 'People and keys' }))
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'Nightly export' })
    return (await row.locator('code').textContent()) ?? ''
  })

  await test.step('revokes it', async () => {
    const row = page.getByRole('row').filter({ hasText: prefix })
    await open(page, row.getByText('Revoke', { exact: true }), row)
    await expectNoFaults(page, 'people-revoke')
    await tabTo(page, row.getByRole('button', { name: `Revoke ${prefix}` }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('The key is revoked.')
  })
})

async function expectNoFaults(page: Page, name: string) {
  expect(await violations(page), name).toEqual([])
  await shoot(page, name)
}

/** Opens what a summary folds away, and returns where it is. */
async function open(page: Page, summary: Locator, place: Locator): Promise<Locator> {
  await tabTo(page, summary)
  await page.keyboard.press('Enter')
  await expect(place.getByLabel('Your own key').or(place.getByRole('button')).first()).toBeVisible()
  return place
}

/** Presses Tab until an element has the focus, at most as often as a page has places to stop. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const stops = await page.locator('a, button, input, select, textarea, summary').count()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let stop = 0; stop <= stops && !(await isFocused()); stop++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
