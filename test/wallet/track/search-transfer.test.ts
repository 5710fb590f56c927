import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Address } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { createPlainCall, createTransferCall } from '../../../src/wallet/send/transfer-call.ts'
import { type SearchRange, searchTransfer } from '../../../src/wallet/track/search-transfer.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { intent, otherSuffix, quote, suffix } from '../samples.ts'

// A transfer whose answer was lost is looked for on a real chain.

let chain: LocalChain
let token: Address

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
})
after(() => chain.stop())
afterEach(() => chain.client.setAutomine(true))

/** What the account is about to do, as it is written down before the wallet opens. */
async function about(of: Quote) {
  const { address } = chain.payer
  const nonce = await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  return intent(of, address, nonce, await chain.client.getBlockNumber({ cacheTime: 0 }))
}

/** The wallet has the transfer of a quote mined, or leaves it waiting in the pool. */
async function send(of: Quote, attribution = true, waits = false) {
  const { to, data, value } = await createTransferCall(chain.client, of, attribution)
  if (!waits) return await chain.send(to, data, value)
  return await chain.client.sendTransaction({ to, data, value })
}

const search = (of: Intent, attribution = true, range: SearchRange = { depth: 1 }) =>
  searchTransfer(chain.client, of, attribution, range)

/** The newest block. */
const head = () => chain.client.getBlockNumber({ cacheTime: 0 })

test('nothing was sent: nothing is found, and nothing is said to be safe', async () => {
  for (const wanted of [quote(11n, token), quote(11n)])
    assert.deepEqual(await search(await about(wanted)), { found: 'nothing', toBlock: await head() })
})

for (const [name, of] of [
  ['token', () => quote(12n, token)],
  ['coin', () => quote(12n)],
] as const) {
  test(`a ${name} transfer that was mined is found, also many blocks later`, async () => {
    const looked = await about(of())
    const hash = await send(of())
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
    await chain.client.mine({ blocks: 20 })
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
  })

  test(`a ${name} transfer that waits to be mined is found`, async () => {
    const looked = await about(of())
    await chain.client.setAutomine(false)
    const hash = await send(of(), true, true)
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
    await chain.client.mine({ blocks: 1 })
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
  })

  test(`a ${name} transfer is found whose nonce was given back: the network forgot what waited before`, async () => {
    const looked = await about(of())
    const hash = await send(of())
    const later = { ...looked, nonce: looked.nonce + 1 }
    assert.deepEqual(await search(later), { found: 'transfer', hash, hasReference: true })
    assert.notEqual((await search({ ...later, earlierHashes: [hash] })).found, 'transfer')
  })

  test(`a former ${name} payment of the charge is not the one that is looked for`, async () => {
    await send(of())
    assert.equal((await search(await about(of()))).found, 'nothing')
  })

  test(`a ${name} transfer that a reorganisation has put before its intent is found`, async () => {
    const looked = await about(of())
    const hash = await send(of())
    assert.deepEqual(await search({ ...looked, block: await head() }), {
      found: 'transfer',
      hash,
      hasReference: true,
    })
  })

  test(`a ${name} transfer without attribution is found too`, async () => {
    const looked = await about(of())
    const hash = await send(of(), false)
    assert.deepEqual(await search(looked, false), { found: 'transfer', hash, hasReference: false })
  })

  test(`when something else took the nonce of a ${name} transfer, nothing was paid`, async () => {
    const looked = await about(of())
    await chain.send(demoAccount(2).address, '0x', 1n)
    assert.deepEqual(await search(looked), { found: 'used', toBlock: await head() })
  })

  test(`a ${name} transfer to another address is not ours, nor one of another amount that names nobody`, async () => {
    const looked = await about(of())
    await sendWith({ ...of(), amount: 13n }, '')
    await send({ ...of(), recipient: demoAccount(3).address })
    assert.deepEqual(await search(looked), { found: 'used', toBlock: await head() })
  })

  test(`a ${name} transfer that names the charge is ours, whatever amount stands in the storage`, async () => {
    const looked = await about(of())
    const hash = await send({ ...of(), amount: 13n })
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
  })

  test(`a ${name} transfer of before is not taken for this one`, async () => {
    await send(of())
    assert.deepEqual(await search(await about(of())), { found: 'nothing', toBlock: await head() })
  })
}

/** The wallet sends the transfer of a quote with this behind it, in place of what it was asked for. */
async function sendWith(of: Quote, behind: string, waits = false) {
  const { to, data, value } = createPlainCall(of)
  const input = `${data}${behind}` as const
  if (!waits) return await chain.send(to, input, value)
  return await chain.client.sendTransaction({ to, data: input, value })
}

for (const [name, of] of [
  ['token', () => quote(31n, token)],
  ['coin', () => quote(31n)],
] as const) {
  test(`a ${name} transfer whose name the wallet left out is ours by the intent’s own nonce`, async () => {
    const looked = await about(of())
    await chain.client.setAutomine(false)
    const hash = await sendWith(of(), '', true)
    const found = { found: 'transfer', hash, hasReference: false }
    assert.deepEqual(await search(looked), found)
    await chain.client.mine({ blocks: 1 })
    assert.deepEqual(await search(looked), found)
    await chain.client.mine({ blocks: 20 })
    assert.deepEqual(await search(looked), found)
  })

  test(`a ${name} transfer with another suffix that names no charge is ours by its nonce, too`, async () => {
    const looked = await about(of())
    const hash = await sendWith(
      of(),
      `${Buffer.from('baseapp').toString('hex')}0700${suffix.slice(-32)}`,
    )
    assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: false })
  })

  test(`an unnamed ${name} transfer of another nonce may be ours: that nothing was sent is never said`, async () => {
    const looked = await about(of())
    await chain.send(demoAccount(2).address, '0x', 1n)
    const hash = await sendWith(of(), '')
    const found = { found: 'transfer', hash, hasReference: false }
    // Not before the intent's own nonce is spent for good.
    const early = { found: 'nothing', toBlock: (await head()) - 1n }
    assert.deepEqual(await search(looked, true, { depth: 3 }), early)
    assert.deepEqual(await search(looked), found)
    // What is known to have another nonce is something else.
    assert.equal((await search({ ...looked, usedNonce: looked.nonce + 7 })).found, 'used')
    const usedNonce = looked.nonce + 1
    assert.deepEqual(await search({ ...looked, usedNonce }), found)
    // Or the wallet was asked without a name.
    assert.deepEqual(await search({ ...looked, withoutData: true }), found)
  })

  test(`an unnamed ${name} transfer that got the nonce of something forgotten is ours once nobody waits for the wallet`, async () => {
    const looked = await about(of())
    const hash = await sendWith(of(), '')
    // When it was asked for, something waited with the nonce that the transfer has now.
    const after = { ...looked, nonce: looked.nonce + 1 }
    const early = { found: 'nothing', toBlock: (await head()) - 1n }
    const unanswered = { depth: 1, isUnanswered: true }
    assert.deepEqual(await search(after, true, unanswered), {
      found: 'transfer',
      hash,
      hasReference: false,
    })
    // It may be an earlier purchase, while the wallet still asks; it may be undone; and what waits may be the transfer.
    assert.deepEqual(await search(after), early)
    assert.deepEqual(await search(after, true, { ...unanswered, depth: 3 }), early)
    assert.equal(
      (await search({ ...after, block: await head() }, true, unanswered)).found,
      'nothing',
    )
    await chain.client.setAutomine(false)
    await chain.client.sendTransaction({ to: demoAccount(2).address, value: 2n })
    assert.deepEqual(await search(after, true, unanswered), early)
    await chain.client.mine({ blocks: 1 })
  })

  test(`a ${name} transfer that names another charge is never ours, though it has the intent’s nonce`, async () => {
    const looked = await about(of())
    await chain.client.setAutomine(false)
    await sendWith(of(), otherSuffix, true)
    assert.equal((await search(looked)).found, 'nothing')
    assert.equal((await search({ ...looked, withoutData: true })).found, 'nothing')
    await chain.client.mine({ blocks: 1 })
    assert.deepEqual(await search(looked), { found: 'used', toBlock: await head() })
    const unnamed = { ...looked, quote: { ...looked.quote, reference: undefined } }
    assert.equal((await search(unnamed)).found, 'used')
  })
}

test('a transfer of somebody else is not ours', async () => {
  const looked = await about(quote(14n, token))
  const other = demoAccount(4)
  await chain.transfer(token, other.address, 100n)
  const { to, data } = await createTransferCall(chain.client, quote(14n, token), true)
  const hash = await chain.client.sendTransaction({ account: other, to, data })
  await chain.client.waitForTransactionReceipt({ hash })
  assert.deepEqual(await search(looked), { found: 'used', toBlock: await head() })
})

test('a transfer that was reverted paid nothing', async () => {
  const looked = await about(quote(10n ** 18n, token))
  const { to, data } = await createTransferCall(chain.client, looked.quote, true)
  await chain.send(to, data, 0n, 100_000n)
  assert.deepEqual(await search(looked), { found: 'used', toBlock: await head() })
})

test('a chain that moves on while it is read never makes a sent transfer look unsent', async () => {
  const looked = await about(quote(15n, token))
  let hash: string | undefined
  // The transfer is mined right after the newest block was asked for.
  const moving = new Proxy(chain.client, {
    get(client, name) {
      const value = Reflect.get(client, name)
      if (name !== 'request') return value
      return async (call: { method: string }) => {
        const answer = await client.request(call as never)
        if (call.method === 'eth_blockNumber' && !hash) hash = await send(looked.quote)
        return answer
      }
    },
  })
  assert.notEqual((await searchTransfer(moving, looked, true, { depth: 1 })).found, 'used')
  assert.deepEqual(await search(looked), { found: 'transfer', hash, hasReference: true })
})

test('that something else took the nonce is said only when that is final', async () => {
  const looked = await about(quote(17n, token))
  await chain.send(demoAccount(2).address, '0x', 1n)
  await chain.client.mine({ blocks: 1 })
  assert.equal((await search(looked, true, { depth: 3 })).found, 'nothing')
  await chain.client.mine({ blocks: 1 })
  assert.equal((await search(looked, true, { depth: 3 })).found, 'used')
})

test('while something of the account waits, nothing is said to be safe: it may be the transfer', async () => {
  const looked = await about(quote(19n, token))
  await chain.send(demoAccount(2).address, '0x', 1n)
  assert.equal((await search(looked)).found, 'used')
  await chain.client.setAutomine(false)
  await chain.client.sendTransaction({ to: demoAccount(2).address, value: 2n })
  assert.equal((await search(looked)).found, 'nothing')
  await chain.client.mine({ blocks: 1 })
  assert.equal((await search(looked)).found, 'used')
})

test('a long stretch is searched in several looks; nothing is said to be safe before the last', async () => {
  const looked = await about(quote(16n))
  await chain.send(demoAccount(2).address, '0x', 1n)
  await chain.client.mine({ blocks: 60 })
  const first = await search(looked)
  // Some blocks before the intent's are searched, too.
  assert.deepEqual(first, { found: 'nothing', toBlock: looked.block - 16n + 50n })
  const last = await search(looked, true, { depth: 1, fromBlock: looked.block - 16n + 50n })
  assert.deepEqual(last, { found: 'used', toBlock: await head() })
})

test('a transfer far down the chain is found by a later look', async () => {
  const looked = await about(quote(18n))
  await chain.client.mine({ blocks: 70 })
  const hash = await send(looked.quote)
  const first = await search(looked)
  assert.ok(first.found === 'nothing')
  const range = { depth: 1, fromBlock: first.toBlock }
  assert.deepEqual(await search(looked, true, range), {
    found: 'transfer',
    hash,
    hasReference: true,
  })
})
