import type { Page } from '@playwright/test'
import { type Address, concatHex, formatUnits, type Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import type { Stage } from '../support/stage.ts'
import type { TestWallet } from '../support/test-wallet.ts'
import { codeIn } from './code.ts'
import {
  byHand,
  card,
  everyRun,
  expect,
  mine,
  newCharge,
  nightly,
  receipt,
  suffixOf,
  test,
} from './fixtures.ts'
import { friend, scan, send, transferData } from './friend.ts'
import { element, shoot } from './shoot.ts'

// Paid without a wallet in this browser: by a code that a phone scans, by hand, or already.

const coin = { tokenAddress: `0x${'0'.repeat(40)}`, tokenType: 'NATIVE' as const }
const price = 19_990_000n
const cent = 10_000n

const title = (page: Page) => card(page).getByRole('heading', { name: 'Send from another wallet' })
const looking = (page: Page) =>
  card(page).getByRole('heading', { name: 'We’re looking for this transaction' })
const field = (page: Page) => card(page).getByLabel('Transaction hash')

/** Opens the screen. `reads`: the page gives an address by which the chain can be read. */
async function openOutside(page: Page, stage: Stage, charge: { id: string }, reads = true) {
  let looks = 0
  // The shop's policy lets a page call its own origin only, so the node is behind it.
  await page.route('**/rpc', async (route) => {
    const body = route.request().postData()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(stage.chain.rpcUrl, { method: 'POST', headers, body })
    await route.fulfill({ contentType: 'application/json', body: await answer.text() })
    if (body?.includes('eth_blockNumber')) looks++
  })
  await page.goto(stage.page(element(charge.id)))
  if (reads) {
    await page.locator('pay-charge').evaluate((target) => {
      Object.assign(target, { rpcUrls: { 31337: `${location.origin}/rpc` } })
    })
  }
  await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
  await expect(title(page)).toBeVisible()
  return {
    /** The page has read where the chain stands: what is sent from now on is seen. */
    async watches() {
      await expect.poll(() => looks).toBeGreaterThan(0)
    },
    /** The page has looked once more, and has done what follows from the look before. */
    async looksAgain() {
      const before = looks
      await expect.poll(() => looks).toBeGreaterThan(before + 1)
    },
  }
}

/** The friend sends a token of which he has enough. */
async function transfer(
  stage: Stage,
  amount = price,
  to: string = stage.recipient,
  symbol = 'DUSD',
) {
  const { address } = stage.chain.token(symbol)
  await stage.chain.transfer(address, friend.address, amount)
  return await send(stage, address, transferData(to, amount))
}

/** The amount that a code asks for: the price and a few of the smallest digits, this charge's alone. */
function amountIn(uri: string): bigint {
  const [, amount = ''] = /(?:uint256|value)=(\d+)$/.exec(uri) ?? []
  return BigInt(amount)
}

/** The friend's wallet comes to this browser and signs for what was sent. */
async function signAsFriend(page: Page, friendly: TestWallet) {
  await expect(card(page)).toContainText('Link your payment to this order')
  await friendly.announce()
  await card(page).getByRole('button', { name: 'Sign message' }).click()
  await expect.poll(() => friendly.count('personal_sign')).toBe(1)
}

async function claim(page: Page, text: string) {
  // What says why a hash does not fit stays open.
  if (!(await field(page).isVisible())) await card(page).getByText('I’ve already sent it').click()
  await field(page).fill(text)
  await card(page).getByRole('button', { name: 'Check payment' }).click()
}

const paymentsOf = async (stage: Stage, charge: { id: string }) =>
  (await stage.client.getCharge(charge.id)).payments

/** What the service says of a reported transaction. */
async function statusOf(stage: Stage, { id }: { id: string }, hash: Hex): Promise<unknown> {
  const response = await fetch(`${stage.shop}/pay/charges/${id}/payments/${hash}`)
  return ((await response.json()) as { status?: unknown }).status
}

async function becomesPaid(page: Page, stage: Stage, charge: { id: string }, hash: Hex) {
  await expect(card(page)).toContainText('Payment sent')
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  expect(await paymentsOf(stage, charge)).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: hash },
  ])
}

for (const colorScheme of ['light', 'dark'] as const) {
  everyRun(colorScheme === 'light')(
    `the code reads, on a phone and on a desk, ${colorScheme}`,
    async ({ page, stage }) => {
      await page.emulateMedia({ colorScheme })
      const charge = await newCharge(stage)
      await openOutside(page, stage, charge)
      const { address } = stage.chain.token('DUSD')
      const codes = new Set<string>()
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        codes.add(await codeIn(page))
      }
      expect(codes.size).toBe(1)
      const [code = ''] = codes
      const amount = amountIn(code)
      expect(code).toBe(
        `ethereum:${address}@31337/transfer?address=${stage.recipient}&uint256=${amount}`,
      )
      expect(amount > price && amount <= price + cent).toBe(true)
    },
  )
}

test('what to send can be copied, each field in full', async ({ page, context, stage }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openOutside(page, stage, await newCharge(stage))
  const { address } = stage.chain.token('DUSD')
  const amount = formatUnits(amountIn(await codeIn(page)), 6)
  await card(page).getByText('Token contract').click()
  for (const [name, text] of [
    [`Copy ${amount} DUSD`, amount],
    ['Copy address', stage.recipient],
    // Whoever hears the page must not send to the token's own contract.
    ['Copy address: Token contract', address],
  ] as const) {
    await card(page).getByRole('button', { name, exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await expect(card(page)).toContainText('Send only on')
  await expect(card(page)).toContainText('Send this exact amount')
})

test('a transfer by the code completes the page by itself, which reads the chain', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage)
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  const hash = await scan(stage, await codeIn(page))
  await becomesPaid(page, stage, charge, hash)
})

test('the chain’s own coin by the code completes the page by itself, to the wei', async ({
  page,
  stage,
}) => {
  const requestProps = {
    ...coin,
    chainId: '31337',
    recipientAddress: '0x00000000000000000000000000000000000faDe5',
    tokenAmount: '0.005432100000000001',
  }
  const charge = await newCharge(stage, { requestProps })
  const { watches } = await openOutside(page, stage, charge)
  const code = await codeIn(page)
  const owed = 5_432_100_000_000_001n
  expect(code).toBe(`ethereum:${requestProps.recipientAddress}@31337?value=${amountIn(code)}`)
  expect(amountIn(code) > owed && amountIn(code) <= owed + owed / 10_000n).toBe(true)
  await expect(card(page)).not.toContainText('Token contract')
  await watches()
  const hash = await scan(stage, await codeIn(page))
  await becomesPaid(page, stage, charge, hash)
})

test('a page that cannot read the chain goes on when the service has found the transfer, of which nobody told it', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage)
  await openOutside(page, stage, charge, false)
  const hash = await scan(stage, await codeIn(page))
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
  expect(await paymentsOf(stage, charge)).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: hash },
  ])
})

// The second page gets the first one's reply from the browser's cache, where the charge is not paid.
nightly(
  'the amount is paid with the page closed, and the page that is opened again says so',
  async ({ page, stage }) => {
    const charge = await newCharge(stage)
    await openOutside(page, stage, charge)
    const code = await codeIn(page)
    await page.close()
    const hash = await scan(stage, code)
    await mine(stage)
    await expect
      .poll(() => paymentsOf(stage, charge))
      .toMatchObject([{ status: 'COMPLETED', payerTransactionHash: hash }])
    const again = await page.context().newPage()
    await again.goto(stage.page(element(charge.id)))
    await expect(receipt(again)).toBeVisible()
  },
)

nightly('the same amount stands there when the payer comes back to it', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  await openOutside(page, stage, charge)
  const code = await codeIn(page)
  await openOutside(page, stage, charge)
  expect(await codeIn(page)).toBe(code)
})

test('what names another charge, or is of another amount, completes nothing', async ({
  page,
  stage,
}) => {
  const [charge, other] = [await newCharge(stage), await newCharge(stage)]
  const { watches, looksAgain } = await openOutside(page, stage, charge)
  await watches()
  const reserved = amountIn(await codeIn(page))
  for (const amount of [price, reserved - 1n, reserved + 1n]) await transfer(stage, amount)
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, friend.address, reserved)
  const data = transferData(stage.recipient, reserved)
  await send(stage, address, concatHex([data, suffixOf(other)]))
  await mine(stage)
  await expect.poll(() => paymentsOf(stage, other)).toMatchObject([{ status: 'COMPLETED' }])
  await looksAgain()
  await expect(title(page)).toBeVisible()
  // Nothing that the payer did has failed.
  await expect(card(page).getByRole('alert')).toHaveCount(0)
  expect(await paymentsOf(stage, charge)).toEqual([])
})

for (const reads of [true, false])
  everyRun(reads)(
    `a hash that nobody has seen is looked for beside the code, which pays after all; the page ${reads ? 'reads' : 'does not read'} the chain`,
    async ({ page, stage }) => {
      const charge = await newCharge(stage)
      await openOutside(page, stage, charge, reads)
      await claim(page, `0x${'ab'.repeat(32)}`)
      await expect(looking(page)).toBeFocused()
      const code = await codeIn(page)
      await expect(card(page)).not.toContainText('Payment sent')
      if (reads) await shoot(page, 'outside-sought')
      await page.reload()
      await expect(looking(page)).toBeVisible()
      expect(await codeIn(page)).toBe(code)
      const hash = await scan(stage, code)
      await mine(stage)
      await expect(receipt(page)).toBeVisible()
      expect(await paymentsOf(stage, charge)).toMatchObject([
        { status: 'COMPLETED', payerTransactionHash: hash },
      ])
    },
  )

nightly(
  'a hash of a charge without a price is looked for after a reload, and is not called sent',
  async ({ page, stage }) => {
    const open = { pricing_type: 'no_price', local_price: { amount: '0' } } as const
    const charge = await newCharge(stage, open)
    await page.goto(stage.page(element(charge.id)))
    await card(page).getByLabel('Amount in DUSD').fill('5')
    await card(page).getByRole('button', { name: 'Continue' }).click()
    await card(page).getByRole('button', { name: 'Pay by QR code or address' }).click()
    await claim(page, `0x${'ab'.repeat(32)}`)
    await expect(looking(page)).toBeFocused()
    await page.reload()
    await expect(looking(page)).toBeVisible()
    await expect(card(page)).not.toContainText('Payment sent')
    await shoot(page, 'outside-sought-open')
    await card(page).getByRole('button', { name: 'I haven’t paid yet' }).click()
    await expect(card(page)).toContainText('How much would you like to pay?')
    await page.reload()
    await expect(looking(page)).toBeVisible()
    const { address } = stage.chain.token('DUSD')
    await stage.chain.transfer(address, friend.address, 5_000_000n)
    const data = concatHex([transferData(stage.recipient, 5_000_000n), suffixOf(charge)])
    const hash = await send(stage, address, data)
    await mine(stage)
    await expect(receipt(page)).toBeVisible()
    expect(await paymentsOf(stage, charge)).toMatchObject([
      { status: 'COMPLETED', payerTransactionHash: hash },
    ])
  },
)

test('a pasted hash that does not pay the charge is told why, each in its own words', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage)
  const { looksAgain } = await openOutside(page, stage, charge)
  const says = async (text: string, reason: RegExp) => {
    await claim(page, text)
    await expect(card(page).getByRole('alert')).toHaveText(reason)
  }
  await says('0x1234', /isn’t a transaction hash. A hash is 0x followed by 64/)
  await says(
    await transfer(stage, price, demoAccount(4).address),
    /sends 19\.99 DUSD to .* paid in DUSD to/,
  )
  await says(
    await transfer(stage, price, stage.recipient, 'OUSD'),
    /sends 19\.99 OUSD .* Ask the store/,
  )
  const { address } = stage.chain.token('DUSD')
  const toomuch = transferData(stage.recipient, 10n ** 20n)
  await says(
    await send(stage, address, toomuch, 0n, 100_000n),
    /failed. You paid only the network fee/,
  )
  await byHand(stage, async () => {
    const waiting = await send(stage, address, transferData(demoAccount(4).address, 0n))
    await claim(page, waiting)
    await expect(looking(page)).toBeVisible()
    // A node of the service has it, too: that does not make it a payment.
    await expect.poll(() => statusOf(stage, charge, waiting)).toBe('PENDING')
    await looksAgain()
    await expect(looking(page)).toBeVisible()
    await mine(stage, 1)
  })
  await expect(card(page).getByRole('alert')).toHaveText(/transfers no DUSD/)
  expect(await paymentsOf(stage, charge)).toEqual([])
})

test('a pasted hash that no block has yet is called sent where it names the recipient', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage)
  await openOutside(page, stage, charge)
  const amount = amountIn(await codeIn(page))
  const { address } = stage.chain.token('DUSD')
  await stage.chain.transfer(address, friend.address, amount)
  await byHand(stage, async () => {
    const hash = await send(stage, address, transferData(stage.recipient, amount))
    await claim(page, hash)
    await becomesPaid(page, stage, charge, hash)
  })
})

test('a pasted hash of the bare price, in an explorer’s address, pays once the account that it came from has signed', async ({
  page,
  stage,
  wallet,
}) => {
  const friendly = await wallet({ account: 2, known: 'late' })
  const charge = await newCharge(stage)
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  const hash = await transfer(stage)
  await claim(page, `  https://explorer.example/tx/${hash}#logs `)
  await signAsFriend(page, friendly)
  await becomesPaid(page, stage, charge, hash)
})

test('another account cannot sign for it, and is told which one can', async ({
  page,
  stage,
  wallet,
}) => {
  const stranger = await wallet({ account: 3, known: 'late' })
  const charge = await newCharge(stage)
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  await claim(page, await transfer(stage))
  await expect(card(page)).toContainText('Link your payment to this order')
  await stranger.announce()
  await card(page).getByRole('button', { name: 'Sign message' }).click()
  await expect(card(page)).toContainText('Switch to that account in your wallet to sign')
  expect(stranger.count('personal_sign')).toBe(0)
  await shoot(page, 'sign-other')
  await stranger.changeAccount(2)
  await card(page).getByRole('button', { name: 'Sign message' }).click()
  await expect.poll(() => stranger.count('personal_sign')).toBe(1)
  await mine(stage)
  await expect(receipt(page)).toBeVisible()
})

nightly('a pasted hash of coin pays once it is signed for', async ({ page, stage, wallet }) => {
  const friendly = await wallet({ account: 2, known: 'late' })
  const requestProps = {
    ...coin,
    chainId: '31337',
    recipientAddress: '0x00000000000000000000000000000000000fade6',
    tokenAmount: '0.5',
  }
  const charge = await newCharge(stage, { requestProps })
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  const hash = await send(stage, requestProps.recipientAddress as Address, '0x', 5n * 10n ** 17n)
  await claim(page, hash)
  await signAsFriend(page, friendly)
  await becomesPaid(page, stage, charge, hash)
})

test('a part of the price counts, and the rest is asked for', async ({ page, stage, wallet }) => {
  const friendly = await wallet({ account: 2, known: 'late' })
  const charge = await newCharge(stage)
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  await claim(page, await transfer(stage, 5_000_000n))
  await signAsFriend(page, friendly)
  await mine(stage)
  await expect(card(page)).toContainText('5.00 DUSD of 19.99 DUSD paid')
  await expect(
    card(page).getByRole('button', { name: 'Pay the remaining 14.99 DUSD' }),
  ).toBeVisible()
})

test('the screen that asks for a signature, and what follows without one', async ({
  page,
  stage,
}) => {
  const charge = await newCharge(stage)
  const { watches } = await openOutside(page, stage, charge)
  await watches()
  await claim(page, await transfer(stage))
  await expect(card(page)).toContainText('Link your payment to this order')
  await shoot(page, 'needsSignature')
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await expect(card(page)).toContainText('The store will link your payment')
  await shoot(page, 'sign-declined')
})

nightly('the screens', async ({ page, stage }) => {
  const charge = await newCharge(stage)
  await openOutside(page, stage, charge)
  await shoot(page, 'externalPayment')
  await claim(page, await transfer(stage, price, demoAccount(4).address))
  await expect(card(page).getByRole('alert')).toBeVisible()
  await shoot(page, 'external-mismatch')
  await page.route('**/rpc', () => {})
  await claim(page, `0x${'ab'.repeat(32)}`)
  await expect(card(page)).toContainText('Checking the transaction')
  await shoot(page, 'outside-looking')
})
