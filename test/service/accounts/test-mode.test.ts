import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../../src/api/client/client.ts'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { EventType, type ListedEvent } from '../../../src/api/schemas/events.ts'
import type { WebhookEvent } from '../../../src/api/schemas/webhook.ts'
import { verifyWebhook } from '../../../src/api/verify-webhook.ts'
import type { PayError } from '../../../src/errors.ts'
import {
  clientOf,
  chainId as liveChain,
  secondChainId as testChain,
  wallet,
} from '../../support/harness.ts'
import { runOperator } from '../../support/operator.ts'
import { chargeBody, suffixOf } from '../../support/paying.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { runCli, startService, type TestAccount } from '../../support/service.ts'
import { provideTwoChains } from '../../support/two-chains.ts'
import { patience, until } from '../../support/wait.ts'

const readClaims = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as { livemode: boolean }

describe('test mode', () => {
  let testAccount: TestAccount
  let liveReceiver: Receiver
  let testReceiver: Receiver
  const harness = provideTwoChains({
    CHAIN_MODES: JSON.stringify({ [liveChain]: 'live', [testChain]: 'test' }),
    WEBHOOK_ALLOW_PRIVATE: 'on',
  })
  before(async () => {
    testAccount = await createTestKey(harness.shop.id)
    liveReceiver = await startReceiver()
    testReceiver = await startReceiver()
    liveReceiver.secret = (await live().setChargeWebhook({ url: liveReceiver.url })).secret ?? ''
    testReceiver.secret = (await inTest().setChargeWebhook({ url: testReceiver.url })).secret ?? ''
  })
  after(async () => {
    await liveReceiver.die()
    await testReceiver.die()
  })

  const live = () => clientOf(harness)
  const inTest = () => clientOf(harness, testAccount)
  const dusd = () => harness.chain.dusd

  async function createTestKey(account: string, ...options: string[]): Promise<TestAccount> {
    const { stdout } = await runOperator(
      ['keys', 'create', '--account', account, '--test', '--scope', 'admin', '--json', ...options],
      harness.environment,
    )
    const { account: id, apiKey } = JSON.parse(stdout) as { account: string; apiKey: string }
    return { id, name: 'Mug shop', apiKey }
  }

  const chainsInBooks = async ({ apiKey }: TestAccount) => {
    const books = createClient({ baseUrl: harness.service.baseUrl, apiKey, timeoutMs: patience })
    const chains = new Set<string>()
    for await (const row of books.exportBooks()) chains.add(row.chain)
    return chains
  }

  const priceOn = (chainId: number, over: NewCharge['requestProps'] = {}): NewCharge =>
    chargeBody(harness, { chainId: `${chainId}`, ...over })

  const isRefused = (field: string) => (error: PayError) => {
    assert.deepEqual([error.status, error.field], [400, field])
    assert.match(error.message, /test chain/)
    return true
  }

  test('has keys of its own that show it, of one account beside the live one', async () => {
    assert.match(testAccount.apiKey, /^pc_test_[\da-f]{8}_[\w-]{43}$/)
    assert.notEqual(testAccount.id, harness.shop.id)
    const second = await createTestKey(harness.shop.id, '--name', 'CI')
    assert.equal(second.id, testAccount.id)
    const run = async (...args: string[]) => (await runOperator(args, harness.environment)).stdout
    const ofTest = await run('keys', 'list', '--account', `${harness.shop.id}:test`)
    assert.match(ofTest, /^pc_test_[\da-f]{8} {2}admin .* CI$/m)
    assert.doesNotMatch(await run('keys', 'list', '--account', harness.shop.id), /pc_test_/)
    const accounts = await run('account', 'list')
    assert.ok(
      accounts.includes(`${testAccount.id}  -  Mug shop  test account of ${harness.shop.id}`),
    )
    const [prefix = ''] = /^pc_test_[\da-f]{8}/.exec(second.apiKey) ?? []
    assert.match(await run('keys', 'revoke', prefix), /^pc_test_[\da-f]{8} {2}revoked /)
    await assert.rejects(clientOf(harness, second).listCharges(), { code: 'unauthenticated' })
    await assert.rejects(run('keys', 'list', '--account', `${harness.other.id}:test`), {
      stderr: /no test account yet/,
    })
  })

  test('looks to payers as the live mode does', async () => {
    const brand = ['--color', '#123456', '--name', 'Mugs & more']
    await runOperator(
      ['account', 'brand', '--account', harness.shop.id, ...brand],
      harness.environment,
    )
    const { brand_color, organization_name } = await inTest().createCharge(priceOn(testChain))
    assert.deepEqual([brand_color, organization_name], ['#123456', 'Mugs & more'])
  })

  test('takes test chains alone, and the live mode none of them, wherever a chain is named', async () => {
    const modes = [
      { client: live(), own: liveChain, other: testChain },
      { client: inTest(), own: testChain, other: liveChain },
    ]
    for (const { client, own, other } of modes) {
      const there = { chainId: `${other}`, tokenAddress: dusd() }
      const inChain = 'requestProps.chainId'
      await assert.rejects(client.createCharge(priceOn(other)), isRefused(inChain))
      await assert.rejects(
        client.createCharge(priceOn(own, { accepts: [there] })),
        isRefused('requestProps.accepts.0.chainId'),
      )
      const setting = { walletAddress: wallet, chainId: other, tokenAddress: dusd() }
      await assert.rejects(client.setReceivingWallet(setting), isRefused('chainId'))
      await assert.rejects(
        client.createRequest({ recipientAddress: wallet, ...there }),
        isRefused('chainId'),
      )
      await assert.rejects(
        client.createRequest({ recipientAddress: wallet, chainId: `${other}` }),
        isRefused('chainId'),
      )
      // A request that names no chain lets its charge name one.
      const open = await client.createRequest({ recipientAddress: wallet })
      await assert.rejects(
        client.createCharge({ ...priceOn(other), requestId: open.uuid }),
        isRefused(inChain),
      )
      assert.equal((await client.createCharge(priceOn(own))).livemode, own === liveChain)
    }
    const chain = `${testChain}`
    const wrong = [
      'settings',
      'wallet',
      '--address',
      wallet,
      '--account',
      harness.shop.id,
      '--chain',
      chain,
    ]
    await assert.rejects(runOperator([...wrong, '--token', dusd()], harness.environment), {
      stderr: /is a test chain/,
    })
  })

  test('a request finds the wallet of a test account, and no live charge is paid there', async () => {
    const setting = { walletAddress: wallet, chainId: testChain, tokenAddress: dusd() }
    await inTest().setReceivingWallet(setting)
    const name = ['--username', 'mugs-test']
    await runOperator(
      ['account', 'brand', '--account', testAccount.id, ...name],
      harness.environment,
    )
    await assert.rejects(live().findRequest({ recipient: 'mugs-test' }), isRefused('chainId'))
  })

  test('money, lists, events, books and refunds of one mode are none of the other’s', async () => {
    const charge = await inTest().createCharge(priceOn(testChain))
    const other = await live().createCharge(priceOn(liveChain))
    const hash = await harness.second.transfer(dusd(), wallet, 5_000_000n, suffixOf(charge.id))
    // The same transfer on the other chain, with the name of a test charge: it pays nothing of either mode.
    await harness.chain.transfer(dusd(), wallet, 5_000_000n, suffixOf(charge.id))
    const unmatched = await until('the transfer without a live charge', async () => {
      const { data } = await live().listUnmatched()
      return data[0]
    })
    const assign = live().assignUnmatched(unmatched.uuid, { chargeUuid: charge.id })
    await assert.rejects(assign, { message: /belongs to test mode: use a test key/ })
    await until('the payment', async () => {
      const { status } = await inTest().getCharge(charge.id)
      return status === 'COMPLETED' ? true : undefined
    })

    const [payment] = (await inTest().listPayments()).data
    assert.equal(payment?.payerTransactionHash, hash)
    assert.equal(payment.livemode, false)
    assert.deepEqual((await live().listPayments()).data, [])
    const refund = await inTest().createRefund(charge.id, { amount: '1' })
    assert.equal(refund.livemode, false)
    assert.deepEqual((await live().listRefunds()).data, [])
    assert.deepEqual((await inTest().listUnmatched()).data, [])

    const inLists = async (client: ReturnType<typeof live>) => ({
      charges: (await client.listCharges({ limit: 100 })).data,
      events: (await client.listEvents({ limit: 100 })).data,
    })
    const [ofLive, ofTest] = [await inLists(live()), await inLists(inTest())]
    assert.ok([...ofLive.charges, ...ofLive.events].every(({ livemode }) => livemode))
    assert.ok([...ofTest.charges, ...ofTest.events].every(({ livemode }) => !livemode))
    assert.ok(ofLive.charges.some(({ id }) => id === other.id))
    assert.ok(ofTest.charges.some(({ id }) => id === charge.id))
    assert.deepEqual(await chainsInBooks(testAccount), new Set([`eip155:${testChain}`]))
    assert.deepEqual(await chainsInBooks(harness.shop), new Set([`eip155:${liveChain}`]))

    const isConfirmed = ({ event }: Receiver['received'][number]) =>
      event.type === 'charge:confirmed'
    const told = await until('the event', async () => testReceiver.received.find(isConfirmed))
    assert.equal(told.genuine, true)
    assert.equal(told.event.livemode, false)
    assert.equal(told.event.data.livemode, false)
    assert.ok(liveReceiver.received.every(({ event, genuine }) => event.livemode && genuine))
    const { receipt } = await inTest().getReceipt(charge.id)
    assert.equal(readClaims(receipt).livemode, false)
  })

  test('what is named with a key of the other mode is said so, to its own merchant alone', async () => {
    const charge = await inTest().createCharge(priceOn(testChain))
    const liveCharge = await live().createCharge(priceOn(liveChain))
    const request = await inTest().createRequest({ recipientAddress: wallet })
    const [event] = (await inTest().listEvents()).data
    const [endpoint] = await inTest().listWebhookEndpoints()
    assert.ok(event && endpoint)
    const calls: [string, (client: ReturnType<typeof live>) => Promise<unknown>][] = [
      ['charge', (client) => client.getCharge(charge.id)],
      ['charge', (client) => client.cancelCharge(charge.id)],
      ['charge', (client) => client.getReceipt(charge.id)],
      ['charge', (client) => client.createRefund(charge.id, {})],
      ['request', (client) => client.getRequest(request.uuid)],
      [
        'request',
        (client) => client.createCharge({ ...priceOn(liveChain), requestId: request.uuid }),
      ],
      ['event', (client) => client.getEvent(event.uuid)],
      ['webhook endpoint', (client) => client.getWebhookEndpoint(endpoint.uuid)],
    ]
    for (const [kind, ask] of calls) {
      const refusal = {
        code: 'not_found',
        message: `This ${kind} belongs to test mode: use a test key.`,
      }
      await assert.rejects(ask(live()), refusal)
      await assert.rejects(ask(clientOf(harness, harness.other)), ({ code, message }: PayError) => {
        assert.equal(code, 'not_found')
        assert.doesNotMatch(message, /mode/)
        return true
      })
    }
    await assert.rejects(inTest().getCharge(liveCharge.id), {
      code: 'not_found',
      message: 'This charge belongs to live mode: use a live key.',
    })
    // A test account of another merchant sees nothing either.
    const stranger = clientOf(harness, await createTestKey(harness.other.id))
    await assert.rejects(stranger.getCharge(liveCharge.id), { message: 'There is no such charge.' })
  })

  /** What /openapi.json shows of each event, by its type. */
  async function readShownSamples(): Promise<Map<string, WebhookEvent>> {
    const response = await fetch(`${harness.service.baseUrl}/openapi.json`)
    const { webhooks } = (await response.json()) as {
      webhooks: Record<string, { post: { requestBody: { content: Record<string, Content> } } }>
    }
    type Content = { examples: Record<string, { value: WebhookEvent }> }
    const contents = Object.values(webhooks).flatMap(({ post }) =>
      Object.values(post.requestBody.content),
    )
    const examples = contents.flatMap((content) => Object.entries(content.examples))
    return new Map(examples.map(([type, { value }]) => [type, value]))
  }

  const toldOf = (uuid: string) =>
    until(`the call of ${uuid}`, async () =>
      testReceiver.received.find(({ event }) => event.id === uuid),
    )

  test('a sample of each event is sent as openapi.json shows it, signed, and to the test endpoint alone', async () => {
    const shown = await readShownSamples()
    assert.deepEqual(new Set(shown.keys()), new Set(EventType.options))
    for (const type of EventType.options) {
      const { uuid, chargeUuid, livemode, deliveries } = await inTest().triggerEvent({ type })
      assert.deepEqual([chargeUuid, livemode, deliveries.length], ['', false, 1], type)
      const { body, headers } = await toldOf(uuid)
      const event = verifyWebhook(body, headers, testReceiver.secret)
      assert.deepEqual(event, JSON.parse(body), 'the schema leaves nothing out')
      const { id, created_at } = event
      assert.equal(id, uuid)
      assert.deepEqual(event, { ...shown.get(type), id, created_at })
      assert.deepEqual((await inTest().getEvent(uuid)).event, event)
    }
    assert.ok(liveReceiver.received.every(({ event }) => event.livemode))
  })

  test('a sample goes to each endpoint that wants its type, of whatever shop', async () => {
    const url = `${testReceiver.url}/tea`
    const only = { url, shop: 'tea', events: ['refund:confirmed' as const] }
    const { uuid } = await inTest().addWebhookEndpoint(only)
    const send = async (type: EventType) =>
      (await inTest().triggerEvent({ type })).deliveries.map(({ endpoint }) => endpoint)
    assert.ok((await send('refund:confirmed')).includes(uuid))
    assert.ok(!(await send('refund:pending')).includes(uuid))
    assert.ok((await send('wallet.changing')).includes(uuid))
    await inTest().updateWebhookEndpoint(uuid, { enabled: false })
    assert.ok(!(await send('refund:confirmed')).includes(uuid))
    await inTest().removeWebhookEndpoint(uuid)
  })

  test('a sample is about nothing: no charge, no money and no number of another event is its', async () => {
    const client = inTest()
    const readAll = async () => ({
      charges: (await client.listCharges({ limit: 100 })).data.map(({ id }) => id),
      payments: (await client.listPayments({ limit: 100 })).data,
      refunds: (await client.listRefunds({ limit: 100 })).data,
      unmatched: (await client.listUnmatched({ limit: 100 })).data,
      chains: await chainsInBooks(testAccount),
    })
    const charge = await client.createCharge(priceOn(testChain))
    const before = await readAll()
    for (const type of EventType.options) {
      const { uuid } = await client.triggerEvent({ type })
      const { event } = await client.getEvent(uuid)
      const { data } = event
      const named = 'chargeUuid' in data ? data.chargeUuid : 'code' in data ? data.code : ''
      if (named) await assert.rejects(client.getCharge(named), { status: 404 })
    }
    assert.deepEqual(await readAll(), before)
    await client.cancelCharge(charge.id)
    const { data: events } = await client.listEvents({ charge: charge.id })
    const bodies = await Promise.all(events.map(({ uuid }) => client.getEvent(uuid)))
    assert.deepEqual(
      bodies.map(({ event }) => 'sequence' in event && [event.type, event.sequence]),
      [
        ['charge:canceled', 2],
        ['charge:created', 1],
      ],
    )

    // What really comes right after a sample that nobody was sent is not gathered with it.
    const endpoints = await client.listWebhookEndpoints()
    for (const { uuid } of endpoints) await client.updateWebhookEndpoint(uuid, { enabled: false })
    const sample = await client.triggerEvent({ type: 'payment:unmatched' })
    assert.deepEqual(sample.deliveries, [])
    const hash = await harness.second.transfer(dusd(), wallet, 3_000_000n)
    const { uuid } = await until('the unmatched money', async () => {
      const { data } = await client.listEvents({ type: 'payment:unmatched', limit: 1 })
      return data.find(({ uuid }) => uuid !== sample.uuid)
    })
    const { event } = await client.getEvent(uuid)
    assert.equal('hash' in event.data && event.data.hash, hash)
    assert.ok(!('more' in (await client.getEvent(sample.uuid)).event))
    for (const { uuid } of endpoints) await client.updateWebhookEndpoint(uuid, { enabled: true })
  })

  test('a live key sends no sample, and the command says which one to use', async () => {
    const refusal = {
      code: 'forbidden',
      message:
        'This api-key is live. Samples are sent in test mode only: use a test key, which begins with pc_test_.',
    }
    await assert.rejects(live().triggerEvent({ type: 'charge:confirmed' }), refusal)
    const type = ['--type', 'charge:confirmed']
    const words = ['call', 'triggerEvent', ...type, '--service', harness.service.baseUrl]
    const { stdout } = await runCli(words, { PAY_CHARGE_KEY: testAccount.apiKey })
    assert.equal((JSON.parse(stdout) as ListedEvent).deliveries.length, 1)
    await assert.rejects(runCli(words, { PAY_CHARGE_KEY: harness.shop.apiKey }), (error) => {
      assert.match((error as { stderr: string }).stderr, /This api-key is live/)
      return true
    })
  })

  test('a chain that has charges keeps its mode, whatever the settings say', async () => {
    await harness.service.end()
    const CHAIN_MODES = JSON.stringify({ [liveChain]: 'test', [testChain]: 'test' })
    await assert.rejects(startService({ ...harness.environment, CHAIN_MODES }), {
      code: 'invalid_setting',
      message: `CHAIN_MODES: chain ${liveChain} has live charges, so it cannot be a test chain. Set CHAIN_MODES={"${liveChain}":"live"}.`,
    })
    harness.service = await startService(harness.environment)
  })
})
