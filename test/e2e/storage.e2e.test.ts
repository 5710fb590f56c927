import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  journal,
  newCharge,
  open,
  payButton,
} from './fixtures.ts'

/** What browsers do to a page that may not store. Each runs in the page, before any of its scripts. */
const storages: Record<string, () => void> = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
  'closed to the page': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  },
  'closed as in a frame of another site, with locks and channels': () => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: deny })
    LockManager.prototype.request = async () => deny()
    Object.defineProperty(window, 'BroadcastChannel', { value: deny })
  },
  'forgetful of what it takes': () => {
    Storage.prototype.setItem = () => {}
  },
}

for (const [how, spoil] of Object.entries(storages)) {
  everyRun(!['closed to the page', 'full'].includes(how))(
    `with a storage that is ${how}, the payer is warned before the wallet is asked, may leave, or pay and be credited`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      await page.addInitScript(spoil)
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      const warned = card(page).getByRole('heading', {
        name: 'Your browser is blocking storage',
      })
      await payButton(page).click()
      await expect(warned).toBeVisible()
      // No earlier payment is known, or spoken of.
      await expect(card(page)).not.toContainText('earlier payment')
      await expect(card(page)).not.toContainText('already paid')
      await card(page).getByRole('button', { name: 'Back' }).click()
      await expect(payButton(page)).toBeVisible()
      await payButton(page).click()
      await expect(warned).toBeVisible()
      expect(payer.count('eth_sendTransaction')).toBe(0)
      await card(page).getByRole('button', { name: 'Pay anyway' }).click()
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

for (const [what, entry] of [
  ['is broken', '{"version":1,"intent":'],
  ['a later version has written', '{"version":2,"intent":{}}'],
] as const) {
  everyRun(what !== 'is broken')(
    `a note that ${what} is left alone and told of, and gives way only to a payer who insists`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const charge = await newCharge(stage)
      await page.goto(`${stage.shop}/success`)
      await page.evaluate(
        ([id, text]) => localStorage.setItem(`pay-charge:${id}`, text ?? ''),
        [charge.id, entry],
      )
      await open(page, stage, charge)
      await expect(card(page)).toContainText('Ask the store before you pay again')
      await payButton(page).click()
      await expect(card(page)).toContainText('You may have already paid')
      expect(await journal(page, charge)).toBe(entry)
      expect(payer.count('eth_sendTransaction')).toBe(0)
      await card(page).getByRole('button', { name: 'Pay anyway' }).click()
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}
