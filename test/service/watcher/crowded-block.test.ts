import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Hex } from 'viem'
import type { ReducedCharge } from '../../../src/api/schemas/charges/charge.ts'
import { type CountingNode, startCountingNode } from '../../support/counting-node.ts'
import { chainId, clientOf, provideHarness, readReadiness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { newCharge, suffixOf } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { patience, until } from '../../support/wait.ts'

// Payments of one block are recorded and credited together. That must show in nothing but the speed.

const dollars = 5_000_000n
/** More than are examined and credited in one batch. */
const crowd = 130

/** The node that the service reads. */
let node: CountingNode
const harness = provideHarness({ WEBHOOK_ALLOW_PRIVATE: 'on' })
const receiver = provideReceiver(harness)
before(async () => {
  await receiver.started
  node = await startCountingNode(harness.chain.rpcUrl)
  await harness.service.end()
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.rpcUrl })
  harness.environment = { ...harness.environment, CHAIN_RPC_URLS }
  harness.service = await startService(harness.environment)
})
after(async () => {
  await node.stop()
})

/** Mines all these transfers in one block, in this order, and gives their hashes. */
async function inOneBlock(
  transfers: readonly { data: Hex; gas?: bigint }[],
  beforeMined?: (hashes: readonly Hex[]) => void,
): Promise<Hex[]> {
  const { client, token } = harness.chain
  let nonce = await client.getTransactionCount({ address: client.account.address })
  await client.setAutomine(false)
  const hashes: Hex[] = []
  for (const { data, gas = 100_000n } of transfers) {
    const to = token('DUSD').address
    hashes.push(await client.sendTransaction({ to, data, gas, nonce: nonce++ }))
  }
  beforeMined?.(hashes)
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
  assert.equal(new Set(receipts.map(({ blockHash }) => blockHash)).size, 1, 'it is one block')
  return hashes
}

const pay = (id: string, amount = dollars) => ({ data: transferCall(wallet, amount, suffixOf(id)) })

function settled(id: string, limit = patience): Promise<ReducedCharge> {
  return until(
    `charge ${id} to be settled`,
    async () => {
      const charge = await clientOf(harness).getCharge(id)
      const isPending = charge.payments.some(({ status }) => status === 'PENDING')
      return charge.payments.length > 0 && !isPending ? charge : undefined
    },
    limit,
  )
}

test('every payment of a crowded block is credited to its own charge, with one event each', async () => {
  const ids: string[] = []
  for (let count = 0; count < crowd; count += 1) ids.push(await newCharge(harness))
  const nobodys = { data: transferCall(wallet, dollars, suffixOf(crypto.randomUUID())) }
  const strangers = { data: transferCall(wallet, 70_000n, '0x') }
  const hashes = await inOneBlock([nobodys, ...ids.map((id) => pay(id)), strangers])
  const events = new Map<string, string[]>()
  for (const [index, id] of ids.entries()) {
    const { status, payments, timeline } = await settled(id)
    assert.equal(status, 'COMPLETED')
    assert.deepEqual(
      payments.map((one) => [one.payerTransactionHash, one.paidAmountInRequestedToken]),
      [[hashes[index + 1], '5']],
    )
    assert.deepEqual(
      timeline.map((one) => one.status),
      ['PENDING', 'COMPLETED'],
    )
    events.set(id, ['charge:created', 'charge:pending', 'charge:confirmed'])
  }
  const unmatched = await clientOf(harness).listUnmatched()
  assert.deepEqual(
    unmatched.data.map(({ hash }) => hash).sort(),
    [hashes[0], hashes.at(-1)].map(String).sort(),
  )
  await until('every event', () =>
    ids.every((id) => eventsOf(id).length === events.get(id)?.length) ? true : undefined,
  )
  for (const id of ids) assert.deepEqual(eventsOf(id), events.get(id))
})

/** The types of the events about a charge that were received, in order; one that came again counts once. */
function eventsOf(id: string): string[] {
  const own = receiver.received.filter(({ event }) => event.data.id === id)
  return [...new Map(own.map(({ event }) => [event.id, event.type])).values()]
}

test('a charge that is paid three times in one block has all three, each counted once', async () => {
  const [often, once] = [await newCharge(harness), await newCharge(harness)]
  const hashes = await inOneBlock([
    pay(often, 2_000_000n),
    pay(once),
    pay(often, 2_000_000n),
    pay(often, 2_000_000n),
  ])
  const charge = await until('the charge to be paid', async () => {
    const now = await clientOf(harness).getCharge(often)
    return now.payments.filter(({ status }) => status === 'COMPLETED').length === 3
      ? now
      : undefined
  })
  assert.equal(charge.status, 'COMPLETED')
  const [first, , second, third] = hashes
  assert.deepEqual(
    charge.payments.map((one) => one.payerTransactionHash),
    [first, second, third],
    'in the order of the block',
  )
  const other = await settled(once)
  assert.deepEqual(
    other.payments.map((one) => one.payerTransactionHash),
    [hashes[1]],
  )
})

test('a reverted transfer and one that pays too little change nothing for their neighbours', async () => {
  const [paid, short, reverted] = [
    await newCharge(harness),
    await newCharge(harness),
    await newCharge(harness),
  ]
  const hashes = await inOneBlock([
    // Runs out of gas.
    { ...pay(reverted), gas: 26_000n },
    pay(short, 1_000_000n),
    pay(paid),
  ])
  assert.equal((await settled(paid)).status, 'COMPLETED')
  const { status, payments } = await settled(short)
  assert.deepEqual([status, payments[0]?.paidAmountInRequestedToken], ['PENDING', '1'])
  const { client } = harness.chain
  const [first] = hashes
  const receipt = await client.getTransactionReceipt({ hash: first as Hex })
  assert.equal(receipt.status, 'reverted')
  assert.deepEqual((await clientOf(harness).getCharge(reverted)).payments, [])
})

test('a transaction that the node does not give keeps none of its block from being credited', async () => {
  const [first, unread, last] = [
    await newCharge(harness),
    await newCharge(harness),
    await newCharge(harness),
  ]
  await inOneBlock([pay(first), pay(unread), pay(last)], ([, poison]) =>
    node.refuseBy(({ method, params: [hash] = [] }) =>
      method === 'eth_getTransactionReceipt' && hash === poison
        ? { error: { code: -32000, message: 'internal error' } }
        : undefined,
    ),
  )
  for (const id of [first, last]) assert.equal((await settled(id)).status, 'COMPLETED')
  await until('the node to refuse it', () => node.refused() > 0 || undefined)
  assert.deepEqual((await clientOf(harness).getCharge(unread)).payments, [])
  // More blocks than a search reads at once: it goes on without it, also after a restart.
  await harness.chain.client.mine({ blocks: 600 })
  await harness.restart()
  const later = await newCharge(harness)
  await inOneBlock([pay(later)])
  assert.equal((await settled(later)).status, 'COMPLETED')
  const ready = await until('a warning', async () => {
    const found = await readReadiness(harness.service.baseUrl)
    return found.warnings && found
  })
  assert.match(ready.warnings?.join() ?? '', /1 transactions were found that cannot be read/)
  node.refuseBy(undefined)
  // Each attempt to read it waits twice as long as the one before.
  assert.equal((await settled(unread, 5 * patience)).status, 'COMPLETED')
  await until('the warning to end', async () => {
    const { warnings } = await readReadiness(harness.service.baseUrl)
    return warnings === undefined || undefined
  })
})

test('payments of a crowded block that a reorganization removes are pending again, and then credited again', async () => {
  const { client } = harness.chain
  const ids = [await newCharge(harness), await newCharge(harness), await newCharge(harness)]
  const snapshot = await client.snapshot()
  await inOneBlock(ids.map((id) => pay(id)))
  for (const id of ids) assert.equal((await settled(id)).status, 'COMPLETED')
  await client.revert({ id: snapshot })
  // Another block has this number now.
  await client.mine({ blocks: 2 })
  for (const id of ids)
    await until('the payment to be pending', async () => {
      const { payments } = await clientOf(harness).getCharge(id)
      return payments[0]?.status === 'PENDING' || undefined
    })
  const again = await inOneBlock(ids.map((id) => pay(id)))
  for (const [index, id] of ids.entries()) {
    const charge = await until('the charge to be paid', async () => {
      const now = await clientOf(harness).getCharge(id)
      return now.payments.some(({ status }) => status === 'COMPLETED') ? now : undefined
    })
    assert.equal(charge.status, 'COMPLETED')
    assert.ok(charge.payments.some((one) => one.payerTransactionHash === again[index]))
    const credited = charge.payments.filter(({ status }) => status === 'COMPLETED')
    assert.equal(credited.length, 1, 'it was paid once')
  }
})
