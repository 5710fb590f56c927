import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
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
  payButton,
  postpone,
  receipt,
  test,
  transfersOf,
} from './fixtures.ts'

// The payer changes account or network in the wallet, locks it, or it breaks off, while the card is open.

/** The chain's account 1 pays by itself; this one after a change. */
const other = 2
/** Has coins for fees, and no token. */
const poor = 3

test.beforeAll(async ({ stage }) => {
  const { chain } = stage
  await chain.transfer(chain.dusd, demoAccount(other).address, 1_000_000_000n)
})

interface Way {
  page: Page
  payer: TestWallet
}

/** Screens before the transfer, each with the options of a wallet that stays there, and how it is left. */
const screens = [
  {
    name: 'the question for the network',
    options: { chainId: 1 },
    text: 'Switch to Localhost',
    hold({ payer }: Way) {
      payer.decide = ({ method }) => (method === 'wallet_switchEthereumChain' ? 'hang' : 'approve')
    },
    goOn: ({ payer }: Way) => payer.changeChain(31_337),
  },
  {
    name: 'the check of the balance',
    options: {},
    text: 'Checking your balance',
    async hold({ page, payer }: Way) {
      // The page gives a read up after fifteen seconds.
      await postpone(page.context(), 15_000)
      const first = payer.address
      payer.silent = ({ method, params }) =>
        method === 'eth_getBalance' && params?.[0] === first && payer.address === first
    },
    goOn: () => {},
  },
  {
    name: 'the lack of the token',
    options: { account: poor },
    text: 'Not enough DUSD',
    hold() {},
    goOn: () => {},
  },
]

/** Opens a charge and stays on a screen. */
async function stayOn(screen: (typeof screens)[number], page: Page, payer: TestWallet, at: Stage) {
  const charge = await newCharge(at)
  await screen.hold({ page, payer })
  await open(page, at, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText(screen.text)
  return charge
}

/** The one transfer of a charge was made by an account. */
async function expectPaidBy(stage: Stage, charge: { id: string }, account: number) {
  const { address } = demoAccount(account)
  const hashes = await transfersOf(stage, charge)
  expect(hashes).toHaveLength(1)
  for (const hash of hashes) {
    const { from } = await stage.chain.client.getTransaction({ hash })
    expect(from.toLowerCase()).toBe(address.toLowerCase())
  }
}

// Every run plays each change, on a screen of its own.
for (const [at, screen] of screens.entries()) {
  everyRun(at === 0)(
    `another account during ${screen.name}: that one is read, and pays`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet(screen.options)
      const charge = await stayOn(screen, page, payer, stage)
      await payer.changeAccount(other)
      await screen.goOn({ page, payer })
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
      await expectPaidBy(stage, charge, other)
      const { address } = demoAccount(other)
      expect(payer.transactions).toMatchObject([{ from: address }])
      const read = payer.asked.filter(({ method }) => method === 'eth_getBalance')
      expect(read.at(-1)?.params?.[0]).toBe(address)
    },
  )

  everyRun(at === 1)(
    `the wallet is locked during ${screen.name}: it says so, and can be chosen again`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet(screen.options)
      const charge = await stayOn(screen, page, payer, stage)
      await payer.lock()
      await expectGone(page)
      await chooseAgain(page, payer)
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )

  everyRun(at === 2)(
    `the wallet breaks off during ${screen.name}: it says so, and can be chosen again`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet(screen.options)
      const charge = await stayOn(screen, page, payer, stage)
      await payer.breakOff()
      await expectGone(page)
      await chooseAgain(page, payer)
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

/** The list of wallets, with a word on why it is back. */
async function expectGone(page: Page) {
  await expect(card(page)).toContainText('Choose your wallet')
  await expect(card(page)).toContainText('Your wallet is locked or disconnected')
}

/** The owner unlocks the wallet, with an account that can pay. */
async function chooseAgain(page: Page, payer: TestWallet) {
  payer.silent = () => false
  payer.decide = () => 'approve'
  await payer.changeAccount(other)
  await card(page).getByRole('button', { name: 'Test Wallet' }).click()
}

test('another account while the wallet asks: what was asked is paid once, by the first', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  const before = await journal(page, charge)
  expect(before).toContain(demoAccount(1).address)
  await payer.changeAccount(other)
  await expect(card(page)).toContainText('Confirm in Test Wallet')
  // What was written before the question stands while it is open, whoever the wallet shows.
  expect(await journal(page, charge)).toBe(before)
  answer('approve')
  await expect(card(page)).toContainText('Payment sent')
  const after = await journal(page, charge)
  expect(after).toContain(demoAccount(1).address)
  expect(after).not.toContain(demoAccount(other).address)
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
  await expectPaidBy(stage, charge, 1)
})

test('another account while the wallet asks, and no answer: the transfer of the first is found', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const answer = payer.leaveOpen()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
  await payer.changeAccount(other)
  answer('mute')
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
  await expectPaidBy(stage, charge, 1)
})

test('the payer changes to the right network in the wallet: it goes on by itself', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet({ chainId: 1 })
  payer.decide = ({ method }) => (method === 'wallet_switchEthereumChain' ? 'refuse' : 'approve')
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  await payButton(page).click()
  await expect(card(page)).toContainText('You declined the network change')
  await expect(card(page).getByRole('button', { name: 'Switch network' })).toBeVisible()
  await payer.changeChain(31_337)
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

for (const [at, screen] of screens.filter(({ options }) => !('chainId' in options)).entries()) {
  everyRun(at === 0)(
    `another network during ${screen.name}: nothing is sent there`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet(screen.options)
      const charge = await stayOn(screen, page, payer, stage)
      await payer.changeChain(1)
      await expect(card(page)).toContainText('Switch to Localhost')
      await expect(card(page)).toContainText('Your wallet is on a different network.')
      expect(payer.count('eth_sendTransaction')).toBe(0)
      // Not asked back at once: the payer has just chosen that network.
      expect(payer.count('wallet_switchEthereumChain')).toBe(0)
      payer.silent = () => false
      await payer.changeAccount(other)
      await card(page).getByRole('button', { name: 'Switch network' }).click()
      await confirm(page, stage)
      await expectPaidOnce(stage, charge, payer)
    },
  )
}

test('a wallet that drifts to another network at the last moment, without a word, is not asked', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await wallet()
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  // The account is asked for again when all else is known: only the network, and then the transfer, come after it.
  payer.silent = ({ method }) => {
    if (method === 'eth_accounts') payer.chainId = 1
    return false
  }
  await payButton(page).click()
  await expect(card(page)).toContainText(
    'Your wallet switched to another network. Nothing was sent.',
  )
  expect(payer.count('eth_sendTransaction')).toBe(0)
  payer.silent = () => false
  await payButton(page).click()
  await confirm(page, stage)
  await expectPaidOnce(stage, charge, payer)
})

for (const [how, leave] of [
  ['is locked', (payer: TestWallet) => payer.lock()],
  ['breaks off', (payer: TestWallet) => payer.breakOff()],
] as const) {
  everyRun(how === 'is locked')(
    `the wallet ${how} while it asks: the question stays, and its answer counts`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const answer = payer.leaveOpen()
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
      await leave(payer)
      await expect(card(page)).toContainText('Confirm in Test Wallet')
      answer('approve')
      await expect(card(page)).toContainText('Payment sent')
      await mine(stage)
      await expect(receipt(page)).toBeVisible()
      await expectPaidOnce(stage, charge, payer)
    },
  )

  everyRun(how === 'breaks off')(
    `the wallet ${how} while it asks, sends and never answers: it is found`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet()
      const answer = payer.leaveOpen()
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      await expect.poll(() => payer.count('eth_sendTransaction')).toBe(1)
      await leave(payer)
      answer('mute')
      await expect.poll(() => payer.sent.length).toBe(1)
      await mine(stage)
      await expect(receipt(page)).toBeVisible()
      await expectPaidOnce(stage, charge, payer)
    },
  )
}
