import { type Address, parseEther } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { deploy } from '../support/contracts.ts'
import { deployEntryPoint } from '../support/entry-point.ts'
import type { Stage } from '../support/stage.ts'
import {
  card,
  everyRunOf,
  expect,
  journal,
  mine,
  newCharge,
  open,
  openAnother,
  payButton,
} from './fixtures.ts'
import {
  createPayer,
  expectDebitedOnce,
  finish,
  getBlockNumber,
  listDebits,
  openAsPayer,
  price,
  relayer,
  test,
} from './relaying.ts'
import { element, shoot } from './shoot.ts'

// A payer with dollars and without coin: the wallet signs a transfer (EIP-3009), the service sends it, and the token moves the
// money once, whatever page, service or network forget meanwhile.

const signing = 'eth_signTypedData_v4'

test('an account with dollars and no coin pays in two clicks', async ({ page, stage, wallet }) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: approval, resolve: approve } = Promise.withResolvers<'approve'>()
  payer.decide = ({ method }) => {
    if (method !== signing) return 'approve'
    ask()
    return approval
  }
  await payButton(page).click()
  await isAsked
  await expect(card(page)).toContainText('Network fee')
  await expect(card(page)).toContainText('None')
  approve('approve')
  await finish(page, stage)
  await expectDebitedOnce(stage, payer, charge, since)
  expect(await stage.chain.client.getBalance({ address: payer.address as Address })).toBe(0n)
})

test('the answer to the post is lost: it is posted again, and paid once', async ({
  page,
  stage,
  wallet,
}) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  let posts = 0
  await page.route('**/authorizations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts++
    if (posts > 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await payButton(page).click()
  await finish(page, stage)
  await expectDebitedOnce(stage, payer, charge, since)
})

test('a page that is reloaded while the wallet signs asks again, and what is signed late is dropped', async ({
  page,
  stage,
  wallet,
}) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: approval, resolve: approve } = Promise.withResolvers<'approve'>()
  payer.decide = ({ method }) => {
    if (method !== signing) return 'approve'
    ask()
    return approval
  }
  await payButton(page).click()
  await isAsked
  expect(await journal(page, charge)).toContain('"authorization"')
  await page.reload()
  await expect(payButton(page)).toBeVisible()
  approve('approve')
  payer.decide = () => 'approve'
  expect(await listDebits(stage, payer, since)).toEqual([])
  await payButton(page).click()
  await finish(page, stage)
  await expectDebitedOnce(stage, payer, charge, since)
})

test('a page that is reloaded after signing and before posting posts by itself', async ({
  page,
  stage,
  wallet,
}) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  await page.route('**/authorizations', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment signed')
  // Nothing else is offered while the signature may still pay.
  await expect(card(page).getByRole('button', { name: /pay/i })).toHaveCount(0)
  expect(await journal(page, charge)).toContain('"signature"')
  await page.unroute('**/authorizations')
  await page.reload()
  await finish(page, stage)
  expect(payer.count(signing)).toBe(1)
  await expectDebitedOnce(stage, payer, charge, since)
})

test('the service is down while it is signed, and the tab is closed: a new one pays, once', async ({
  page,
  stage,
  wallet,
}) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  payer.decide = async ({ method }) => {
    if (method === signing) await stage.stopService()
    return 'approve' as const
  }
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment signed')
  const waiting = await openAnother(page, stage, charge)
  await page.close()
  await stage.restartService()
  await finish(waiting, stage)
  expect(payer.count(signing)).toBe(1)
  await expectDebitedOnce(stage, payer, charge, since)
})

test('a double click asks for one signature', async ({ page, stage, wallet }) => {
  const { payer, since, charge } = await openAsPayer(page, stage, wallet)
  await payButton(page).dblclick()
  await finish(page, stage)
  expect(payer.count(signing)).toBe(1)
  await expectDebitedOnce(stage, payer, charge, since)
})

test('a fee in the token is shown before it is signed, and one transfer pays price and fee', async ({
  page,
  stage,
  wallet,
}) => {
  const { environment } = stage
  environment.RELAY_FEE = '0.05'
  await stage.restartService()
  try {
    const { payer, since } = await openAsPayer(page, stage, wallet)
    await payButton(page).click()
    await expect(card(page)).toContainText('0.05 DUSD')
    expect(payer.count(signing)).toBe(0)
    await payButton(page, '20.04 DUSD').click()
    await finish(page, stage)
    expect(await listDebits(stage, payer, since)).toEqual([price + 50_000n])
  } finally {
    delete environment.RELAY_FEE
    await stage.restartService()
  }
})

test('a proxy that offers another recipient, amount, token or nonce gets no signature', async ({
  page,
  stage,
  wallet,
}) => {
  const payer = await createPayer(stage, wallet)
  const charge = await newCharge(stage)
  const other = privateKeyToAccount(generatePrivateKey()).address
  const lies = [
    { recipientAddress: other },
    { value: String(2n * price) },
    { value: String(2n * price), fee: String(price + 1n) },
    { tokenAddress: stage.chain.token('OUSD').address },
    { nonce: `0x${'11'.repeat(32)}` },
    { domain: { name: 'Other Dollar', version: '2' } },
    { chainId: '1' },
  ]
  // Each read has an address of its own.
  const offers = /\/authorizations\?/
  for (const lie of lies) {
    await page.route(offers, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object[] }
      return route.fulfill({
        response,
        json: { data: data.map((offer) => ({ ...offer, ...lie })) },
      })
    })
    await open(page, stage, charge)
    await payButton(page).click()
    await expect(card(page)).toContainText('Not enough ETH')
    await page.unroute(offers)
  }
  expect(payer.count(signing)).toBe(0)
})

/** Has a key's account delegate to a contract (EIP-7702). Somebody else sends that, so the account needs no coin. */
async function delegate(
  { chain }: Stage,
  key: PrivateKeyAccount,
  name: 'NestingDelegate' | 'RehashingDelegate',
): Promise<Address> {
  const { client, chainId } = chain
  const address = await deploy(chain, name)
  const authorization = await key.signAuthorization({ address, chainId, nonce: 0 })
  const hash = await client.sendTransaction({ to: relayer, authorizationList: [authorization] })
  await client.waitForTransactionReceipt({ hash })
  return key.address
}

/** Accounts of a key whose signatures FiatToken refuses: it asks the account itself, or recovers another one. */
const refusedAccounts: [
  kind: string,
  create: (stage: Stage, key: PrivateKeyAccount) => Promise<Address>,
][] = [
  [
    'one that delegates to a contract that nests what is signed',
    (stage, key) => delegate(stage, key, 'NestingDelegate'),
  ],
  [
    'one that delegates to a contract that hashes it again',
    (stage, key) => delegate(stage, key, 'RehashingDelegate'),
  ],
  [
    'an account that is not deployed yet',
    async ({ chain }, key) => (await deployEntryPoint(chain)).predictAccount(key),
  ],
]
const everyRun = everyRunOf(test)
for (const [kind, create] of refusedAccounts)
  everyRun(kind.includes('nests what is signed'))(
    `${kind} reads that it cannot sign, and pays by an ordinary transfer`,
    async ({ page, stage, wallet }) => {
      const { chain } = stage
      const key = privateKeyToAccount(generatePrivateKey())
      const address = await create(stage, key)
      await chain.transfer(chain.dusd, address, 10n * price)
      await chain.client.impersonateAccount({ address })
      const payer = await wallet()
      payer.address = address
      payer.lie = async ({ method, params }) =>
        method === signing
          ? { result: await key.signTypedData(JSON.parse(String(params?.[1]))) }
          : undefined
      const since = await getBlockNumber(stage)
      const charge = await newCharge(stage)
      await page.goto(stage.page(element(charge.id)))
      await payButton(page).click()
      await expect(card(page)).toContainText(
        'Your wallet’s signature doesn’t work for this payment.',
      )
      await expect(card(page)).toContainText('Nothing was paid.')
      await expect(card(page)).toContainText('Choose how to pay')
      await expect(card(page).getByRole('button', { name: 'Use another wallet' })).toBeVisible()
      await shoot(page, `cannot-sign-${refusedAccounts.findIndex(([one]) => one === kind)}`)
      expect(await listDebits(stage, payer, since)).toEqual([])
      // The account has bought coin: an ordinary transfer, and no other signature.
      await chain.client.setBalance({ address, value: parseEther('1') })
      await payButton(page).click()
      await finish(page, stage)
      expect([payer.count(signing), payer.count('eth_sendTransaction')]).toEqual([1, 1])
      expect(await listDebits(stage, payer, since)).toEqual([price])
      const { payments } = await stage.client.getCharge(charge.id)
      expect(payments).toMatchObject([{ status: 'COMPLETED', payerAddress: address }])
    },
  )

test('an account of ERC-4337 is asked for no signature, and pays by an ordinary transfer', async ({
  page,
  stage,
  wallet,
}) => {
  const { chain } = stage
  const entryPoint = await deployEntryPoint(chain)
  const address = await entryPoint.createAccount(privateKeyToAccount(generatePrivateKey()))
  await chain.transfer(chain.dusd, address, 10n * price)
  await chain.client.impersonateAccount({ address })
  const payer = await wallet()
  payer.address = address
  const since = await getBlockNumber(stage)
  const charge = await newCharge(stage)
  await open(page, stage, charge)
  // Whoever sends its operations may pay the fee, so its coin is no condition. Here nobody does.
  await payButton(page).click()
  await expect(card(page)).toContainText('too little for this payment and its network fee')
  await expect(card(page)).toContainText('Nothing was sent.')
  await chain.client.setBalance({ address, value: parseEther('1') })
  await payButton(page).click()
  await finish(page, stage)
  expect(payer.count(signing)).toBe(0)
  expect(await listDebits(stage, payer, since)).toEqual([price])
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED', payerAddress: address }])
})

test('a signature that nobody sends lapses: the card says that nothing was paid, and asks anew', async ({
  page,
  stage,
  wallet,
}) => {
  const { payer, since } = await openAsPayer(page, stage, wallet)
  await page.route('**/authorizations', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payButton(page).click()
  await expect(card(page)).toContainText('Payment signed')
  await stage.chain.mineAt(Date.now() + 700_000)
  await mine(stage, 3)
  await expect(card(page)).toContainText('no longer valid. Nothing was paid.')
  await page.unroute('**/authorizations')
  expect(await listDebits(stage, payer, since)).toEqual([])
  await expect(payButton(page)).toBeVisible()
})
