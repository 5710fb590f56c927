// Everything that can happen between a page and a wallet on another device; hence its length.
import type { Page } from '@playwright/test'
import type { WalletApp } from '../clients/wallet-app.ts'
import type { Stage } from '../support/stage.ts'
import { askForCode, chooseWalletConnect } from './code.ts'
import {
  test as base,
  card,
  confirm,
  expect,
  mine,
  nightlyOf,
  payButton,
  postpone,
  receipt,
  transfersOf,
} from './fixtures.ts'
import { openShop, type RemoteFixtures, remoteFixtures, toCode } from './remote.ts'

// A wallet on another device: the page's real provider, a relay on loopback and a real WalletKit wallet, which signs on
// the local chain. No injected wallet is here, and no internet.

const test = base.extend<RemoteFixtures>(remoteFixtures)
const nightly = nightlyOf(test)

const choose = (page: Page) => card(page).getByRole('button', { name: 'WalletConnect' }).click()

const inWallet = (page: Page) => expect(card(page)).toContainText('Confirm in')
const looking = (page: Page) =>
  expect(card(page).getByRole('heading', { name: 'Looking for your payment' })).toBeVisible()

/** One transfer on the chain, one payment at the service. */
async function expectPaid(stage: Stage, charge: { id: string }, app: WalletApp) {
  expect(app.sent).toHaveLength(1)
  expect(await transfersOf(stage, charge)).toEqual(app.sent)
  expect((await stage.client.getCharge(charge.id)).payments).toMatchObject([
    { status: 'COMPLETED', payerTransactionHash: app.sent[0] },
  ])
}

/** The payer gives the transfer up that was not seen, and starts anew. */
async function payAnyway(page: Page) {
  await card(page).getByRole('button', { name: 'I didn’t approve it – pay again' }).click()
  await payButton(page).click()
}

test('a payer pays with a wallet that scans the code, and nothing of it is loaded before the click', async ({
  page,
  stage,
  relay,
  app,
}) => {
  const calls: URL[] = []
  page.on('request', (request) => calls.push(new URL(request.url())))
  page.on('websocket', (socket) => calls.push(new URL(socket.url())))
  const remote = () =>
    calls.filter(
      ({ host, pathname }) => host === new URL(relay.url).host || /walletconnect/.test(pathname),
    )
  const charge = await openShop({ page, stage, relay })
  await payButton(page).click()
  await expect(card(page).getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  expect(remote()).toEqual([])
  const code = await askForCode(page)
  expect(code).toMatch(/^wc:[0-9a-f]+@2\?/)
  expect(remote()).not.toEqual([])
  await app.pair(code)
  await confirm(page, stage)
  await expectPaid(stage, charge, app)
  const hosts = new Set(calls.map(({ host }) => host))
  expect([...hosts].sort()).toEqual([new URL(stage.shop).host, new URL(relay.url).host].sort())
  expect(app.proposals[0]?.proposer.metadata).toMatchObject({ name: 'Shop', url: stage.shop })
})

nightly(
  'a refused proposal brings the list back, and the next code pays',
  async ({ page, stage, relay, app }) => {
    const charge = await openShop({ page, stage, relay })
    app.decideProposal = () => 'refuse'
    const first = await toCode(page)
    await app.pair(first)
    await expect(card(page)).toContainText('You declined the connection in your wallet.')
    app.decideProposal = () => 'approve'
    const second = await askForCode(page)
    expect(second).not.toBe(first)
    await app.pair(second)
    await confirm(page, stage)
    await expectPaid(stage, charge, app)
  },
)

test('after a refused transfer, and after a reload, the session pays without another code', async ({
  page,
  stage,
  relay,
  app,
}) => {
  const charge = await openShop({ page, stage, relay })
  app.decide = () => 'refuse'
  await app.pair(await toCode(page))
  await expect(card(page)).toContainText('You declined the request in your wallet.')
  await page.reload()
  app.decide = () => 'approve'
  await payButton(page).click()
  await chooseWalletConnect(page, card(page).getByRole('heading', { name: 'Payment sent' }))
  await confirm(page, stage)
  expect(app.proposals).toHaveLength(1)
  await expectPaid(stage, charge, app)
})

nightly(
  'a session that its wallet has ended gives way to a new code',
  async ({ page, stage, relay, app }) => {
    const charge = await openShop({ page, stage, relay })
    app.decide = () => 'refuse'
    await app.pair(await toCode(page))
    await expect(card(page)).toContainText('You declined the request in your wallet.')
    app.decide = () => 'approve'
    await app.endSessions()
    await app.pair(await toCode(page))
    await confirm(page, stage)
    await expectPaid(stage, charge, app)
  },
)

nightly(
  'a session that ends while the wallet is asked: the payment is looked for, then paid anew',
  async ({ page, stage, relay, app }) => {
    const charge = await openShop({ page, stage, relay })
    app.leaveOpen()
    await app.pair(await toCode(page))
    await app.wasAsked('eth_sendTransaction')
    await app.endSessions()
    await looking(page)
    app.decide = () => 'approve'
    await payAnyway(page)
    await app.pair(await askForCode(page))
    await confirm(page, stage)
    await expectPaid(stage, charge, app)
  },
)

test('a page reloaded while the wallet is asked finds what the wallet then sends', async ({
  page,
  stage,
  relay,
  app,
}) => {
  const charge = await openShop({ page, stage, relay })
  const decide = app.leaveOpen()
  await app.pair(await toCode(page))
  await app.wasAsked('eth_sendTransaction')
  await page.reload()
  await looking(page)
  decide('approve')
  await confirm(page, stage)
  await expectPaid(stage, charge, app)
})

nightly(
  'an answer comes through though the socket was dropped while the wallet was asked',
  async ({ page, stage, relay, app }) => {
    const charge = await openShop({ page, stage, relay })
    const decide = app.leaveOpen()
    await app.pair(await toCode(page))
    await app.wasAsked('eth_sendTransaction')
    await inWallet(page)
    relay.drop()
    decide('approve')
    await confirm(page, stage)
    await expectPaid(stage, charge, app)
  },
)

nightly(
  'a wallet that forgot the session is left for another, by a new code',
  async ({ page, stage, relay, app }) => {
    const charge = await openShop({ page, stage, relay })
    app.decide = () => 'hang'
    await app.pair(await toCode(page))
    await app.wasAsked('eth_sendTransaction')
    await card(page).getByRole('button', { name: 'Don’t see a request?' }).click()
    await looking(page)
    app.decide = () => 'approve'
    await payAnyway(page)
    await app.pair(await askForCode(page))
    await confirm(page, stage)
    await expectPaid(stage, charge, app)
  },
)

test('a wallet without the charge’s network is told of by its name, and may come back with it', async ({
  page,
  stage,
  relay,
  app,
}) => {
  const charge = await openShop({ page, stage, relay })
  app.chains = [1]
  await app.pair(await toCode(page))
  await expect(card(page)).toContainText('Your wallet has connected without Localhost.')
  app.chains = [1, 31_337]
  await app.pair(await askForCode(page))
  await confirm(page, stage)
  await expectPaid(stage, charge, app)
})

for (const how of ['away', 'silent'] as const) {
  const declare = how === 'silent' ? test : nightly
  declare(
    `a relay that is ${how} is told of in time, and pays once it answers`,
    async ({ page, stage, relay, app }) => {
      test.slow()
      // The page's own limit is ten seconds. The library would say something after a minute, which here never passes.
      await postpone(page.context(), 60_000)
      const charge = await openShop({ page, stage, relay })
      if (how === 'away') await relay.leave()
      else relay.silent = true
      await payButton(page).click()
      await choose(page)
      await expect(card(page)).toContainText(`We can’t reach WalletConnect (${relay.url}).`, {
        timeout: 120_000,
      })
      relay.silent = false
      await relay.comeBack()
      await app.pair(await askForCode(page))
      await confirm(page, stage)
      await expectPaid(stage, charge, app)
    },
  )
}

// These two provoke what every other page must stay free of, so their browser is not watched for it.
test.describe(() => {
  test('a relay that the page’s policy blocks is told of at once, with what the shop has to allow', async ({
    browser,
    stage,
    relay,
  }) => {
    const page = await browser.newPage()
    // Had the ten seconds passed that a relay has to answer, the page would say that it cannot reach it. Here they never pass.
    await postpone(page.context(), 10_000)
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await openShop({ page, stage, relay, allowed: false })
    await payButton(page).click()
    await choose(page)
    await expect(card(page)).toContainText('WalletConnect can’t be used on this page.')
    expect(logged.join()).toContain(
      `This page’s Content-Security-Policy blocks WalletConnect: its connect-src lacks ${relay.url}.`,
    )
    await page.close()
  })

  nightly(
    'a page whose policy forbids the verifier’s frame does not wait for it',
    async ({ browser, stage, relay, app }) => {
      const page = await browser.newPage()
      // The library waits five seconds for the frame. Here they never end, so whoever waits for them hangs.
      await postpone(page.context(), 5000)
      const charge = await openShop({ page, stage, relay, verified: true })
      await app.pair(await toCode(page))
      await expect(card(page)).toContainText('Payment sent')
      await mine(stage)
      await expect(receipt(page)).toBeVisible()
      await expectPaid(stage, charge, app)
      await page.close()
    },
  )
})
