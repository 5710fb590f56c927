import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Hex, pad, toHex } from 'viem'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import { execute } from '../../support/aging.ts'
import { isNightly } from '../../support/effort.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import {
  coin,
  newCharge,
  payFor,
  paymentThatIs,
  report,
  reportTo,
  suffixOf,
} from '../../support/paying.ts'
import { startService } from '../../support/service.ts'
import { withOptions } from '../../support/service-options.ts'
import { patience, until } from '../../support/wait.ts'
import { type Lie, type LyingNode, type RpcLog, startLyingNode } from './lying-node.ts'

// Somebody has taken over the first of a chain's nodes. What it makes up, whoever asks for it, credits nothing as long
// as another node does not show it too.

// Of two, one is reported, and the other found.
const liesPerKind = isNightly ? 17 : 2
const price = 5_000_000n
const thief = demoAccount(7).address

let node: LyingNode
const harness = provideHarness(withOptions({ isMetricsPublic: true }))
before(async () => {
  await harness.started
  node = await startLyingNode(harness.chain.rpcUrl)
})
after(() => node.stop())

const dusd = () => harness.chain.dusd

async function restartWith(rpcUrls: string[], extra: Record<string, string> = {}) {
  await harness.service.end()
  // What was looked at in vain for long would be looked at rarely.
  const due = `set attempts = 0, next_check_at = now() where status = 'WAITING'`
  await execute(harness, `update reported_transactions ${due}`)
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: rpcUrls })
  harness.service = await startService({ ...harness.environment, CHAIN_RPC_URLS, ...extra })
}

/** What a transaction would look like if it had paid the price to the shop. */
function embellish(truth: Lie, token: Hex, id: string, index: number): Lie {
  const input = `0xa9059cbb${pad(wallet).slice(2)}${pad(toHex(price)).slice(2)}${suffixOf(id).slice(2)}`
  const { receipt, transaction } = truth
  const { from, hash, blockHash, blockNumber } = transaction as Record<string, Hex>
  const log: RpcLog = {
    address: token,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      pad(from as Hex),
      pad(wallet),
    ],
    data: pad(toHex(price)),
    blockHash: blockHash as Hex,
    blockNumber: blockNumber as Hex,
    transactionHash: hash as Hex,
    logIndex: receipt.logs[0]?.logIndex ?? toHex(1000 + index),
  }
  return {
    transaction: { ...transaction, to: token, input },
    receipt: { ...receipt, to: token, status: '0x1', logs: [log] },
  }
}

async function readTruth(hash: Hex): Promise<Lie> {
  const read = async (method: string) => (await node.ask({ method, params: [hash] })).result
  return {
    transaction: (await read('eth_getTransactionByHash')) as Lie['transaction'],
    receipt: (await read('eth_getTransactionReceipt')) as Lie['receipt'],
  }
}

/** What really happens, of which the node says that it paid. Each gives the hash that it lies about. */
const truths: Record<string, (id: string, index: number) => Promise<[hash: Hex, truth: Lie]>> = {
  async 'a transfer to somebody else'(id) {
    const hash = await harness.chain.transfer(dusd(), thief, price, suffixOf(id))
    return [hash, await readTruth(hash)]
  },
  async 'a payment of somebody else, who names no charge'() {
    const hash = await harness.chain.transfer(dusd(), wallet, price)
    return [hash, await readTruth(hash)]
  },
  async 'a transfer of next to nothing'(id, index) {
    const hash = await payFor(harness, id, BigInt(index))
    return [hash, await readTruth(hash)]
  },
  async 'a transfer of another token'(id, index) {
    const { address } = harness.chain.token('OUSD')
    const hash = await harness.chain.transfer(address, thief, BigInt(index), suffixOf(id))
    return [hash, await readTruth(hash)]
  },
  async 'a transfer that failed'(id) {
    const hash = await harness.chain.transfer(dusd(), wallet, 10n ** 30n, suffixOf(id), 100_000n)
    return [hash, await readTruth(hash)]
  },
  async 'a plain call without a transfer'(id) {
    const hash = await harness.chain.send(thief, suffixOf(id), 1n)
    return [hash, await readTruth(hash)]
  },
  async 'nothing at all'() {
    const real = await harness.chain.send(thief, '0x', 1n)
    const hash = toHex(crypto.getRandomValues(new Uint8Array(32)))
    const { transaction, receipt } = await readTruth(real)
    return [
      hash,
      { transaction: { ...transaction, hash }, receipt: { ...receipt, transactionHash: hash } },
    ]
  },
}

/** Charges that nobody has paid, and the hashes by which the node says that they are. */
async function tellLies(
  countPerKind = liesPerKind,
): Promise<{ id: string; hash: Hex; kind: string }[]> {
  const told: { id: string; hash: Hex; kind: string }[] = []
  for (const [kind, make] of Object.entries(truths))
    for (let index = 1; index <= countPerKind; index += 1) {
      const id = await newCharge(harness)
      const [hash, truth] = await make(id, index)
      node.lies.set(hash, embellish(truth, dusd(), id, told.length))
      told.push({ id, hash, kind })
    }
  // Half of them the service finds by itself, in the logs that the node makes up.
  for (const [index, { id, hash }] of told.entries())
    if (index % 2 === 0) {
      const payment = { hash, chainId: `${chainId}`, tokenAddress: dusd() }
      await reportTo(clientOf(harness), id, payment)
    }
  return told
}

async function payHonestly(status: 'COMPLETED' | 'PENDING' = 'COMPLETED'): Promise<[string, Hex]> {
  const id = await newCharge(harness)
  const hash = await payFor(harness, id)
  await paymentThatIs(harness, id, hash, status)
  return [id, hash]
}

const isPaid = async ({ id }: { id: string }) =>
  (await clientOf(harness).getCharge(id)).payments.some(({ status }) => status === 'COMPLETED')

const isNamed = (hash: string, url: string) =>
  harness.service.log.some((one) => one.hash === hash && one.node === new URL(url).origin)

/** How the service has left the lying node, if it has. */
const findFailover = () => harness.service.log.find(({ from }) => from === new URL(node.url).origin)

/**
 * Waits until the service has said that a node does not show what the other one shows. Somebody asks for the charge
 * meanwhile, as a payer's page does: otherwise the chain is looked at less and less often.
 *
 * On a machine that stands still for seconds, one answer of the lying node comes too late, and the service stays with the
 * other one. Then nobody tells it this lie, and it is not told of it either.
 */
const untilNamed = (what: string, id: string, hash: string, url: string) =>
  until(what, async () => {
    await clientOf(harness).getCharge(id)
    return isNamed(hash, url) || findFailover() ? true : undefined
  })

async function countsDisagreements(): Promise<boolean> {
  const metrics = await (await fetch(`${harness.service.baseUrl}/metrics`)).text()
  return /pay_charge_node_disagreements_total\{chain="31337",node="http:/.test(metrics)
}

describe('a node that lies', () => {
  test('is believed where it is the only one, and credits nothing beside an honest one', async (t) => {
    const both = [node.url, harness.chain.rpcUrl]
    await restartWith(both, { QUORUM_ABOVE_USD: '0' })
    const told = await tellLies()
    // Each was looked at, and the node that does not show it is named.
    for (const { id, hash, kind } of told)
      await untilNamed(`${kind}: the disagreement`, id, hash, harness.chain.rpcUrl)
    // That a lie is named at all is seen in each run: a service that has left the liar begins with it again.
    await until('a disagreement in the metrics', async () => {
      if (await countsDisagreements()) return true
      if (findFailover()) await restartWith(both, { QUORUM_ABOVE_USD: '0' })
      const [lie] = await tellLies(1)
      if (lie) await untilNamed('one more lie', lie.id, lie.hash, harness.chain.rpcUrl)
      return undefined
    })
    await payHonestly()
    const paid = await Promise.all(told.map(isPaid))
    assert.ok(!paid.includes(true), 'a lie was credited')

    // The same without a second node: what nobody but an operator with two nodes can stop.
    await restartWith([node.url])
    // Each has waited for a second node, and is looked at the more rarely the longer it has.
    for (const { id, hash } of told)
      await paymentThatIs(harness, id, hash, 'COMPLETED', 5 * patience)
    t.diagnostic(
      `${told.length} lies: 0 credited with two nodes, ${told.length} with the liar alone`,
    )
    node.lies.clear()
  })

  test('takes nothing back that two nodes have shown', async () => {
    await restartWith([node.url, harness.chain.rpcUrl], { QUORUM_ABOVE_USD: '0' })
    const [id, hash] = await payHonestly()
    // From now on the node denies the transfer and its block.
    const truth = await readTruth(hash)
    node.lies.set(hash, { ...truth, receipt: { ...truth.receipt, status: '0x0', logs: [] } })
    node.fork = { number: BigInt(String(truth.receipt.blockNumber)), hash: pad('0xf0') }
    await untilNamed('the disagreement', id, hash, node.url)
    await payHonestly()
    assert.ok(await isPaid({ id }))
    node.lies.clear()
    node.fork = undefined
  })
})

/** selectors of `decimals()` and `latestRoundData()` */
const decimalsSelector = '0x313ce567'
const roundSelector = '0xfeaf968c'

describe('a node that lies about what a price is reckoned from', () => {
  const createWith = (props: Record<string, string> = {}) => newCharge(harness, props)
  afterEach(() => node.calls.clear())
  const readDecimals = async (id: string) =>
    (await clientOf(harness).getRequestCharge(id)).tokenDecimals

  test('makes no charge cheap beside an honest one, and is believed alone', async () => {
    await restartWith([node.url, harness.chain.rpcUrl])
    const lies = isNightly ? Array.from({ length: 40 }, (_, index) => index) : [0, 5, 7, 18]
    for (const decimals of lies.filter((one) => one !== 6)) {
      node.calls.set(decimalsSelector, pad(toHex(decimals)))
      await assert.rejects(createWith(), { status: 503 })
    }
    node.calls.clear()
    assert.equal(await readDecimals(await createWith()), 6)
    node.calls.set(decimalsSelector, pad('0x00'))
    await restartWith([node.url])
    assert.equal(await readDecimals(await createWith()), 0)
  })

  test('keeps payments of that token waiting, and no others', async () => {
    const waiting = await createWith()
    node.calls.set(decimalsSelector, pad('0x00'))
    await restartWith([node.url, harness.chain.rpcUrl])
    const hash = await payFor(harness, waiting)
    await paymentThatIs(harness, waiting, hash, 'PENDING')
    const other = await createWith({ tokenAddress: coin, tokenAmount: '0.001' })
    const otherHash = await harness.chain.send(wallet, suffixOf(other), 10n ** 15n)
    await paymentThatIs(harness, other, otherHash, 'COMPLETED')
    assert.ok(!(await isPaid({ id: waiting })))
    node.calls.clear()
    await paymentThatIs(harness, waiting, hash, 'COMPLETED')
  })

  test('or about a feed', async () => {
    const feed = feedAddress(0)
    const say = await deployFeed(harness.chain)
    await say(2000_00000000n)
    const PRICE_FEEDS = JSON.stringify([
      { chainId, tokenAddress: coin, feed, maxAgeSeconds: 3600, min: 1, max: 1_000_000 },
    ])
    await restartWith([node.url, harness.chain.rpcUrl], { PRICE_FEEDS })
    const round = (
      await node.ask({ method: 'eth_call', params: [{ to: feed, data: roundSelector }, 'latest'] })
    ).result as Hex
    const props = { tokenAddress: coin }
    await createWith(props)
    for (const factor of [103n, 110n, 200n, 1000n, 97n, 50n, 10n]) {
      const words = round.slice(2).match(/.{64}/g) ?? []
      words[1] = pad(toHex((2000_00000000n * factor) / 100n)).slice(2)
      node.calls.set(roundSelector, `0x${words.join('')}`)
      await assert.rejects(createWith(props), { status: 503 })
    }
    node.calls.clear()
    await createWith(props)
  })
})

describe('a node that fails', () => {
  test('is replaced by another one, and only large payments wait for it', async () => {
    await restartWith([node.url, harness.chain.rpcUrl], { QUORUM_ABOVE_USD: '4' })
    node.isDown = true
    const large = await newCharge(harness)
    const largeHash = await payFor(harness, large)
    await report(harness, large, largeHash)
    await paymentThatIs(harness, large, largeHash, 'PENDING')
    const small = await newCharge(harness, {}, { local_price: { amount: '3' } })
    const smallHash = await payFor(harness, small, 3_000_000n)
    await paymentThatIs(harness, small, smallHash, 'COMPLETED')
    await until('the missing node to be named', () => isNamed(largeHash, node.url) || undefined)
    assert.ok(!(await isPaid({ id: large })))
    assert.ok(findFailover())
    node.isDown = false
    await paymentThatIs(harness, large, largeHash, 'COMPLETED')
  })

  test('or answers with garbage is replaced', async () => {
    for (const garble of [
      () => '<html>Too many requests</html>',
      (reply: string) => reply.slice(0, reply.length / 2),
      (reply: string) => reply.replace(/"result":/, '"outcome":'),
      () => '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}',
    ]) {
      await restartWith([node.url, harness.chain.rpcUrl])
      node.garble = garble
      await payHonestly()
      assert.ok(findFailover())
      node.garble = undefined
    }
  })

  test('or stays behind is named, and the chain is read from the other one', async () => {
    await restartWith([node.url, harness.chain.rpcUrl])
    await payHonestly()
    node.head = await harness.chain.client.getBlockNumber()
    await harness.chain.client.mine({ blocks: 60 })
    await payHonestly()
    const failover = findFailover()
    assert.ok(failover)
    // Without a number, the node was left before, for an answer that came too late.
    assert.ok(failover.lagBlocks === undefined || Number(failover.lagBlocks) >= 60)
    node.head = undefined
  })
})
