import {
  card,
  confirm,
  everyRun,
  expect,
  expectPaidOnce,
  newCharge,
  open,
  payButton,
  test,
  transfersOf,
} from './fixtures.ts'

// Wallets that are locked, or come late.

test('a wallet that does not connect is said to be locked, perhaps; unlocked, it goes on by itself', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const { promise, resolve } = Promise.withResolvers<'approve'>()
  payer.decide = ({ method }) => (method === 'eth_requestAccounts' ? promise : 'approve')
  const charge = await newCharge(stage)
  await page.clock.install()
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Connect in Test Wallet')
  await expect.poll(() => payer.count('eth_requestAccounts')).toBe(1)
  await page.clock.fastForward(6000)
  await expect(card(page).getByRole('note')).toHaveText(
    'Is your wallet locked? Open it and unlock it.',
  )
  await expect(card(page).getByRole('status')).toContainText('Is your wallet locked?')
  resolve('approve')
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

test('a wallet that is locked when it should send (4100) is connected again, and pays once', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  let isLocked = true
  payer.decide = ({ method }) =>
    isLocked && method === 'eth_sendTransaction'
      ? { code: 4100, message: 'The requested account has not been authorized by the user.' }
      : 'approve'
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is locked or disconnected')
  await expect(card(page)).toContainText('Choose your wallet')
  expect(await transfersOf(stage, charge)).toEqual([])
  isLocked = false
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await confirm(page, stage)
  expect(payer.sent).toHaveLength(1)
  expect(await transfersOf(stage, charge)).toEqual(payer.sent)
})

for (const [how, tells] of [
  ['tells it', true],
  ['says nothing', false],
] as const) {
  everyRun(!tells)(
    `window.ethereum that comes after the payer has found no wallet, and ${how}, is listed and pays`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet({ known: 'never', legacy: true })
      // As a wallet that is slow to start: taken out of the page, and put back later.
      await page.addInitScript(() => {
        const { ethereum } = window as unknown as { ethereum: unknown }
        Reflect.deleteProperty(window, 'ethereum')
        Object.assign(window, { arrive: () => Object.assign(window, { ethereum }) })
      })
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('We couldn’t find a wallet in this browser')
      await page.evaluate((isTold) => {
        ;(window as unknown as { arrive(): void }).arrive()
        if (isTold) dispatchEvent(new Event('ethereum#initialized'))
      }, tells)
      await card(page).getByRole('button', { name: 'Browser wallet' }).click()
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}
