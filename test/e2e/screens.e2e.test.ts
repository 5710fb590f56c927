import { demoAccount } from '../../demo/chain/accounts.ts'
import { card, expect, mine, newCharge, nightly, payButton, suffixOf, test } from './fixtures.ts'
import { element, pay, shoot } from './shoot.ts'

test('before a wallet', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  const url = stage.page(element(charge.id, 'cancel-url="/cart"'))
  await page.route('**/pay/**', () => {})
  await page.goto(url)
  await expect(card(page).locator('.skeleton').first()).toBeVisible()
  await shoot(page, 'loading')
  await page.unroute('**/pay/**')
  await page.goto(url)
  await expect(card(page)).toContainText('$19.99')
  await shoot(page, 'ready')
  await pay(page)
  await expect(card(page)).toContainText('We couldn’t find a wallet')
  await shoot(page, 'no-wallet')
  await card(page).getByRole('button', { name: 'Back' }).click()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page)).toContainText('Payment canceled')
  await shoot(page, 'cancelled')
})

nightly('what cannot be shown', async ({ page, stage }) => {
  await page.goto(stage.page(element(crypto.randomUUID())))
  await expect(card(page)).toContainText('isn’t available')
  await shoot(page, 'unavailable')
  await page.goto(stage.page(element('not-a-uuid')))
  await expect(card(page)).toContainText('This payment isn’t set up correctly')
  await shoot(page, 'invalid-attribute')
  await page.route('**/pay/**', (route) => route.abort())
  await page.goto(stage.page(element(crypto.randomUUID())))
  await expect(card(page)).toContainText('can’t be reached')
  await shoot(page, 'offline')
})

nightly('an amount of the payer', async ({ page, stage }) => {
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  await page.goto(stage.page(element((await newCharge(stage, price)).id)))
  await expect(card(page)).toContainText('How much')
  await shoot(page, 'enteringAmount')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('like 12.5')
  await shoot(page, 'amount-wrong')
  // Of no group in this language, so it may be a fraction: never guessed.
  await card(page).getByLabel('Amount in DUSD').fill('1,5')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page)).toContainText('like 12.5')
  // A thousand to some and one to others: shown as it is understood, before it is paid.
  await card(page).getByLabel('Amount in DUSD').fill('1,234')
  await expect(card(page).locator('output')).toHaveText('1,234.00 DUSD')
  await shoot(page, 'amount-understood')
  // As a Japanese keyboard writes it.
  await card(page).getByLabel('Amount in DUSD').fill('１２．５')
  await expect(card(page).locator('output')).toHaveText('12.50 DUSD')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page).getByRole('button', { name: 'Pay 12.50 DUSD' })).toBeVisible()
})

test('with a wallet', async ({ page, stage, wallet }) => {
  const payer = await wallet({ chainId: 1 })
  await wallet({ name: 'Another Wallet With A Long Name', account: 2 })
  const charge = await newCharge(stage)
  await page.goto(stage.page(element(charge.id)))
  await pay(page)
  await expect(card(page).getByRole('button', { name: 'Another Wallet' })).toBeVisible()
  await shoot(page, 'choosingWallet')
  payer.decide = () => 'hang'
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('Connect in Test Wallet')
  await shoot(page, 'connecting')
  await card(page).getByRole('button', { name: 'Back' }).click()
  payer.decide = (ask) => (ask.method === 'wallet_switchEthereumChain' ? 'hang' : 'approve')
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('Approve the network change')
  await shoot(page, 'network-asking')
  await page.reload()
  payer.decide = (ask) => (ask.method === 'wallet_switchEthereumChain' ? 'refuse' : 'approve')
  await pay(page)
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText(
    'You declined the network change. Switch to Localhost to pay.',
  )
  await shoot(page, 'wrongNetwork')
  payer.decide = (ask) => (ask.method === 'eth_sendTransaction' ? 'hang' : 'approve')
  await card(page).getByRole('button', { name: 'Switch network' }).click()
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  await shoot(page, 'sending')
  await card(page).getByRole('button', { name: 'Don’t see a request?' }).click()
  await expect(card(page)).toContainText('No payment found yet')
  await shoot(page, 'unknownOutcome')
  await card(page).getByRole('button', { name: 'pay again' }).click()
  payer.decide = (ask) => (ask.method === 'eth_sendTransaction' ? 'refuse' : 'approve')
  await pay(page)
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
  await expect(card(page)).toContainText('You declined the request')
  await shoot(page, 'ready-refused')
})

nightly('short of money', async ({ page, stage, wallet }) => {
  await wallet({ account: 9 })
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('Not enough DUSD')
  await shoot(page, 'short-token')
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, demoAccount(9).address, 50_000_000n)
  await stage.chain.client.setBalance({ address: demoAccount(9).address, value: 1000n })
  await payButton(page).click()
  await expect(card(page)).toContainText('Not enough ETH')
  await shoot(page, 'short-gas')
})

nightly('after the transfer', async ({ page, stage, wallet }) => {
  await wallet()
  const charge = await newCharge(stage)
  await page.goto(
    stage.page(
      element(charge.id, 'success-url="/success" redirect="button"').replace('redirect="none"', ''),
    ),
  )
  await page.route('**/payments', (route) => route.abort())
  await pay(page)
  await expect(card(page)).toContainText('can’t reach the store right now')
  await shoot(page, 'reporting')
  await page.unroute('**/payments')
  await expect(card(page)).toContainText('1 of 2 confirmations')
  await shoot(page, 'confirming')
  await mine(stage)
  await expect(card(page)).toContainText('Your payment is confirmed')
  await shoot(page, 'paid')
  await page.reload()
  await expect(card(page)).toContainText('This has already been paid')
  await shoot(page, 'paid-before')
})

nightly('partly paid', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, stage.recipient, 5_000_000n, suffixOf(charge))
  await mine(stage)
  await expect
    .poll(async () => (await stage.client.getCharge(charge.id)).payments[0]?.status)
    .toBe('COMPLETED')
  await page.goto(stage.page(element(charge.id)))
  await expect(card(page)).toContainText('Pay the remaining 14.99 DUSD')
  await shoot(page, 'partly-paid')
})
