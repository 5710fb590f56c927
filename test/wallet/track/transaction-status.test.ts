import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { type Address, parseEther, parseGwei } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { createTransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { readTransactionStatus } from '../../../src/wallet/track/transaction-status.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { intent, quote, recipient } from '../samples.ts'

// What became of a transaction, read from a real chain.

let chain: LocalChain
let token: Address

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
})
after(() => chain.stop())
afterEach(async () => {
  await chain.client.mine({ blocks: 1 })
  await chain.client.setAutomine(true)
})

const depth = 3
const unknownHash = `0x${'ab'.repeat(32)}`
const fate = (hash: string, of?: Intent, deep = depth) =>
  readTransactionStatus(chain.client, hash, of, deep, true)

/** What the account is about to do, as it is written down before the wallet opens. */
async function about(of: Quote): Promise<Intent> {
  const { address } = chain.payer
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  return intent(of, address, nonce, await chain.client.getBlockNumber({ cacheTime: 0 }))
}

/** The wallet sends the transfer of an intent, at a price of its own. */
async function send({ quote: of, nonce }: Intent, gwei = '2') {
  const { to, data, value } = await createTransferCall(chain.client, of, true)
  const gasPrice = parseGwei(gwei)
  return await chain.client.sendTransaction({ to, data, value, nonce, gasPrice })
}

/** The wallet sends it, and a block has it. */
async function sendMined(of: Intent) {
  const hash = await send(of)
  await chain.client.waitForTransactionReceipt({ hash })
  return hash
}

/** The wallet sends something else with the same nonce. */
async function cancel({ nonce }: Intent) {
  const gasPrice = parseGwei('9')
  return await chain.client.sendTransaction({ to: chain.payer.address, value: 0n, nonce, gasPrice })
}

test('the block that a transaction is in counts as its first confirmation', async () => {
  const of = await about(quote(5n, token))
  const hash = await sendMined(of)
  const mined = { status: 'mined', isReverted: false, nonce: of.nonce }
  assert.deepEqual(await fate(hash, of), { ...mined, confirmations: 1 })
  await chain.client.mine({ blocks: 3 })
  assert.deepEqual(await fate(hash, of), { ...mined, confirmations: 4 })
  // Also of a hash whose intent nobody knows.
  assert.deepEqual(await fate(hash), { ...mined, confirmations: 4 })
})

test('a reverted transaction says so', async () => {
  const hash = await chain.transfer(token, recipient, parseEther('1000000'), '0x', 100_000n)
  const read = await fate(hash)
  assert.equal(read.status === 'mined' && read.isReverted, true)
})

test('what waits to be mined is pending, with the nonce that it has', async () => {
  const of = await about(quote(6n, token))
  await chain.client.setAutomine(false)
  const hash = await send(of)
  assert.deepEqual(await fate(hash, of), { status: 'pending', nonce: of.nonce })
})

test('what nobody knows is unknown, with an intent and without', async () => {
  assert.deepEqual(await fate(unknownHash), { status: 'unknown' })
  const of = await about(quote(7n, token))
  assert.deepEqual(await fate(unknownHash, of), { status: 'unknown' })
  assert.deepEqual(await fate(unknownHash, { ...of, usedNonce: of.nonce }), { status: 'unknown' })
})

test('what the pool has dropped is unknown, not replaced', async () => {
  const of = await about(quote(8n, token))
  await chain.client.setAutomine(false)
  const hash = await send(of)
  await chain.client.dropTransaction({ hash })
  await chain.client.mine({ blocks: 5 })
  assert.deepEqual(await fate(hash, { ...of, usedNonce: of.nonce }), { status: 'unknown' })
})

for (const [name, wanted] of [
  ['token', () => quote(9n, token)],
  ['coin', () => quote(9n)],
] as const) {
  test(`a ${name} transfer that was sped up is found under its new hash, waiting and mined`, async () => {
    const of = await about(wanted())
    await chain.client.setAutomine(false)
    const hash = await send(of)
    const faster = await send(of, '9')
    assert.notEqual(faster, hash)
    assert.deepEqual(await fate(hash, of), { status: 'replaced', hash: faster })
    await chain.client.mine({ blocks: 2 })
    assert.deepEqual(await fate(hash, of), { status: 'replaced', hash: faster })
    const now = await fate(faster, of)
    assert.equal(now.status === 'mined' && now.confirmations, 2)
  })

  test(`a ${name} transfer that was cancelled is replaced by nothing, once that is deep enough`, async () => {
    const of = await about(wanted())
    await chain.client.setAutomine(false)
    const hash = await send(of)
    await cancel(of)
    const seen = { ...of, usedNonce: of.nonce }
    assert.deepEqual(await fate(hash, seen), { status: 'unknown' })
    for (let deep = 1; deep < depth; deep++) {
      await chain.client.mine({ blocks: 1 })
      assert.deepEqual(await fate(hash, seen), { status: 'unknown' }, `${deep} deep`)
    }
    await chain.client.mine({ blocks: 1 })
    assert.deepEqual(await fate(hash, seen), { status: 'replaced' })
  })
}

test('a nonce that was only expected proves nothing: the transfer may have a later one', async () => {
  const of = await about(quote(10n, token))
  await chain.client.setAutomine(false)
  // The wallet had something else to send first.
  await cancel(of)
  const hash = await send({ ...of, nonce: of.nonce + 1 })
  await chain.client.dropTransaction({ hash })
  await chain.client.mine({ blocks: 5 })
  assert.deepEqual(await fate(hash, of), { status: 'unknown' })
  assert.deepEqual(await fate(hash, { ...of, usedNonce: of.nonce + 1 }), { status: 'unknown' })
})

test('a chain that gives its blocks up takes the transaction back', async () => {
  const of = await about(quote(11n, token))
  const id = await chain.client.snapshot()
  const hash = await sendMined(of)
  assert.equal((await fate(hash, of)).status, 'mined')
  await chain.client.revert({ id })
  await chain.client.mine({ blocks: 5 })
  assert.deepEqual(await fate(hash, { ...of, usedNonce: of.nonce }), { status: 'unknown' })
})

test('a short chain is not deep enough for anything', async () => {
  const of = await about(quote(12n, token))
  await chain.send(demoAccount(2).address, '0x', 1n)
  const seen = { ...of, usedNonce: of.nonce }
  assert.deepEqual(await fate(unknownHash, seen, 1_000_000), { status: 'unknown' })
})

test('a transaction that the node shows in its logs only does not replace itself', async () => {
  const of = await about(quote(13n, token))
  const hash = await sendMined(of)
  let looked = 0
  const forgetful = answering((call) =>
    call.method === 'eth_getTransactionByHash' && looked++ === 0 ? { answer: null } : undefined,
  )
  const status = await readTransactionStatus(forgetful, hash, of, depth, true)
  assert.deepEqual(status, { status: 'unknown' })
})

/** The chain, where some calls are answered in another way. */
function answering(answer: (call: { method: string }) => { answer: unknown } | undefined) {
  return new Proxy(chain.client, {
    get(client, name) {
      const value = Reflect.get(client, name)
      if (name !== 'request') return value
      return async (call: { method: string }) => {
        const given = answer(call)
        return given ? given.answer : await client.request(call as never)
      }
    },
  })
}

test('a node that fails is an error, not a word about the transaction', async () => {
  for (const failing of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
    const broken = answering((call) => {
      if (call.method === failing) throw new Error('The node is down.')
      return undefined
    })
    await assert.rejects(
      readTransactionStatus(broken, unknownHash, undefined, depth, true),
      /node is down/,
    )
  }
})
