import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, createWalletClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../../src/api/client/client.ts'
import type { PayError } from '../../../src/errors.ts'
import { createPayProxy, type SignedTransfer } from '../../../src/proxy.ts'
import { patience, until } from '../../support/wait.ts'
import { chainId, clientOf } from '../harness.ts'
import { paymentThatIs } from '../paying.ts'
import { type Relaying, reasonOf, startRelaying } from '../relaying.ts'

const merchant = privateKeyToAccount(generatePrivateKey())
const origin = 'https://shop.example'

describe('signed transfers that the merchant’s own backend sends', () => {
  let relaying: Relaying
  let sent: SignedTransfer[] = []
  let isDown = false
  /** What the merchant reads of failures. */
  const told: string[] = []
  /** What the merchant's function waits for before it does anything. */
  let hold: (transfer: SignedTransfer) => Promise<void> = async () => undefined

  before(async () => {
    // The service has no relayer.
    relaying = await startRelaying({ RELAYER_KEYS: '' })
    const { client } = relaying.harness.chain
    await client.setBalance({ address: merchant.address, value: parseEther('1') })
  })
  after(() => relaying.end())

  /** What the merchant writes: it asks the token first, and then sends. */
  async function send(transfer: SignedTransfer): Promise<Hex> {
    if (isDown) throw new Error('The node is down.')
    await hold(transfer)
    sent.push(transfer)
    const { client, rpcUrl } = relaying.harness.chain
    const [to, data] = [transfer.to as Address, transfer.data as Hex]
    await client.call({ account: merchant, to, data })
    const wallet = createWalletClient({ account: merchant, transport: http(rpcUrl) })
    return await wallet.sendTransaction({ chain: null, to, data })
  }

  /** The payer's page, in front of the merchant's backend. */
  function openShop(timeoutMs = patience) {
    sent = []
    const { service, shop } = relaying.harness
    const proxy = createPayProxy({
      ...{
        baseUrl: service.baseUrl,
        apiKey: shop.apiKey,
        timeoutMs: patience,
        onError: ({ message }) => void told.push(message),
      },
      createCharge: () => assert.fail('no order is made here'),
      relay: { chainIds: [chainId], send, timeoutMs },
    })
    return createClient({
      ...{ baseUrl: origin, apiKey: 'held-by-the-proxy', retries: 0 },
      // A call may last as long as what it waits for: another one of its test.
      timeoutMs: patience,
      fetch: async (url, init) => await proxy(new Request(url, init)),
    })
  }

  async function sign(id: string, payer: Awaited<ReturnType<Relaying['createPayer']>>) {
    const [offer] = await openShop().listAuthorizationOffers(id)
    assert.ok(offer)
    return await relaying.signOffer(offer, payer)
  }

  test('pay the charge, once, and the same body gets the same answer', async () => {
    const { harness } = relaying
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    assert.deepEqual(await clientOf(harness).listAuthorizationOffers(id), [])
    const shop = openShop()
    const body = await sign(id, payer)
    sent = []
    const replies = await Promise.all([1, 2, 3].map(() => shop.addAuthorization(id, body)))
    const [{ payerTransactionHash } = assert.fail()] = replies
    for (const reply of replies) assert.equal(reply.payerTransactionHash, payerTransactionHash)
    assert.equal(sent.length, 1)
    const payment = await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
    assert.deepEqual([payment.payerAddress, payment.creditedAmount], [payer.address, '5'])
    const again = await shop.addAuthorization(id, body)
    assert.equal(again.payerTransactionHash, payerTransactionHash)
    assert.equal(sent.length, 1)
    assert.deepEqual(await shop.listAuthorizationOffers(id), [])
    // Another process of the merchant's knows nothing of it, and sends nothing for a paid charge.
    const error = await openShop()
      .addAuthorization(id, body)
      .catch((cause: PayError) => cause)
    assert.ok(error instanceof Error)
    assert.equal(reasonOf(error), 'not_payable')
    assert.equal(sent.length, 0)
  })

  test('wait for one of another account, and are tried again after a failure', async () => {
    const [id, one, other] = [
      await relaying.createCharge(),
      await relaying.createPayer(),
      await relaying.createPayer(),
    ]
    const [body, theirs] = [await sign(id, one), await sign(id, other)]
    const shop = openShop()
    isDown = true
    const down = await shop.addAuthorization(id, body).catch((cause: PayError) => cause)
    assert.ok(down instanceof Error && down.status === 503)
    isDown = false
    const { client } = relaying.harness.chain
    await client.setAutomine(false)
    const { payerTransactionHash } = await shop.addAuthorization(id, body)
    const busy = await shop.addAuthorization(id, theirs).catch((cause: PayError) => cause)
    assert.ok(busy instanceof Error)
    assert.equal(reasonOf(busy), 'authorization_pending')
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
  })

  test('of one account are sent one after the other, as its balance may cover one alone', async () => {
    const { harness } = relaying
    const { client } = harness.chain
    const payer = await relaying.createPayer(5_000_000n)
    const [one, other] = [await relaying.createCharge(), await relaying.createCharge()]
    const bodies = [await sign(one, payer), await sign(other, payer)] as const
    const shop = openShop()
    await client.setAutomine(false)
    const { payerTransactionHash } = await shop.addAuthorization(one, bodies[0])
    const error = await shop.addAuthorization(other, bodies[1]).catch((cause: PayError) => cause)
    assert.ok(error instanceof Error)
    assert.deepEqual([error.status, sent.length], [429, 1])
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await paymentThatIs(harness, one, payerTransactionHash, 'COMPLETED')
    // It is in a block: another one is sent as soon as the account has the money for it.
    await harness.chain.transfer(relaying.usdc, payer.address, 5_000_000n)
    const next = await shop.addAuthorization(other, bodies[1])
    await paymentThatIs(harness, other, next.payerTransactionHash, 'COMPLETED')
  })

  test('that a stranger makes up in the name of an account keep nothing of it waiting', async () => {
    const payer = await relaying.createPayer()
    const [strange, own] = [await relaying.createCharge(), await relaying.createCharge()]
    const shop = openShop()
    const stranger = await relaying.createPayer(0n)
    const signed = await sign(strange, stranger)
    const made = { ...signed, authorization: { ...signed.authorization, from: payer.address } }
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
    const { promise: isPaid, resolve: paid } = Promise.withResolvers<void>()
    hold = async ({ chargeId }) => {
      if (chargeId !== strange) return
      asked()
      await isPaid
    }
    const refused = shop.addAuthorization(strange, made).catch((cause: PayError) => cause)
    await isAsked
    const { payerTransactionHash } = await shop.addAuthorization(own, await sign(own, payer))
    await paymentThatIs(relaying.harness, own, payerTransactionHash, 'COMPLETED')
    // Nor is the charge that it is handed in for: what is signed for it meanwhile is sent once that is refused.
    const another = await relaying.createPayer()
    const next = shop.addAuthorization(strange, await sign(strange, another))
    paid()
    const error = await refused
    assert.ok(error instanceof Error)
    assert.equal(error.status, 503)
    const { payerTransactionHash: hash } = await next
    await paymentThatIs(relaying.harness, strange, hash, 'COMPLETED')
  })

  test('that the merchant’s function is slow to send keep no call waiting, and are sent once', async () => {
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const body = await sign(id, payer)
    const theirs = await sign(id, await relaying.createPayer())
    const shop = openShop(200)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    hold = () => isReleased
    const statuses = []
    // The first call, the same again, and another account's.
    for (const one of [body, body, theirs]) {
      const error = await shop.addAuthorization(id, one).catch((cause: PayError) => cause)
      assert.ok(error instanceof Error)
      statuses.push([error.status, error.retryable])
    }
    assert.deepEqual(statuses, [
      [503, true],
      [503, true],
      [429, true],
    ])
    assert.match(told.at(-1) ?? '', /no transaction hash within 0.2 s/)
    release()
    const { payerTransactionHash } = await until('what was sent', () =>
      shop.addAuthorization(id, body).catch(() => undefined),
    )
    assert.equal(sent.length, 1)
    await paymentThatIs(relaying.harness, id, payerTransactionHash, 'COMPLETED')
  })

  test('that are not what was offered are refused, and the merchant’s function does not hear of them', async () => {
    const [id, payer] = [await relaying.createCharge(), await relaying.createPayer()]
    const shop = openShop()
    const body = await sign(id, payer)
    sent = []
    const { authorization } = body
    const changed = [
      ['to', payer.address],
      ['nonce', `0x${'12'.repeat(32)}`],
      ['value', '4999999'],
      ['validAfter', String(2n ** 40n)],
      ['validBefore', '1000'],
      ['validBefore', String(2n ** 50n)],
    ] as const
    for (const [name, value] of changed) {
      const error = await shop
        .addAuthorization(id, { ...body, authorization: { ...authorization, [name]: value } })
        .catch((cause: PayError) => cause)
      assert.ok(error instanceof Error, name)
      assert.deepEqual([error.status, error.field], [400, `authorization.${name}`])
    }
    assert.equal(sent.length, 0)
    // Other bytes than a signature of the account fail in the merchant's simulation: nothing is sent.
    const count = async () =>
      await relaying.harness.chain.client.getTransactionCount({ address: merchant.address })
    const before = await count()
    for (const signature of [`0x${'11'.repeat(65)}`, `0x${'22'.repeat(70)}`]) {
      const error = await shop
        .addAuthorization(id, { ...body, signature })
        .catch((cause: PayError) => cause)
      assert.ok(error instanceof Error && error.status === 503)
    }
    assert.equal(await count(), before)
  })
})
