import { custom } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry, mainnet } from 'viem/chains'
import { localTransport } from '../../demo/chain/client.ts'
import { headless, installMockWalletOf } from '../clients/wallets.ts'
import type { Stage } from '../support/stage.ts'
import {
  card,
  confirm,
  expect,
  newCharge,
  nightly,
  open,
  payButton,
  test,
  transfersOf,
} from './fixtures.ts'

const { injectHeadlessWeb3Provider, Web3RequestKind } = headless

// Wallets that others have written, as npm has them: what works with ours alone would not be EIP-1193 and EIP-6963.

/** A new account with enough for one charge and its fee. */
async function newPayer({ chain }: Stage) {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await chain.client.setBalance({ address, value: 10n ** 18n })
  await chain.transfer(chain.dusd, address, 20_000_000n)
  return { key, address }
}

/** The shop has the money once, the service says so, and it came from this account. */
async function expectCredited(stage: Stage, charge: { id: string }, payerAddress: string) {
  const transfers = await transfersOf(stage, charge)
  expect(transfers).toHaveLength(1)
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    {
      status: 'COMPLETED',
      payerTransactionHash: transfers[0],
      paidAmountInRequestedToken: '19.99',
      payerAddress: expect.stringMatching(new RegExp(`^${payerAddress}$`, 'i')),
    },
  ])
}

test('headless-web3-provider, each question answered by hand, pays', async ({ page, stage }) => {
  const { key, address } = await newPayer(stage)
  const wallet = await injectHeadlessWeb3Provider(page, [key], 31_337, stage.chain.rpcUrl)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('Connect in Headless Web3 Provider')
  await wallet.authorize(Web3RequestKind.RequestAccounts)
  await expect(card(page)).toContainText('Confirm in Headless Web3 Provider')
  await wallet.authorize(Web3RequestKind.SendTransaction)
  await confirm(page, stage)
  expect(wallet.getPendingRequestCount()).toBe(0)
  await expectCredited(stage, charge, address)
})

test('headless-web3-provider, whose refusals lose their code on the way, pays after all', async ({
  page,
  stage,
}) => {
  const { key, address } = await newPayer(stage)
  const wallet = await injectHeadlessWeb3Provider(page, [key], 31_337, stage.chain.rpcUrl)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  // Playwright hands an error over without its code, so that its words alone say what it is.
  await wallet.reject(Web3RequestKind.RequestAccounts)
  await expect(card(page)).toContainText('You declined the request in your wallet')
  await card(page).getByRole('button', { name: 'Headless Web3 Provider' }).click()
  await wallet.authorize(Web3RequestKind.RequestAccounts)
  await wallet.reject(Web3RequestKind.SendTransaction)
  await expect(card(page)).toContainText('You declined the request in your wallet')
  expect(await transfersOf(stage, charge)).toEqual([])
  await payButton(page).click()
  await wallet.authorize(Web3RequestKind.SendTransaction)
  await confirm(page, stage)
  await expectCredited(stage, charge, address)
})

nightly('wallet-mock, which has no events, pays', async ({ page, stage }) => {
  const { key, address } = await newPayer(stage)
  const transports = { 31337: localTransport(stage.chain.rpcUrl) }
  await installMockWalletOf(key, { page, transports, defaultChain: foundry })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await confirm(page, stage)
  await expectCredited(stage, charge, address)
})

test('wallet-mock on another network is switched without an event, and pays', async ({
  page,
  stage,
}) => {
  const { key, address } = await newPayer(stage)
  const away = custom({
    request: async ({ method }) => {
      if (method === 'eth_chainId') return '0x1'
      throw new Error(`Nobody may ask Ethereum for ${method}.`)
    },
  })
  const transports = { 1: away, 31337: localTransport(stage.chain.rpcUrl) }
  await installMockWalletOf(key, { page, transports, defaultChain: mainnet })
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await confirm(page, stage)
  await expectCredited(stage, charge, address)
})
