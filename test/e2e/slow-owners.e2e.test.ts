import type { Page } from '@playwright/test'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { failOnce, hardwareRefusals, holdOpen, takeTime } from '../support/owners.ts'
import type { Stage } from '../support/stage.ts'
import type { TestWalletOptions } from '../support/test-wallet.ts'
import {
  card,
  everyRunOf,
  expect,
  newCharge,
  nightlyOf,
  open,
  payButton,
  postpone,
} from './fixtures.ts'
import {
  finish,
  getBlockNumber,
  leaveDollarsOnly,
  listDebits,
  poor,
  price,
  test as relaying,
} from './relaying.ts'
import { openShop, type RemoteFixtures, remoteFixtures, toCode } from './remote.ts'
import { shoot } from './shoot.ts'

// A question to a person has no time limit: whoever fetches a phone, confirms on a device or reads takes a minute or two. Whatever
// the page asks, it waits, says nothing untrue meanwhile, and is paid once.

const test = relaying.extend<RemoteFixtures>(remoteFixtures)
const everyRun = everyRunOf(test)
const nightly = nightlyOf(test)

const signing = 'eth_signTypedData_v4'

interface Question {
  method: string
  wallet?: Omit<TestWalletOptions, 'rpcUrl'>
  attributes?: string
  /** What the card says after two minutes, beside that it waits. */
  notice?: string
}

/** Every method that the page asks of a person in a wallet of its browser, and what makes it ask. */
const questions: readonly Question[] = [
  { method: signing, wallet: { account: poor } },
  { method: 'eth_sendTransaction' },
  { method: 'eth_requestAccounts', notice: 'Is your wallet locked? Open it and unlock it.' },
  {
    method: 'wallet_switchEthereumChain',
    wallet: { chainId: 1 },
    notice: 'Your wallet already has an open request. Open your wallet to answer it.',
  },
  {
    method: 'wallet_addEthereumChain',
    wallet: { chainId: 1, knowsChain: false },
    notice: 'Your wallet already has an open request. Open your wallet to answer it.',
  },
  {
    method: 'wallet_sendCalls',
    wallet: { capabilities: { '0x7a69': { paymasterService: { supported: true } } } },
  },
  { method: 'personal_sign', attributes: 'attribution="off"' },
]

/** Those that a wallet on another device is asked. */
const remoteQuestions = questions.filter(({ method }) =>
  [signing, 'eth_sendTransaction', 'personal_sign'].includes(method),
)

/** Words by which a card says that something is over. While a person thinks, none is true. */
const untrue =
  /declined|refused|can’t|couldn’t|isn’t responding|not enough|no longer|reported a problem|nothing was|failed|expired|looking for/i

/** Notes the card's headings and notices from now on. */
async function noteTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const root = document.querySelector('pay-charge')?.shadowRoot
    const texts = new Set<string>()
    const note = () => {
      for (const part of root?.querySelectorAll('h2, [part="notice"], [role="note"]') ?? [])
        texts.add((part.textContent ?? '').trim())
    }
    const observed = { subtree: true, childList: true, characterData: true }
    if (root) new MutationObserver(note).observe(root, observed)
    Object.assign(window, { notedTexts: texts })
  })
  const read = () => [...(window as unknown as { notedTexts: Set<string> }).notedTexts]
  return () => page.evaluate(read)
}

/** One debit, of the price, and one payment that the service has credited. */
async function expectPaidOnce(
  stage: Stage,
  charge: { id: string },
  payer: { address: string },
  since: bigint,
) {
  expect(await listDebits(stage, payer, since)).toEqual([price])
  const { payments } = await stage.client.getCharge(charge.id)
  expect(payments).toMatchObject([{ status: 'COMPLETED' }])
}

/** What a wallet that was asked shows: two minutes later the page still waits, and has said nothing untrue. */
async function waitTwoMinutes(
  page: Page,
  noted: () => Promise<string[]>,
  notice: string | undefined,
) {
  await page.clock.fastForward(20_000)
  await page.clock.fastForward(100_000)
  if (notice) await expect(card(page).getByText(notice).first()).toBeVisible()
  const texts = await noted()
  expect(texts.filter((text) => untrue.test(text))).toEqual([])
}

const signIfAsked = async (page: Page, { method }: Question) => {
  if (method === 'personal_sign')
    await card(page).getByRole('button', { name: 'Sign message' }).click()
}

for (const question of questions) {
  const { method, attributes = '', notice } = question
  // To add a network is asked where to change to it is refused, and waited for as that is.
  const isInEveryRun = method !== 'wallet_addEthereumChain'
  everyRun(isInEveryRun)(
    `an owner who takes two minutes for ${method} pays once`,
    async ({ page, stage, wallet }) => {
      await page.clock.install()
      // The page waits two seconds for what a wallet says of itself, and then takes it for one without batches.
      await postpone(page.context(), 2000)
      const payer = await wallet(question.wallet)
      if (method === signing) await leaveDollarsOnly(stage, payer.address)
      const owner = holdOpen(method)
      payer.decide = owner.decide
      const since = await getBlockNumber(stage)
      const charge = await newCharge(stage)
      await open(page, stage, charge, attributes)
      if (method === 'wallet_sendCalls')
        await page
          .locator('pay-charge')
          .evaluate((one) => Object.assign(one, { paymasterUrl: 'https://paymaster.example/' }))
      const noted = await noteTexts(page)
      await payButton(page).click()
      await signIfAsked(page, question)
      await owner.isAsked
      await waitTwoMinutes(page, noted, notice)
      owner.answer('approve')
      await finish(page, stage)
      expect(payer.count(method)).toBe(1)
      await expectPaidOnce(stage, charge, payer, since)
    },
  )
}

for (const question of remoteQuestions) {
  const { method, attributes = '' } = question
  everyRun(method === signing)(
    `an owner on another device who takes two minutes for ${method} pays once`,
    async ({ page, stage, relay, app }) => {
      await page.clock.install()
      if (method === signing) {
        app.address = demoAccount(poor).address
        await leaveDollarsOnly(stage, app.address)
      }
      const owner = holdOpen(method)
      app.decide = owner.decide
      const since = await getBlockNumber(stage)
      const charge = await openShop({ page, stage, relay, attributes })
      const noted = await noteTexts(page)
      await app.pair(await toCode(page))
      await signIfAsked(page, question)
      await owner.isAsked
      await waitTwoMinutes(page, noted, undefined)
      owner.answer('approve')
      await finish(page, stage)
      expect(app.count(method)).toBe(1)
      await expectPaidOnce(stage, charge, app, since)
    },
  )
}

for (const seconds of [20, 120])
  for (const { method, ...question } of [questions[0], questions[1]].filter((one) => !!one))
    for (const isRemote of [false, true])
      nightly(
        `an owner who really takes ${seconds} s for ${method} pays once${isRemote ? ' on another device' : ''}`,
        async ({ page, stage, relay, app, wallet }) => {
          test.setTimeout(150_000 + 3 * seconds * 1000)
          const payer = isRemote ? app : await wallet(question.wallet)
          if (method === signing) {
            payer.address = demoAccount(poor).address
            await leaveDollarsOnly(stage, payer.address)
          }
          payer.decide = takeTime(method, seconds * 1000)
          const since = await getBlockNumber(stage)
          const charge = isRemote ? await openShop({ page, stage, relay }) : await newCharge(stage)
          if (!isRemote) await open(page, stage, charge)
          const noted = await noteTexts(page)
          if (isRemote) await app.pair(await toCode(page))
          else await payButton(page).click()
          // Its owner takes longer than a test usually waits for a text.
          const timeout = 3 * seconds * 1000
          await expect(card(page)).toContainText('Payment sent', { timeout })
          await finish(page, stage)
          expect((await noted()).filter((text) => untrue.test(text))).toEqual([])
          expect(payer.count(method)).toBe(1)
          await expectPaidOnce(stage, charge, payer, since)
        },
      )

for (const [kind, refusal] of Object.entries(hardwareRefusals))
  everyRun(kind === 'locked')(
    `a signer that is ${kind} once is asked again, and the card has its words`,
    async ({ page, stage, wallet }) => {
      const payer = await wallet({ account: poor })
      await leaveDollarsOnly(stage, payer.address)
      payer.decide = failOnce(signing, refusal)
      const since = await getBlockNumber(stage)
      const charge = await newCharge(stage)
      await open(page, stage, charge)
      await payButton(page).click()
      const notice = card(page).locator('[part="notice"]')
      await expect(notice).toContainText(
        kind === 'cancelled' ? 'You declined the request' : 'Your wallet reported a problem.',
      )
      if (kind === 'locked') await expect(notice).toContainText('Ledger device: Locked device')
      await shoot(page, `signer-${kind}`)
      expect(await listDebits(stage, payer, since)).toEqual([])
      await payButton(page).click()
      await finish(page, stage)
      expect(payer.count(signing)).toBe(2)
      await expectPaidOnce(stage, charge, payer, since)
    },
  )

test('a wallet on another device whose session has no typed data cannot sign: it is not asked, nor is the shop’s node', async ({
  page,
  stage,
  relay,
  app,
}) => {
  app.address = demoAccount(poor).address
  app.methods = ['eth_sendTransaction', 'personal_sign']
  await leaveDollarsOnly(stage, app.address)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  await openShop({ page, stage, relay })
  await app.pair(await toCode(page))
  await expect(card(page)).toContainText('Your wallet’s signature doesn’t work for this payment.')
  await expect(card(page)).toContainText('Choose how to pay')
  expect(asked.filter((body) => body.includes(signing))).toEqual([])
  expect(app.count(signing)).toBe(0)
})
