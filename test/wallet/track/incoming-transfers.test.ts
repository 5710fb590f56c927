import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Address, Hex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { Quote } from '../../../src/checkout/quote/payment-option.ts'
import { findIncomingTransfers } from '../../../src/wallet/track/incoming-transfers.ts'
import { bundle, deploy, execute } from '../../support/contracts.ts'
import { type LocalChain, startLocalChain, transferCall } from '../../support/local-chain.ts'
import { otherSuffix, quote, recipient, suffix } from '../samples.ts'

// Who paid by a code from a phone is found on a real chain.

let chain: LocalChain
let token: Address
/** Distinguishes what one test sends from the rest. */
let amount = 100n

before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
})
after(() => chain.stop())
afterEach(() => {
  amount += 1n
})

const ours = `0x${suffix}` as const
/** The suffix of another charge. */
const theirs = `0x${otherSuffix}` as const

const head = () => chain.client.getBlockNumber({ cacheTime: 0 })
const find = (of: Quote, from: bigint | undefined) =>
  findIncomingTransfers(chain.client, of, { from })
const found = async (of: Quote, from: bigint) => (await find(of, from)).hashes

/** Somebody pays a quote, with the names of charges behind it. */
const kinds = {
  token: {
    of: (to?: string) => quote(amount, token, to),
    pay: (to: string, value: bigint, names: Hex = '0x') =>
      chain.transfer(token, to as Address, value, names),
  },
  coin: {
    of: (to?: string) => quote(amount, undefined, to),
    pay: (to: string, value: bigint, names: Hex = '0x') => chain.send(to as Address, names, value),
  },
}

for (const [kind, { of, pay }] of Object.entries(kinds)) {
  test(`the first look at ${kind} only says where the chain stands`, async () => {
    await pay(recipient, amount)
    assert.deepEqual(await find(of(), undefined), { hashes: [], toBlock: await head() })
  })

  test(`${kind} that arrives is found; what came before is not`, async () => {
    await pay(recipient, amount)
    const { toBlock } = await find(of(), undefined)
    assert.deepEqual(await find(of(), toBlock), { hashes: [], toBlock: toBlock })
    const hash = await pay(recipient, amount)
    assert.deepEqual(await found(of(), toBlock), [hash])
    const second = await pay(recipient, amount)
    assert.deepEqual(await found(of(), toBlock), [hash, second])
  })

  test(`${kind} of another amount or to another recipient is not for the quote`, async () => {
    const from = await head()
    await pay(recipient, amount + 1n)
    await pay(recipient, amount - 1n)
    await pay(demoAccount(3).address, amount)
    assert.deepEqual(await found(of(), from), [])
  })

  test(`${kind} that names another charge is left out, and what names this one is not`, async () => {
    const from = await head()
    await pay(recipient, amount, theirs)
    const named = await pay(recipient, amount, ours)
    const both = await pay(recipient, amount, `${theirs}${suffix}`)
    assert.deepEqual(await found(of(), from), [named, both])
  })

  test(`${kind} that the recipient sends to itself does not arrive`, async () => {
    const from = await head()
    const { address } = chain.payer
    await pay(address, amount)
    assert.deepEqual(await found(of(address), from), [])
  })

  test(`the newest blocks are looked at again, for ${kind} that a reorganisation brings there`, async () => {
    const { toBlock: from } = await find(of(), undefined)
    await chain.client.mine({ blocks: 40 })
    const { toBlock } = await find(of(), from)
    assert.ok(toBlock > from && toBlock < (await head()), `goes on from ${toBlock}`)
    const hash = await pay(recipient, amount)
    const next = await find(of(), toBlock)
    assert.deepEqual(next.hashes, [hash])
    assert.deepEqual(await found(of(), next.toBlock), [hash])
  })

  test(`a node that lags behind is no reason to look at ${kind} of before`, async () => {
    const from = (await head()) + 100n
    assert.deepEqual(await find(of(), from), { hashes: [], toBlock: from })
  })
}

test('a transfer inside a bundle is found, whatever others name in it', async () => {
  const wallet = await deploy(chain, 'SmartWallet')
  const entry = await deploy(chain, 'EntryPoint')
  await chain.transfer(token, wallet, 1000n)
  const from = await head()
  const paying = { sender: wallet, callData: execute(token, 0n, transferCall(recipient, amount)) }
  const foreign = { sender: wallet, callData: execute(demoAccount(3).address, 0n, theirs) }
  const hash = await chain.send(entry, bundle(paying, foreign))
  assert.deepEqual(await found(quote(amount, token), from), [hash])
})

test('a transfer that a contract account makes is found', async () => {
  const wallet = await deploy(chain, 'SmartWallet')
  await chain.transfer(token, wallet, 1000n)
  const from = await head()
  const hash = await chain.send(wallet, execute(token, 0n, transferCall(recipient, amount)))
  assert.deepEqual(await found(quote(amount, token), from), [hash])
})

test('coin that was reverted did not arrive, though it stands in the block', async () => {
  const from = await head()
  // The token takes no coins.
  const hash = await chain.send(token, '0x', amount, 100_000n)
  assert.equal((await chain.client.getTransactionReceipt({ hash })).status, 'reverted')
  assert.deepEqual(await found(quote(amount, undefined, token), from), [])
})

test('one transaction with the amount twice is told of once', async () => {
  const data = transferCall(recipient, amount)
  const entry = await deploy(chain, 'EntryPoint')
  const wallet = await deploy(chain, 'SmartWallet')
  await chain.transfer(token, wallet, 1000n)
  const from = await head()
  const operation = { sender: wallet, callData: execute(token, 0n, data) }
  const hash = await chain.send(entry, bundle(operation, operation))
  assert.deepEqual(await found(quote(amount, token), from), [hash])
})

/** Mines in parts: on a busy machine each call takes longer, and none of them too long. */
async function pass(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 100)
    await chain.client.mine({ blocks: Math.min(left, 100) })
}

test('a long stretch is searched in several looks, and nothing on it is missed', async () => {
  for (const [of, range] of [
    [quote(amount, token), 2000n],
    [quote(amount), 50n],
  ] as const) {
    const from = await head()
    await pass(Number(range) + 5)
    const hash = of.token.native
      ? await chain.send(recipient, '0x', amount)
      : await chain.transfer(token, recipient, amount)
    const first = await find(of, from)
    assert.deepEqual(first, { hashes: [], toBlock: from + range })
    assert.deepEqual(await found(of, first.toBlock), [hash])
  }
})
