import { parseEther } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { Relay } from '../support/relay.ts'
import { deploySafe } from '../support/safe.ts'
import {
  createBundledWallet,
  createSafeWallet,
  installWallet,
  takesBatches,
} from '../support/smart-wallets.ts'
import { card, expect, newCharge, nightly, test } from './fixtures.ts'
import { element, pay, shoot } from './shoot.ts'

// The screens of the ways to pay beside one wallet and one token. Those from outside are in outside.test.ts.

const coin = `0x${'0'.repeat(40)}`

nightly('which token', async ({ page, stage, wallet }) => {
  const { client, token } = stage.chain
  const account = demoAccount(6).address
  await client.setBalance({ address: account, value: parseEther('0.004') })
  await stage.chain.transfer(token('OUSD').address, account, 34_500_000n)
  const payer = await wallet({ account: 6 })
  const accepts = [
    { chainId: '31337', tokenAddress: token('OUSD').address },
    { chainId: '31337', tokenAddress: coin, tokenAmount: '0.005432100000000001' },
  ]
  const charge = await newCharge(stage, { requestProps: { accepts } })
  await page.goto(stage.page(element(charge.id)))
  payer.silent = ({ method }) => method === 'eth_call'
  await pay(page)
  await expect(card(page)).toContainText('Checking your balances')
  await shoot(page, 'tokens-reading')
  await page.reload()
  payer.silent = () => false
  await pay(page)
  await expect(card(page)).toContainText('You have 34.50 OUSD')
  await shoot(page, 'choosingToken')
  // Spent elsewhere since it was read.
  await client.setBalance({ address: account, value: 0n })
  await card(page).getByRole('button', { name: '19.99 OUSD' }).click()
  await expect(card(page)).toContainText('Not enough ETH')
  await shoot(page, 'short-gas-of-several')
  await card(page).getByRole('button', { name: 'Pay with another token' }).click()
  await expect(card(page)).toContainText('Check again')
  await shoot(page, 'tokens-none')
})

nightly('how much, with suggestions', async ({ page, stage }) => {
  const price = { pricing_type: 'no_price', local_price: { amount: '0' } }
  await page.goto(stage.page(element((await newCharge(stage, price)).id)))
  await expect(card(page)).toContainText('How much')
  const amounts = {
    suggested: ['5', '10', '25', '100'],
    min: '2',
    max: '500',
    dollarsPerToken: '1',
  }
  await card(page).evaluate((target, given) => Object.assign(target, { amounts: given }), amounts)
  await card(page).getByLabel('Amount in DUSD').fill('12.5')
  await expect(card(page)).toContainText('about $12.50')
  await shoot(page, 'amount-suggested')
  await card(page).getByLabel('Amount in DUSD').fill('1')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await expect(card(page).getByRole('alert')).toBeVisible()
  await shoot(page, 'amount-bounds')
})

nightly('a Safe whose owners have yet to sign', async ({ page, context, stage }) => {
  const safe = await deploySafe(stage.chain, [2, 3, 4].map(demoAccount), 2)
  await stage.chain.transfer(stage.chain.dusd, safe.address, 100_000_000n)
  await installWallet(context, createSafeWallet(stage.chain, safe), 'Safe')
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('2 more signatures needed')
  await shoot(page, 'signatures')
})

nightly('a batch on its way', async ({ page, context, stage }) => {
  const smart = await createBundledWallet(stage.chain, { capabilities: takesBatches })
  await stage.chain.transfer(stage.chain.dusd, smart.address, 100_000_000n)
  await installWallet(context, smart, 'Smart Wallet')
  await page.goto(stage.page(element((await newCharge(stage)).id)))
  await pay(page)
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  await shoot(page, 'batch')
})

test.describe('a wallet on another device', () => {
  // The relay is another origin, which the shop's policy would have to name.
  test.use({ bypassCSP: true })

  for (const [device, hasTouch] of [
    ['desk', false],
    ['phone', true],
  ] as const) {
    test.describe(device, () => {
      test.use({ hasTouch, isMobile: hasTouch })

      nightly(`a code that connects it, on a ${device}`, async ({ page, stage, wallet }) => {
        const relay = await Relay.start()
        try {
          // The library's verifier would leave this machine.
          await page.route('https://**', (route) => route.abort())
          await wallet()
          const charge = await newCharge(stage)
          await page.goto(stage.page(element(charge.id, 'walletconnect-project-id="1"')))
          await card(page).evaluate(
            (target, relayUrl) => Object.assign(target, { relayUrl }),
            relay.url,
          )
          await pay(page)
          await expect(card(page)).toContainText('WalletConnect')
          await shoot(page, `wallets-remote-${device}`)
          await card(page).getByRole('button', { name: 'WalletConnect' }).click()
          const name = hasTouch ? 'Open your wallet' : 'Scan with your wallet'
          await expect(card(page).getByRole('heading', { name })).toBeVisible()
          await shoot(page, `scan-${device}`)
          await card(page).getByRole('button', { name: 'Back' }).click()
          await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
          await expect(card(page)).toContainText('Send this exact amount')
          await shoot(page, `outside-${device}`)
        } finally {
          await relay.leave()
        }
      })
    })
  }
})
