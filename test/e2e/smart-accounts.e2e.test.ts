import type { Page } from '@playwright/test'
import { erc20Abi, type Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { deploySafe, type TestSafe } from '../support/safe.ts'
import {
  type BundledWalletOptions,
  createBundledWallet,
  createSafeWallet,
  installWallet,
  type SafeWalletOptions,
  type SmartWallet,
  takesBatches,
} from '../support/smart-wallets.ts'
import type { Stage } from '../support/stage.ts'
import {
  card,
  everyRun,
  expect,
  journal,
  mine,
  newCharge,
  nightly,
  open,
  openAnother,
  payButton,
  postpone,
  receipt,
  test,
  transfersOf,
} from './fixtures.ts'
import { shoot } from './shoot.ts'

// Accounts that are contracts: somebody else sends the transaction, later.

const owners = [2, 3, 4].map(demoAccount)
let safe: TestSafe

// The page waits two seconds for what a wallet says of itself, and then takes it for one without batches.
test.beforeEach(({ context }) => postpone(context, 2000))

test.beforeAll(async ({ stage }) => {
  safe = await deploySafe(stage.chain, owners, 2)
})

/** A wallet in every page, whose account has dollars and, since others pay its fees, no coin. */
async function install<T extends SmartWallet>(page: Page, stage: Stage, name: string, wallet: T) {
  await stage.chain.transfer(stage.chain.dusd, wallet.address, 100_000_000n)
  await installWallet(page.context(), wallet, name)
  return wallet
}

const safeWallet = (page: Page, stage: Stage, options: SafeWalletOptions = {}) =>
  install(page, stage, 'Safe', createSafeWallet(stage.chain, safe, options))
const bundled = async (page: Page, stage: Stage, options: BundledWalletOptions = {}) =>
  install(page, stage, 'Smart Wallet', await createBundledWallet(stage.chain, options))

/** Mines what there is to the receipt. */
async function finish(page: Page, stage: Stage) {
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
}

/** One question to the wallet, and one payment, by the transaction of somebody else. */
async function expectPaidOnce(
  stage: Stage,
  charge: { id: string },
  wallet: SmartWallet,
  hash: Hex,
) {
  expect(wallet.count('eth_sendTransaction') + wallet.count('wallet_sendCalls')).toBe(1)
  expect(await transfersOf(stage, charge)).toEqual([hash])
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', payerTransactionHash: hash }])
}

for (const batches of [false, true]) {
  everyRun(!batches)(
    `a Safe ${batches ? 'that takes batches ' : ''}pays when its owners have signed, and the card says who they are`,
    async ({ page, stage }) => {
      const wallet = await safeWallet(page, stage, { batches })
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('Waiting for signatures')
      await expect(card(page)).toContainText('2 more signatures needed')
      const rows = card(page).getByRole('listitem')
      await expect(rows).toHaveCount(3)
      await expect(rows.filter({ hasText: /Signed/ })).toHaveCount(0)
      // One owner approves on the chain: the card says so by itself.
      await safe.approve(demoAccount(3), wallet.proposal().hash)
      await expect(rows.filter({ hasText: /Signed/ })).toHaveCount(1)
      await expect(card(page)).toContainText('1 more signature needed')
      expect((await stage.client.getCharge(charge.id)).payments).toEqual([])
      // Another signs and executes later.
      const hash = await wallet.execute([2, 4])
      await finish(page, stage)
      await expectPaidOnce(stage, charge, wallet, hash)
    },
  )
}

test('a page that is opened anew still waits for a Safe’s signatures, and finds what was executed', async ({
  page,
  stage,
}) => {
  const wallet = await safeWallet(page, stage)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Waiting for signatures')
  expect(await journal(page, charge)).toContain(wallet.proposal().hash)
  await page.reload()
  await expect(card(page)).toContainText('Waiting for signatures')
  await expect(card(page)).toContainText('2 more signatures needed')
  await page.close()
  // The owners take their time, and nobody looks.
  const hash = await wallet.execute([3, 4])
  const again = await openAnother(page, stage, charge)
  await finish(again, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
})

nightly('a Safe pays in the chain’s own coin', async ({ page, stage }) => {
  const wallet = await safeWallet(page, stage)
  await stage.chain.send(safe.address, '0x', 10n ** 18n)
  const recipient = '0x00000000000000000000000000000000000abcdf'
  const requestProps = {
    recipientAddress: recipient,
    tokenAddress: '0x0000000000000000000000000000000000000000',
    chainId: '31337',
    tokenType: 'NATIVE' as const,
    tokenAmount: '0.0054',
  }
  const charge = await newCharge(stage, { requestProps })
  await open(page, stage, charge)
  await payButton(page, '0.0054 ETH').click()
  await expect(card(page)).toContainText('Waiting for signatures')
  const hash = await wallet.execute([2, 3])
  await finish(page, stage)
  expect(await stage.chain.client.getBalance({ address: recipient })).toBe(5_400_000_000_000_000n)
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', payerTransactionHash: hash }])
})

test('a Safe without coin may choose among tokens: who executes pays the fee', async ({
  page,
  stage,
}) => {
  // Other than those above, no test gives this one coin.
  safe = await deploySafe(stage.chain, owners, 2)
  const wallet = await safeWallet(page, stage)
  const { address: tokenAddress } = stage.chain.token('OUSD')
  await stage.chain.transfer(tokenAddress, safe.address, 100_000_000n)
  const accepts = [{ chainId: '31337', tokenAddress }]
  const charge = await newCharge(stage, { requestProps: { accepts } })
  await open(page, stage, charge)
  await payButton(page).click()
  const row = (symbol: string) => card(page).getByRole('button', { name: `19.99 ${symbol}` })
  await expect(row('OUSD')).toHaveAttribute('aria-disabled', 'false')
  await row('OUSD').click()
  await expect(card(page)).toContainText('Waiting for signatures')
  const hash = await wallet.execute([2, 3])
  await finish(page, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
})

test('a bundle whose outer transaction is the bundler’s is credited, though the wallet gave no transaction', async ({
  page,
  stage,
}) => {
  const wallet = await bundled(page, stage)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Waiting for signatures')
  const hash = await wallet.bundle()
  await finish(page, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
  const { to } = await stage.chain.client.getTransaction({ hash })
  expect(to).not.toBe(stage.chain.dusd.toLowerCase())
})

test('a batch is followed to its transaction (EIP-5792)', async ({ page, stage }) => {
  const wallet = await bundled(page, stage, { capabilities: takesBatches })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  await expect.poll(() => wallet.count('wallet_getCallsStatus')).toBeGreaterThan(0)
  const hash = await wallet.bundle()
  await finish(page, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
})

test('a page that died with the wallet’s answer knows its batch all the same', async ({
  page,
  stage,
}) => {
  const wallet = await bundled(page, stage, { capabilities: takesBatches })
  const { request } = wallet
  // The wallet has taken the batch, and its answer never comes.
  wallet.request = async (ask) => {
    const answer = await request(ask)
    return ask.method === 'wallet_sendCalls' ? new Promise(() => {}) : answer
  }
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => wallet.count('wallet_sendCalls')).toBe(1)
  await page.reload()
  await expect.poll(() => wallet.count('wallet_getCallsStatus')).toBeGreaterThan(0)
  const hash = await wallet.bundle()
  await finish(page, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
})

for (const reloaded of [false, true]) {
  everyRun(reloaded)(
    `a batch that failed off the chain is said so, and the charge can be paid again${reloaded ? ', also by a page that was opened anew' : ''}`,
    async ({ page, stage }) => {
      const wallet = await bundled(page, stage, { capabilities: takesBatches })
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('Your wallet is sending your payment')
      if (reloaded) await page.close()
      wallet.fail()
      const now = reloaded ? await openAnother(page, stage, charge) : page
      await expect(card(now)).toContainText('It wasn’t sent, and nothing was paid')
      expect(await journal(now, charge)).toBe('')
      await payButton(now).click()
      await expect(card(now)).toContainText('Your wallet is sending your payment')
      const hash = await wallet.bundle()
      await finish(now, stage)
      expect(wallet.count('wallet_sendCalls')).toBe(2)
      const sent = wallet.asked.filter(({ method }) => method === 'wallet_sendCalls')
      const ids = sent.map(({ params }) => (params as [{ id: string }])[0].id)
      expect(new Set(ids).size, 'each try has a batch of its own').toBe(2)
      expect(await transfersOf(stage, charge)).toEqual([hash])
    },
  )
}

test('a batch that its user declined after the wallet’s answer is said to be perhaps declined, and paid only by the payer’s word', async ({
  page,
  stage,
}) => {
  const wallet = await bundled(page, stage, { capabilities: takesBatches })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  wallet.forget()
  await expect(card(page)).toContainText('Your payment may have been declined')
  await expect(card(page)).toContainText('we can’t see a payment on the network')
  await shoot(page, 'unknown-forgotten')
  // A page that is opened anew says the same, and nobody is asked again.
  await page.reload()
  await expect(card(page)).toContainText('Your payment may have been declined')
  const looks = wallet.count('wallet_getCallsStatus')
  await card(page).getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => wallet.count('wallet_getCallsStatus')).toBeGreaterThan(looks)
  await expect(card(page)).toContainText('Your payment may have been declined')
  expect(wallet.count('wallet_sendCalls')).toBe(1)
  await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  const hash = await wallet.bundle()
  await finish(page, stage)
  expect(wallet.count('wallet_sendCalls')).toBe(2)
  expect(await transfersOf(stage, charge)).toEqual([hash])
})

for (const isSaidFirst of [true, false])
  everyRun(isSaidFirst)(
    `a batch that was sent ${isSaidFirst ? 'after' : 'before'} the wallet had forgotten it is found on the chain, and credited once`,
    async ({ page, stage }) => {
      const wallet = await bundled(page, stage, { capabilities: takesBatches })
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect(card(page)).toContainText('Your wallet is sending your payment')
      wallet.forget()
      if (isSaidFirst) await expect(card(page)).toContainText('Your payment may have been declined')
      const hash = await wallet.bundle()
      await finish(page, stage)
      await expectPaidOnce(stage, charge, wallet, hash)
    },
  )

test('an operation that fails inside its bundle has paid nothing, and the charge can be paid again', async ({
  page,
  stage,
}) => {
  const wallet = await bundled(page, stage, { capabilities: takesBatches })
  const { chain } = stage
  const { address } = chain.token('DUSD')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  // Its dollars are gone when the bundler comes.
  const balance = async () =>
    chain.client.readContract({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [wallet.address],
    })
  await wallet.spend(address, chain.payer.address, await balance())
  await wallet.bundle()
  await mine(stage, 5)
  await expect(card(page)).toContainText('You paid only the network fee')
  await chain.transfer(address, wallet.address, 100_000_000n)
  await card(page).getByRole('button', { name: 'Pay again' }).click()
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  const hash = await wallet.bundle()
  await finish(page, stage)
  expect(await transfersOf(stage, charge)).toEqual([hash])
})

test('a page’s paymaster is given to a wallet that can use it', async ({ page, stage }) => {
  const capabilities = { '0x7a69': { paymasterService: { supported: true } } }
  const wallet = await bundled(page, stage, { capabilities })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  const url = 'https://paymaster.example/1'
  await card(page).evaluate(
    (element, given) => Object.assign(element, { paymasterUrl: given }),
    url,
  )
  await payButton(page).click()
  await expect(card(page)).toContainText('Your wallet is sending your payment')
  const [asked] = wallet.asked.filter(({ method }) => method === 'wallet_sendCalls')
  expect(asked?.params).toMatchObject([
    { capabilities: { paymasterService: { url, optional: true } } },
  ])
  const hash = await wallet.bundle()
  await finish(page, stage)
  await expectPaidOnce(stage, charge, wallet, hash)
})
