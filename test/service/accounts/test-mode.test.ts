import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../../src/api/client/client.ts'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { webhookEventTypes } from '../../../src/api/schemas/webhook-endpoints.ts'
import type { PayError } from '../../../src/errors.ts'
import { simulatedChainId } from '../../../src/service/domain/simulations/simulated-chain.ts'
import { runOperator } from '../../support/operator.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { runCli, startService, type TestAccount } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'
import { clientOf, chainId as liveChain, secondChainId as testChain, wallet } from '../harness.ts'
import { suffixOf } from '../paying.ts'
import { startTwoChains, type TwoChains } from '../two-chains.ts'

const readClaims = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as { livemode: boolean }

describe('test mode', () => {
  let harness: TwoChains
  let testAccount: TestAccount
  let liveReceiver: Receiver
  let testReceiver: Receiver
  before(async () => {
    harness = await startTwoChains({
      CHAIN_MODES: JSON.stringify({ [liveChain]: 'live', [testChain]: 'test' }),
      WEBHOOK_ALLOW_PRIVATE: 'on',
    })
    testAccount = await createTestKey(harness.shop.id)
    liveReceiver = await startReceiver()
    testReceiver = await startReceiver()
    liveReceiver.secret = (await live().setChargeWebhook({ url: liveReceiver.url })).secret ?? ''
    testReceiver.secret = (await inTest().setChargeWebhook({ url: testReceiver.url })).secret ?? ''
  })
  after(async () => {
    await harness.end()
    await liveReceiver.die()
    await testReceiver.die()
  })

  const live = () => clientOf(harness)
  const inTest = () => clientOf(harness, testAccount)
  const dusd = () => harness.chain.token('DUSD').address

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
    for await (const row of books.iterateBooks()) chains.add(row.chain)
    return chains
  }

  const priceOn = (chainId: number, over: NewCharge['requestProps'] = {}): NewCharge => ({
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    requestProps: {
      chainId: `${chainId}`,
      recipientAddress: wallet,
      tokenAddress: dusd(),
      ...over,
    },
  })

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

  test('an event of each type is told when it is triggered, with what it is about, and to the test endpoint alone', async () => {
    const client = inTest()
    for (const type of webhookEventTypes) {
      const { uuid, chargeUuid, livemode, deliveries } = await client.triggerEvent({ type })
      assert.deepEqual([livemode, deliveries.length], [false, 1], type)
      const { genuine, event } = await until(`${type} ${uuid}`, async () =>
        testReceiver.received.find((call) => call.event.id === uuid),
      )
      assert.deepEqual([event.type, event.livemode, genuine], [type, false, true])
      if (chargeUuid) assert.equal((await client.getCharge(chargeUuid)).livemode, false)
      if (type === 'charge:confirmed')
        assert.equal((await client.getCharge(chargeUuid)).status, 'COMPLETED')
      if (type === 'refund:confirmed') {
        const { data } = await client.listRefunds({ status: 'COMPLETED' })
        assert.ok(data.some((refund) => refund.chargeUuid === chargeUuid))
      }
    }
    const told = new Set(liveReceiver.received.map(({ event }) => event.id))
    assert.ok(testReceiver.received.every(({ event }) => !told.has(event.id)))
    assert.deepEqual(await chainsInBooks(harness.shop), new Set([`eip155:${liveChain}`]))
    assert.ok((await chainsInBooks(testAccount)).has(`eip155:${simulatedChainId}`))
    // No chain has them, so nothing compares them with one.
    const verify = ['books', 'verify', '--account', testAccount.id, '--json']
    const text = await runOperator(verify, harness.environment).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    )
    const { chains } = JSON.parse(text) as { chains: { chainId: number }[] }
    assert.ok(chains.every(({ chainId }) => chainId !== simulatedChainId))
  })

  test('a live key triggers nothing, and the command says which one to use', async () => {
    const refusal = {
      code: 'forbidden',
      message:
        'This api-key is live. Events are triggered in test mode alone: use a test key, which begins with pc_test_.',
    }
    await assert.rejects(live().triggerEvent({ type: 'charge:confirmed' }), refusal)
    const words = ['trigger', 'charge:confirmed', '--service', harness.service.baseUrl]
    const { stdout } = await runCli(words, { PAY_CHARGE_KEY: testAccount.apiKey })
    assert.match(stdout, /^event {4}\S+\ncharge {3}\S+\nsent to {2}1 of /)
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
