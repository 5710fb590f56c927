import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { NewAuthorization } from '../../../src/api/schemas/payments/authorization.ts'
import type { PayError } from '../../../src/errors.ts'
import { createAnsweringServer } from '../../support/answer.ts'
import { clientOf, type Harness } from '../../support/harness.ts'
import { paymentThatIs } from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/wait.ts'
import { type Relaying, reasonOf, relayerKeys, startRelaying } from './relaying.ts'

const fiatAbi = parseAbi([
  'function blacklist(address account)',
  'function unBlacklist(address account)',
])

describe('signed transfers of real USDC that the service sends', () => {
  let relaying: Relaying
  let harness: Harness
  let usdc: Address
  let environment: Harness['environment']

  before(async () => {
    relaying = await startRelaying()
    ;({ harness, usdc, environment } = relaying)
  })
  after(() => relaying.end())

  const createCharge = () => relaying.createCharge()
  const createPayer = (dollars?: bigint) => relaying.createPayer(dollars)
  const sign: Relaying['sign'] = (...args) => relaying.sign(...args)
  const post: Relaying['post'] = (...args) => relaying.post(...args)
  const refusal: Relaying['refusal'] = (...args) => relaying.refusal(...args)
  const restart: Relaying['restart'] = (extra) => relaying.restart(extra)
  const fund = (value: bigint) => relaying.fund(value)
  const readBalance = (address: Address) => relaying.readBalance(address)
  const relayElsewhere = (body: NewAuthorization) => relaying.relayElsewhere(body)
  const countSent = () => relaying.countSent()

  test('pay a charge from an account without coin, once, and the same body gets the same answer', async () => {
    const [id, payer] = [await createCharge(), await createPayer()]
    const sentBefore = await countSent()
    const body = await sign(id, payer)
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(id, body).catch((error: PayError) => error.status)),
    )
    const again = await post(id, body)
    // A call that comes while the first one signs has to ask again.
    for (const reply of replies) if (reply !== 503) assert.deepEqual(reply, again)
    assert.ok(replies.some((reply) => reply !== 503))
    const hash = again.payerTransactionHash
    const payment = await paymentThatIs(harness, id, hash, 'COMPLETED')
    assert.equal(payment.payerAddress, payer.address)
    assert.equal((await clientOf(harness).getPaymentStatus(id, hash)).status, 'COMPLETED')
    assert.deepEqual(await post(id, body), again)
    assert.equal(await countSent(), sentBefore + 1)
    const late = await refusal(id, { ...body, signature: `0x${'11'.repeat(65)}` })
    assert.deepEqual([late.code, reasonOf(late)], ['conflict', 'not_payable'])
    assert.deepEqual(await clientOf(harness).listAuthorizationOffers(id), [])
  })

  test('of two accounts for one charge: one is sent, the other waits for its outcome', async () => {
    const [id, one, other] = [await createCharge(), await createPayer(), await createPayer()]
    const bodies = [await sign(id, one), await sign(id, other)]
    const { client } = harness.chain
    await client.setAutomine(false)
    const outcomes = await Promise.all(
      bodies.map((body) =>
        post(id, body).then(
          () => 'sent',
          (error: PayError) => reasonOf(error),
        ),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['authorization_pending', 'sent'])
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await until(
      'the charge to be paid',
      async () => (await clientOf(harness).getCharge(id)).status === 'COMPLETED' || undefined,
    )
  })

  test('that the charge or the token does not take cost nothing, each with its reason', async () => {
    const [id, payer] = [await createCharge(), await createPayer()]
    const seconds = BigInt(Math.floor(Date.now() / 1000))
    const poor = await createPayer(0n)
    const blocked = await createPayer()
    const block = (name: 'blacklist' | 'unBlacklist') =>
      harness.chain.send(
        usdc,
        encodeFunctionData({ abi: fiatAbi, functionName: name, args: [blocked.address] }),
      )
    await block('blacklist')
    const signed = await sign(id, payer)
    const foreignChain = await payer.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: usdc },
      types: {
        TransferWithAuthorization: [
          'address from',
          'address to',
          'uint256 value',
          'uint256 validAfter',
          'uint256 validBefore',
          'bytes32 nonce',
        ].map((field) => {
          const [type = '', name = ''] = field.split(' ')
          return { type, name }
        }),
      },
      primaryType: 'TransferWithAuthorization',
      message: signed.authorization,
    })
    const hostile: [name: string, body: NewAuthorization, field: string, reason: RegExp][] = [
      [
        'another amount',
        await sign(id, payer, { amount: 4_999_999n }),
        'authorization.value',
        /5000000/,
      ],
      [
        'another recipient',
        await sign(id, payer, { to: poor.address }),
        'authorization.to',
        /must be/,
      ],
      [
        'another nonce',
        await sign(id, payer, { nonce: `0x${'12'.repeat(32)}` }),
        'authorization.nonce',
        /charge/,
      ],
      [
        'expired',
        await sign(id, payer, { validBefore: seconds - 1n }),
        'authorization.validBefore',
        /60 seconds/,
      ],
      [
        'valid beyond the price',
        await sign(id, payer, { validBefore: 2n ** 40n }),
        'authorization.validBefore',
        /at most/,
      ],
      ['too little money', await sign(id, poor), 'signature', /exceeds balance/],
      ['on a black list', await sign(id, blocked), 'signature', /blacklisted/],
      [
        'signed for another chain',
        { ...signed, signature: foreignChain },
        'signature',
        /invalid signature/,
      ],
      [
        'signed by somebody else',
        { ...signed, signature: (await sign(id, poor)).signature },
        'signature',
        /invalid signature/,
      ],
      [
        'no signature of a key',
        { ...signed, signature: `0x${'00'.repeat(65)}` },
        'signature',
        /refuses/,
      ],
      ['of a contract that is none', { ...signed, signature: '0x1234' }, 'signature', /refuses/],
    ]
    const sentBefore = await countSent()
    for (const [name, body, field, reason] of hostile) {
      const error = await refusal(id, body)
      assert.equal(error.status, 400, name)
      assert.equal(error.field, field, name)
      assert.match(error.message, reason, name)
    }
    assert.equal(await countSent(), sentBefore)
    // None of them keeps the payer from paying.
    await block('unBlacklist')
    const { payerTransactionHash } = await post(id, signed)
    await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
  })

  test('wait while the network’s fee is above the limit, or no account has coin', async () => {
    const [id, payer] = [await createCharge(), await createPayer()]
    const { client } = harness.chain
    const body = await sign(id, payer)
    await fund(1000n)
    assert.equal((await refusal(id, body)).status, 503)
    await fund(parseEther('1'))
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseEther('0.000001') })
    await client.mine({ blocks: 1 })
    assert.equal((await refusal(id, body)).status, 503)
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
    await client.mine({ blocks: 1 })
    const { payerTransactionHash } = await post(id, body)
    await paymentThatIs(harness, id, payerTransactionHash, 'COMPLETED')
  })

  test('beyond the limit of an account in an hour are not sent, and another account’s are', async () => {
    await restart({ RELAYS_PER_PAYER: '1' })
    const [payer, other] = [await createPayer(), await createPayer()]
    const ids = [await createCharge(), await createCharge()] as const
    const { payerTransactionHash } = await post(ids[0], await sign(ids[0], payer))
    await paymentThatIs(harness, ids[0], payerTransactionHash, 'COMPLETED')
    assert.equal((await refusal(ids[1], await sign(ids[1], payer))).status, 429)
    await post(ids[1], await sign(ids[1], other))
    await restart()
  })

  test('of many payers at once take each its own nonce, and all that both accounts may have waiting', async () => {
    const { client } = harness.chain
    const count = 2 * 16
    const bodies: [string, NewAuthorization][] = []
    for (let each = 0; each <= count; each += 1) {
      const id = await createCharge()
      bodies.push([id, await sign(id, await createPayer())])
    }
    await client.setAutomine(false)
    const replies = await Promise.allSettled(
      bodies.map(async ([id, body]) => [id, await post(id, body)] as const),
    )
    const sent = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
    const refused = replies.flatMap((reply) =>
      reply.status === 'rejected' ? [reply.reason as PayError] : [],
    )
    assert.deepEqual(
      [sent.length, refused.map(({ status, message }) => [status, message])],
      [count, [[429, 'Too many transfers are in progress. Try again soon.']]],
    )
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    // Of one that has waited for long the relayer has sent another transaction, whose hash is not that of the reply.
    for (const [id] of sent)
      await until(`${id} to be paid once`, async () => {
        const { payments } = await clientOf(harness).getCharge(id)
        return payments.map(({ status }) => status).join() === 'COMPLETED' || undefined
      })
  })

  test('that expired before a block had them free their nonce, and keep no later one waiting', async () => {
    const [id, payer] = [await createCharge(), await createPayer()]
    const next = [await createCharge(), await createPayer()] as const
    const { client } = harness.chain
    const seconds = BigInt(Math.floor(Date.now() / 1000))
    const body = await sign(id, payer, { validBefore: seconds + 90n })
    await client.setAutomine(false)
    const { payerTransactionHash } = await post(id, body)
    await harness.service.end()
    // The node forgets what it had, as nodes do.
    await client.dropTransaction({ hash: payerTransactionHash as Hex })
    const sentBefore = await countSent()
    await client.setNextBlockTimestamp({ timestamp: seconds + 120n })
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    harness.service = await startService(environment)
    await until(
      'the nonce to be used up',
      async () => (await countSent()) === sentBefore + 1 || undefined,
    )
    assert.deepEqual((await clientOf(harness).getCharge(id)).payments, [])
    const [laterId, laterPayer] = next
    const later = await post(laterId, await sign(laterId, laterPayer))
    await paymentThatIs(harness, laterId, later.payerTransactionHash, 'COMPLETED')
    // The payer signs again, and pays.
    const again = await until(
      'the charge to take another one',
      async () => await post(id, await sign(id, payer)).catch(() => undefined),
    )
    await paymentThatIs(harness, id, again.payerTransactionHash, 'COMPLETED')
  })

  test('of a charge that another account pays meanwhile are taken back, and debit nobody', async () => {
    const [id, payer, other] = [await createCharge(), await createPayer(), await createPayer()]
    const { client } = harness.chain
    const body = await sign(id, payer)
    const theirs = await sign(id, other)
    const dollarsBefore = await readBalance(payer.address)
    await client.setAutomine(false)
    const sentBefore = await countSent()
    const { payerTransactionHash } = await post(id, body)
    // The other one's is sent by a stranger, and mined first: the service would send its own again at once.
    await harness.service.end()
    await client.dropTransaction({ hash: payerTransactionHash as Hex })
    const paid = await relayElsewhere(theirs)
    await client.mine({ blocks: 1 })
    await restart()
    await paymentThatIs(harness, id, paid, 'COMPLETED')
    await until('the transaction to be taken back', async () => {
      const { pending } = await client.getTxpoolContent()
      const [waiting, ...others] = Object.values(pending).flatMap((all) => Object.values(all))
      // To its own account: it moves nothing, and uses up the nonce.
      const isCancellation = waiting?.to && isAddressEqual(waiting.to, waiting.from)
      return (isCancellation && others.length === 0) || undefined
    })
    await client.setAutomine(true)
    await until('the nonce to be used up', async () => {
      await client.mine({ blocks: 1 })
      return (await countSent()) === sentBefore + 1 || undefined
    })
    assert.equal(await readBalance(payer.address), dollarsBefore)
    const { payments } = await clientOf(harness).getCharge(id)
    assert.deepEqual(
      payments.map(({ payerTransactionHash: hash }) => hash),
      [paid],
    )
  })

  test('are signed by a program that holds the keys, and by none that signs something else', async (t) => {
    const [key = '0x'] = relayerKeys
    const account = privateKeyToAccount(key)
    let mode: 'down' | 'greedy' | 'honest' = 'down'
    const signer = createAnsweringServer(async (request, response) => {
      const { params } = (await json(request)) as { params: [Record<string, Hex>] }
      const [asked] = params
      const number = (name: string) => BigInt(asked[name] ?? '0x0')
      const result = await account.signTransaction({
        type: 'eip1559',
        ...{ chainId: Number(number('chainId')), nonce: Number(number('nonce')) },
        ...{ to: asked.to as Address, data: asked.data as Hex },
        value: mode === 'greedy' ? 1n : 0n,
        ...{ gas: number('gas'), maxFeePerGas: number('maxFeePerGas') },
        maxPriorityFeePerGas: number('maxPriorityFeePerGas'),
      })
      response.writeHead(mode === 'down' ? 500 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(mode === 'down' ? {} : { jsonrpc: '2.0', id: 1, result }))
    }).listen(0, '127.0.0.1')
    t.after(() => {
      signer.closeAllConnections()
      signer.close()
    })
    await once(signer, 'listening')
    await restart({
      RELAYER_KEYS: '',
      RELAYER_SIGNER_URL: `http://127.0.0.1:${(signer.address() as AddressInfo).port}`,
      RELAYER_ACCOUNTS: account.address,
    })
    const [id, payer] = [await createCharge(), await createPayer()]
    const body = await sign(id, payer)
    const sentBefore = await countSent()
    assert.ok(((await refusal(id, body)).status ?? 0) >= 500)
    mode = 'greedy'
    await refusal(id, body)
    assert.equal(await countSent(), sentBefore)
    // What was accepted is signed as soon as that can be done, also if nobody asks again.
    mode = 'honest'
    await until(
      'the charge to be paid',
      async () => (await clientOf(harness).getCharge(id)).status === 'COMPLETED' || undefined,
    )
    assert.equal(await countSent(), sentBefore + 1)
    // What nobody has signed yet is not signed any more once another account has paid.
    mode = 'down'
    const [later, other] = [await createCharge(), await createPayer()]
    const [unsent, theirs] = [await sign(later, payer), await sign(later, other)]
    const dollarsBefore = await readBalance(payer.address)
    await refusal(later, unsent)
    const paid = await relayElsewhere(theirs)
    await paymentThatIs(harness, later, paid, 'COMPLETED')
    mode = 'honest'
    await until(
      'the nonce to be used up',
      async () => (await countSent()) === sentBefore + 2 || undefined,
    )
    assert.equal(await readBalance(payer.address), dollarsBefore)
    await restart()
  })

  test('are offered by a service without a relayer to nobody', async () => {
    await restart({ RELAYER_KEYS: '' })
    const id = await createCharge()
    assert.deepEqual(await clientOf(harness).listAuthorizationOffers(id), [])
    await restart()
  })
})
