// One table of every moment that a page can die at; hence its length.
import type { Page } from '@playwright/test'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  journal,
  mine,
  newCharge,
  open,
  openAnother,
  payButton,
  receipt,
  test,
} from './fixtures.ts'

// The page dies at every step of a payment, and is opened again.

/** Ways for a page to end. A crash runs no handler at all. */
const ends: Record<string, (page: Page) => Promise<void>> = {
  closed: (page) => page.close(),
  async crashed(page) {
    const session = await page.context().newCDPSession(page)
    const crash = page.waitForEvent('crash')
    // Nobody is left to answer.
    session.send('Page.crash').catch(() => undefined)
    await crash
    await page.close()
  },
}

interface Moment {
  when: string
  /** Leads a page to the moment, from the click on. */
  reach: (at: { page: Page; payer: TestWallet; charge: { id: string } }) => Promise<unknown>
  /** What happens while no page is open. */
  meanwhile?: (at: { payer: TestWallet; stage: Stage }) => Promise<unknown> | unknown
  /** To the receipt, in the page that was opened again. */
  finish: (at: { page: Page; payer: TestWallet; stage: Stage }) => Promise<unknown>
}

let answer: ReturnType<TestWallet['leaveOpen']>
const asked = (payer: TestWallet, method: string) =>
  expect.poll(() => payer.count(method)).toBeGreaterThan(0)
const goOn = ({ page, stage }: { page: Page; stage: Stage }) => confirm(page, stage)

const moments: Moment[] = [
  {
    when: 'while the balance is read',
    async reach({ payer }) {
      payer.silent = ({ method }) => method === 'eth_estimateGas'
      await asked(payer, 'eth_estimateGas')
    },
    meanwhile({ payer }) {
      payer.silent = () => false
    },
    async finish({ page, stage }) {
      await payButton(page).click()
      await confirm(page, stage)
    },
  },
  {
    when: 'between the note and the wallet',
    async reach({ page, payer, charge }) {
      payer.silent = ({ method }) => method === 'eth_chainId' && payer.count('eth_estimateGas') > 0
      await expect.poll(() => journal(page, charge)).toContain('"intent"')
      expect(payer.count('eth_sendTransaction')).toBe(0)
    },
    meanwhile({ payer }) {
      payer.silent = () => false
    },
    async finish({ page, stage }) {
      await expect(card(page)).toContainText('No payment found yet')
      await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
      await payButton(page).click()
      await confirm(page, stage)
    },
  },
  {
    when: 'while the wallet asks, and the payer approves with no page open',
    async reach({ payer }) {
      answer = payer.leaveOpen()
      await asked(payer, 'eth_sendTransaction')
    },
    async meanwhile({ payer }) {
      answer('approve')
      await expect.poll(() => payer.sent.length).toBe(1)
    },
    finish: goOn,
  },
  {
    when: 'while the wallet asks, and the payer approves once the page is back',
    async reach({ payer }) {
      answer = payer.leaveOpen()
      await asked(payer, 'eth_sendTransaction')
    },
    async finish({ page, stage }) {
      await expect(card(page)).toContainText('No payment found yet')
      answer('approve')
      await confirm(page, stage)
    },
  },
  {
    when: 'after the broadcast and before the wallet’s answer',
    async reach({ payer }) {
      payer.decide = ({ method }) => (method === 'eth_sendTransaction' ? 'mute' : 'approve')
      await expect.poll(() => payer.sent.length).toBe(1)
    },
    finish: goOn,
  },
  {
    when: 'before the shop is told',
    async reach({ page, charge }) {
      await page.route('**/payments', () => {})
      await expect.poll(() => journal(page, charge)).toContain('"hash"')
    },
    finish: goOn,
  },
  {
    when: 'after the shop was told and before its answer',
    async reach({ page, charge }) {
      const told = Promise.withResolvers<void>()
      await page.route('**/payments', async (route) => {
        // 409 where the service has found it by itself a moment before.
        expect([201, 409]).toContain((await route.fetch()).status())
        told.resolve()
      })
      await told.promise
      expect(await journal(page, charge)).not.toContain('"recorded"')
    },
    finish: goOn,
  },
  {
    when: 'while the network confirms',
    reach: ({ page }) => expect(card(page)).toContainText('1 of 2 confirmations'),
    finish: goOn,
  },
  {
    when: 'while the network confirms, and it is confirmed with no page open',
    reach: ({ page }) => expect(card(page)).toContainText('1 of 2 confirmations'),
    meanwhile: ({ stage }) => mine(stage),
    finish: ({ page }) => expect(receipt(page)).toBeVisible(),
  },
]

// Every run plays each moment, with one end after the other.
for (const [first, [end, kill]] of Object.entries(ends).entries()) {
  test.describe(`a page that is ${end}`, () => {
    for (const [at, { when, reach, meanwhile, finish }] of moments.entries()) {
      everyRun(at % 2 === first)(
        `${when}: paid once, recorded once`,
        async ({ page, stage, wallet }) => {
          const payer = await wallet()
          const charge = await newCharge(stage)
          await open(page, stage, charge)
          await expect(payButton(page)).toBeVisible()
          // What a moment sets up comes before what the click begins.
          const reached = reach({ page, payer, charge })
          await payButton(page).click()
          await reached
          await kill(page)
          await meanwhile?.({ payer, stage })
          const again = await openAnother(page, stage, charge)
          await finish({ page: again, payer, stage })
          await expect(receipt(again)).toBeVisible()
          await expectPaidOnce(stage, charge, payer)
        },
      )
    }
  })
}
