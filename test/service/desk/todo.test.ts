import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { letPass } from '../../support/aging.ts'
import { createDeskKey } from '../../support/desk.ts'
import { readPage } from '../../support/desk-page.ts'
import { type DeskVisitor, visitDesk } from '../../support/desk-visitor.ts'
import { chainId, clientOf, secondChainId, wallet } from '../../support/harness.ts'
import { newCharge, payFor, paymentThatIs, report } from '../../support/paying.ts'
import { reservePort } from '../../support/ports.ts'
import { provideTwoChains } from '../../support/two-chains.ts'
import { until } from '../../support/wait.ts'

// What the first page says is to be done beside money, and the steps of a new shop.

const harness = provideTwoChains({ WEBHOOK_ALLOW_PRIVATE: 'on' })
let visitor: DeskVisitor
before(async () => {
  await harness.started
  visitor = await signIn(harness.shop.id)
})

async function signIn(account: string): Promise<DeskVisitor> {
  const { environment, service } = harness
  const { apiKey } = await createDeskKey(environment, account, {
    scope: 'desk:manage',
    name: 'Ruth Sand',
  })
  const browser = visitDesk(service.baseUrl)
  await browser.send('/desk/sign-in', { key: apiKey })
  return browser
}

/** The number beside what is to be done, by the list that it opens. */
async function readTodo(path: string): Promise<number | undefined> {
  const { html } = await visitor.open('/desk')
  const [, list = ''] = /<ul class="todo">(.*?)<\/ul>/s.exec(html) ?? []
  const row = list.split('<li>').find((one) => one.includes(`href="${path}"`))
  return row ? Number(/<b class="count [^>]*>(\d+)/.exec(row)?.[1]) : undefined
}

/** Waits until the first page says so of a list; undefined for nothing. */
async function untilTodo(what: string, path: string, count: number | undefined) {
  await until(what, async () => ((await readTodo(path)) === count ? true : undefined))
}

test('a receiver that does not answer is to be looked at, until it answers or is gone', async () => {
  assert.equal(await readTodo('/desk/webhooks?show=trouble'), undefined)
  const url = `http://127.0.0.1:${await reservePort()}/hook`
  const { uuid } = await clientOf(harness).addWebhookEndpoint({ url })
  await newCharge(harness)
  await untilTodo('the receiver to fail', '/desk/webhooks?show=trouble', 1)
  const { html } = await visitor.open('/desk/webhooks?show=trouble')
  assert.deepEqual(
    readPage(html).links.filter((link) => link === `/desk/webhooks/${uuid}`),
    [`/desk/webhooks/${uuid}`],
  )
  await clientOf(harness).removeWebhookEndpoint(uuid)
  await untilTodo('the receiver to be gone', '/desk/webhooks?show=trouble', undefined)
})

test('a chain that cannot be read is to be looked at, until it can', async () => {
  const urls = JSON.parse(harness.environment.CHAIN_RPC_URLS ?? '{}') as Record<string, string>
  await untilTodo('all chains to be read', '/desk/chains?show=trouble', undefined)
  const broken = { ...urls, [secondChainId]: `http://127.0.0.1:${await reservePort()}` }
  await harness.restart({ CHAIN_RPC_URLS: JSON.stringify(broken) })
  visitor = await signIn(harness.shop.id)
  await untilTodo('the chain to be in trouble', '/desk/chains?show=trouble', 1)
  const { html } = await visitor.open('/desk/chains?show=trouble')
  assert.equal(html.match(/<tr><td>/g)?.length, 1)
  assert.match(html, new RegExp(`>${secondChainId}<`))
  assert.doesNotMatch(html, new RegExp(`>${chainId}<`))
  await harness.restart()
  visitor = await signIn(harness.shop.id)
  await untilTodo('all chains to be read', '/desk/chains?show=trouble', undefined)
})

test('a new shop sees its steps, each until it was done', async () => {
  const { other } = harness
  const [browser, client] = [await signIn(other.id), clientOf(harness, other)]
  const readSteps = async () => {
    const { html } = await browser.open('/desk')
    const [, list = ''] = /<ol class="todo">(.*?)<\/ol>/s.exec(html) ?? []
    return readPage(`<ul>${list}</ul>`).links.map((link) => link.replace('/desk/', ''))
  }
  const open = ['settings#wallet', 'webhooks#add', 'charges/new']
  assert.deepEqual(await readSteps(), open)
  const tokenAddress = harness.chain.dusd
  await client.setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress })
  assert.deepEqual(await readSteps(), open.slice(1))
  await client.addWebhookEndpoint({ url: 'https://shop.example.org/webhooks' })
  assert.deepEqual(await readSteps(), open.slice(2))
  const theirs = { ...harness, shop: other }
  const id = await newCharge(theirs)
  const hash = await payFor(theirs, id)
  await report(theirs, id, hash)
  await paymentThatIs(theirs, id, hash, 'COMPLETED')
  assert.deepEqual(await readSteps(), [])
  assert.doesNotMatch((await browser.open('/desk')).html, /<ol class="todo">/)
})

test('what was asked for at the desk and not paid in time is overdue, in the list and on its page', async () => {
  const tokenAddress = harness.chain.dusd
  await clientOf(harness).setReceivingWallet({ walletAddress: wallet, chainId, tokenAddress })
  const [page, action] = ['/desk/charges/new', '/desk/charges/new']
  const form = readPage((await visitor.open(page)).html).forms.find((one) => one.action === action)
  const own = form?.fields.map(({ name, value }) => [name, value] as const) ?? []
  const values = { ...Object.fromEntries(own), name: 'Glazing course', amount: '12.50' }
  const { path } = await visitor.send(action, values)
  const id = path.split('/').at(-1) ?? ''
  const state = async (address: string) => {
    const { html } = await visitor.open(address)
    return html.includes('Overdue')
  }
  assert.deepEqual([await state(path), await state('/desk/charges')], [false, false])
  await letPass(harness, id, 60 * 24 * 8)
  visitor = await signIn(harness.shop.id)
  await until('the charge to expire', async () => {
    const { status } = await clientOf(harness).getCharge(id)
    return status === 'EXPIRED' || undefined
  })
  assert.deepEqual([await state(path), await state('/desk/charges')], [true, true])
  // A store's own order has expired, which its customer may have meant.
  const order = await newCharge(harness)
  await letPass(harness, order, 60 * 24 * 8)
  visitor = await signIn(harness.shop.id)
  assert.equal(await state(`/desk/charges/${order}`), false)
})
