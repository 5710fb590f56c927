import type { Page } from '@playwright/test'
import { type Address, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Stage, startStage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import { test as base, card, expect, mine, newCharge, open, receipt } from './fixtures.ts'

// Payers with dollars and without coin, before a service that sends what they sign (EIP-3009).

/** Which of the chain's accounts has dollars and no coin. */
export const poor = 7
const relayerKey = generatePrivateKey()
export const relayer = privateKeyToAccount(relayerKey).address
export const price = 19_990_000n
const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

interface Shared {
  stage: Stage
}

export const test = base.extend<object, Shared>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const stage = await startStage({
        RELAYER_KEYS: relayerKey,
        RELAY_MAX_FEE: JSON.stringify({ 31337: '0.01' }),
        RELAYS_PER_PAYER: '1000',
        RELAYS_PER_HOUR: '1000',
      })
      const { client } = stage.chain
      await client.setBalance({ address: relayer, value: parseEther('1') })
      await use(stage)
      await stage.end()
    },
    { scope: 'worker' },
  ],
})

/** Gives an account dollars, and takes its coin. */
export async function leaveDollarsOnly({ chain }: Stage, account: string) {
  const address = account as Address
  await chain.client.setBalance({ address, value: 0n })
  await chain.transfer(chain.dusd, address, 10n * price)
}

/** A wallet with dollars, without coin. */
export async function createPayer(
  stage: Stage,
  wallet: (options: { account: number }) => Promise<TestWallet>,
): Promise<TestWallet> {
  const payer = await wallet({ account: poor })
  await leaveDollarsOnly(stage, payer.address)
  return payer
}

/** What the payer's account has paid the shop since a block, in base units. */
export async function listDebits(
  stage: Stage,
  payer: { address: string },
  fromBlock: bigint,
): Promise<bigint[]> {
  const args = { from: payer.address as Address, to: stage.recipient }
  const { client } = stage.chain
  const [, event] = abi
  const logs = await client.getLogs({ event, args, fromBlock, strict: true })
  return logs.map(({ args: { value } }) => value)
}

/** One debit, of the price, by one signature; the service has credited it, and the payer sees the receipt. */
export async function expectDebitedOnce(
  stage: Stage,
  payer: TestWallet,
  charge: { id: string },
  since: bigint,
) {
  expect(await listDebits(stage, payer, since)).toEqual([price])
  expect(payer.count('eth_sendTransaction')).toBe(0)
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', payerAddress: payer.address }])
}

export const getBlockNumber = (stage: Stage) => stage.chain.client.getBlockNumber()

/** Opens a new charge in a page whose wallet has dollars and no coin. */
export async function openAsPayer(
  page: Page,
  stage: Stage,
  wallet: Parameters<typeof createPayer>[1],
) {
  const payer = await createPayer(stage, wallet)
  const since = await getBlockNumber(stage)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  return { payer, since, charge }
}

/** Mines until the receipt is there. */
export async function finish(page: Page, stage: Stage) {
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
}
