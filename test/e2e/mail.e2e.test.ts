import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { receiptType } from '../../src/api/schemas/charges/receipt.ts'
import { createDeskKey } from '../support/desk.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { until } from '../support/wait.ts'
import { card, confirm, expect, test } from './fixtures.ts'

// A customer pays by a link on a phone, and what comes by mail.

const mailed = test.extend<object, { mail: MailServer; stage: Stage }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.die()
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ mail }, use) => {
      const stage = await startStage({ SMTP_URL: mail.url, MAIL_FROM: 'pay@operator.example' })
      await use(stage)
      await stage.end()
    },
    { scope: 'worker' },
  ],
})

mailed(
  'a customer of a link gets the signed receipt by mail, readable at every width',
  async ({ page, stage, wallet, mail }) => {
    const { baseUrl } = stage.service
    const link = await stage.client.createPaymentLink({
      pricing_type: 'fixed_price',
      local_price: { amount: '19.99' },
      name: 'Mug & saucer',
      fields: [{ kind: 'email', required: true }],
    })
    await wallet()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(link.url)
    await page.getByLabel('Email').fill('ada.byron@example.com')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    const pay = card(page).getByRole('button', { name: 'Pay 19.99 DUSD' })
    await expect(pay).toBeVisible()
    expect(mail.received).toHaveLength(0)
    await pay.click()
    await confirm(page, stage)
    await expect(card(page)).toContainText('Paid')

    const { read, to } = await until('the receipt', () => mail.received[0])
    expect(to).toEqual(['ada.byron@example.com'])
    const receipt = new TextDecoder().decode(read.attachments[0]?.content as ArrayBuffer).trim()
    const keys = await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()
    const { payload } = await jwtVerify(receipt, createLocalJWKSet(keys as JSONWebKeySet), {
      issuer: baseUrl,
      typ: receiptType,
    })
    const [charge] = (await stage.client.listCharges({ payment_link: link.id, limit: 1 })).data
    expect(payload.reference).toBe(charge?.reference)

    await page.goto('about:blank')
    for (const width of [320, 600, 1000])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.setContent(read.html ?? '')
        await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const path = `test/output/screens/mail-receipt-${width}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: true })
      }

    const person = { scope: 'desk:manage', name: 'Ruth Sand' } as const
    const { apiKey } = await createDeskKey(stage.environment, stage.account, person)
    await page.goto(`${baseUrl}/desk`)
    await page.getByLabel('Key').fill(apiKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.goto(`${baseUrl}/desk/charges/${charge?.id}`)
    await expect(page.getByText('Paid in full').first()).toBeVisible()
    await page.goto(`${baseUrl}/desk/mail`)
    await expect(page.getByText('Everything was sent')).toBeVisible()
  },
)
