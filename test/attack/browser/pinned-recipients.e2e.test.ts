import type { Page } from '@playwright/test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  payButton,
  receipt,
  test,
} from '../../e2e/fixtures.ts'
import type { Stage } from '../../support/stage.ts'

// Who has taken over the merchant's proxy answers whatever suits them. The merchant's own HTML still says who is paid.

const attacker = demoAccount(7).address
const refusal = 'The payment address doesn’t match the store’s. Nothing was sent.'

/** The attributes of a page that pins the merchant's account, and that one DUSD is a dollar. */
function pinsOf(stage: Stage): string {
  const { address } = stage.chain.token('DUSD')
  return `recipients="eip155:31337:${stage.recipient}" max-rate="eip155:31337/erc20:${address} 1 6"`
}

/** Lets the proxy answer with another recipient. */
async function takeOverProxy(page: Page) {
  await page.route('**/pay/charges/*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    if (reply.request_charge) reply.request_charge.requestLink.recipientAddress = attacker
    await route.fulfill({ response, json: reply })
  })
}

test('with the merchant’s account pinned, a charge of it is paid', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge, pinsOf(stage))
  await payButton(page).click()
  await confirm(page, stage)
  await expect(receipt(page)).toBeVisible()
  await expectPaidOnce(stage, charge, payer)
})

for (const colorScheme of ['light', 'dark'] as const)
  everyRun(colorScheme === 'light')(
    `a proxy that names its own account gets nothing, and no wallet is asked (${colorScheme})`,
    async ({ page, stage, wallet }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 640 })
      const payer = await wallet()
      await takeOverProxy(page)
      const charge = await newCharge(stage)
      await open(page, stage, charge, `${pinsOf(stage)} color-scheme="${colorScheme}"`)
      await expect(card(page)).toContainText(refusal)
      // Neither the price nor the recipient of the lie is on the screen, and trying again says the same.
      await expect(card(page)).not.toContainText('19.99')
      await expect(card(page).getByRole('button', { name: /^Pay [$\d]/ })).toHaveCount(0)
      await page.screenshot({ path: `test/output/pinned-recipients-${colorScheme}.png` })
      await card(page).getByRole('button', { name: 'Try again' }).click()
      await expect(card(page)).toContainText(refusal)
      await page.evaluate(() => document.querySelector('pay-charge')?.pay())
      const error = await page.evaluate(() => {
        const state = document.querySelector('pay-charge')?.state
        return state?.step === 'failed' && `${state.error.code} ${state.error.field}`
      })
      expect(error).toBe('recipient_not_pinned recipients')
      for (const method of ['eth_requestAccounts', 'eth_sendTransaction', 'wallet_sendCalls'])
        expect(payer.count(method), method).toBe(0)
    },
  )

test('without pins the same proxy could lead the payer’s money elsewhere', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  await takeOverProxy(page)
  await open(page, stage, await newCharge(stage))
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  // The page goes on to ask for its charge, and a call that the end of the test cuts off is no fault.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
