import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { findBlockBefore } from '../../../src/service/chain/logs/search.ts'
import { findTransfers } from '../../../src/service/chain/logs/transfers.ts'
import { createChainClient } from '../../../src/service/chain/nodes/client.ts'
import { readRate } from '../../../src/service/chain/tokens/feeds.ts'
import { lookUpTransaction } from '../../../src/service/chain/transactions/lookup.ts'
import { deploy } from '../../support/contracts.ts'
import { chainId, wallet } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'
import { type NodeCall, type NodeReply, startNode } from '../../support/node.ts'

interface Call extends NodeCall {
  params: { fromBlock: Hex; toBlock: Hex }[]
}

let chain: LocalChain
before(async () => {
  chain = await startLocalChain()
})
after(() => chain.stop())

/** The chain behind a node that answers by its own rules where `answer` gives something, and counts what it is asked. */
async function picky(answer: (call: Call) => NodeReply | undefined) {
  const asked: Call[] = []
  const { rpcUrl, stop } = await startNode(chain.rpcUrl, (call) => {
    asked.push(call as Call)
    return answer(call as Call)
  })
  return { client: createChainClient(chainId, rpcUrl), asked, stop }
}

const length = ({ params: [range] }: Call) => Number(range?.toBlock) - Number(range?.fromBlock) + 1

describe('a search for transfers', () => {
  const refuseBeyond = (most: number) => (call: Call) =>
    call.method === 'eth_getLogs' && length(call) > most
      ? { error: { code: -32000, message: `query exceeds max block range ${most}` } }
      : undefined
  const wanted = () => ({ tokens: chain.tokens.map((one) => one.address), recipients: [wallet] })

  test('halves a range that the node refuses, and misses nothing', async () => {
    const hashes: Hex[] = []
    const from = (await chain.client.getBlockNumber()) + 1n
    for (const symbol of ['DUSD', 'OUSD', 'DUSD']) {
      hashes.push(await chain.transfer(chain.token(symbol).address as Address, wallet, 1n))
      await chain.client.mine({ blocks: 30 })
    }
    await chain.transfer(chain.dusd, chain.payer.address, 1n)
    const to = await chain.client.getBlockNumber()
    const node = await picky(refuseBeyond(10))
    const found = await findTransfers(node.client, { from, to }, wanted())
    assert.deepEqual(
      found.map(({ hash }) => hash),
      hashes,
    )
    assert.ok(node.asked.some((call) => call.method === 'eth_getLogs' && length(call) > 10))
    await node.stop()
  })

  test('says so when not even one block is answered', async () => {
    const node = await picky(refuseBeyond(0))
    const head = await chain.client.getBlockNumber()
    await assert.rejects(findTransfers(node.client, { from: head - 3n, to: head }, wanted()), {
      code: 'chain_unreachable',
    })
    await node.stop()
  })
})

test('the block before a time is found without asking for blocks of long ago', async () => {
  const start = Math.ceil(Date.now() / 1000) + 1000
  const first = (await chain.client.getBlockNumber()) + 1n
  for (let index = 0; index < 40; index += 1) {
    await chain.setTime((start + index * 10) * 1000)
    await chain.client.mine({ blocks: 1 })
  }
  const node = await picky((call) =>
    call.method === 'eth_getBlockByNumber' && Number(call.params[0]) < first
      ? { error: { code: 4444, message: 'pruned history unavailable' } }
      : undefined,
  )
  const head = await chain.client.getBlockNumber()
  const at = (seconds: number) =>
    findBlockBefore(node.client, new Date((start + seconds) * 1000), head)
  // Blocks are 10 s apart, and anvil may count one second more for each.
  const block = await at(315)
  const [one, next] = await Promise.all(
    [block, block + 1n].map((blockNumber) => chain.client.getBlock({ blockNumber })),
  )
  assert.ok(Number(one?.timestamp) < start + 315 && Number(next?.timestamp) >= start + 315)
  assert.equal(await at(100_000), head)
  await node.stop()
})

describe('native currency that a contract sends', () => {
  const release = (amount: bigint) =>
    encodeFunctionData({
      abi: parseAbi(['function releaseCoin(uint256 amount)']),
      functionName: 'releaseCoin',
      args: [amount],
    })
  const lacking =
    (...methods: string[]) =>
    (call: Call) =>
      methods.includes(call.method)
        ? { error: { code: -32601, message: `the method ${call.method} does not exist` } }
        : undefined

  async function sent(): Promise<{ escrow: Address; hash: Hex; head: bigint }> {
    const escrow = await deploy(chain, 'Escrow', [wallet])
    await chain.client.setBalance({ address: escrow, value: parseEther('1') })
    const hash = await chain.send(escrow, release(7n))
    return { escrow, hash, head: await chain.client.getBlockNumber() }
  }

  test('is told by either kind of trace, with its sender', async () => {
    const { escrow, hash, head } = await sent()
    for (const without of [[], ['debug_traceTransaction']]) {
      const node = await picky(lacking(...without))
      const { receipt } = await lookUpTransaction(node.client, hash, head, [wallet])
      const [movement, ...more] = receipt?.internalTransfers ?? []
      assert.deepEqual(
        [movement?.from, movement?.to, movement?.value],
        [escrow.toLowerCase(), wallet.toLowerCase(), 7n],
      )
      assert.deepEqual(more, [])
      await node.stop()
    }
  })

  test('is told by the balance where the node does not trace, which is asked only once', async () => {
    const { hash, head } = await sent()
    const traces = ['debug_traceTransaction', 'trace_transaction']
    const node = await picky(lacking(...traces))
    for (let time = 0; time < 3; time += 1) {
      const { receipt } = await lookUpTransaction(node.client, hash, head, [wallet])
      assert.deepEqual(receipt?.internalTransfers, [{ from: '', to: wallet, value: 7n }])
    }
    assert.equal(node.asked.filter(({ method }) => traces.includes(method)).length, 2)
    await node.stop()
  })

  test('that nobody can tell is unknown, never nothing', async () => {
    const escrow = await deploy(chain, 'Escrow', [wallet])
    await chain.client.setBalance({ address: escrow, value: parseEther('1') })
    await chain.client.setAutomine(false)
    // Another call in the same block: the balance is not this one's alone.
    const hashes: Hex[] = []
    for (const amount of [7n, 8n]) {
      const call = { to: escrow, data: release(amount), gas: 100_000n }
      hashes.push(await chain.client.sendTransaction(call))
    }
    const [hash] = hashes
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    const node = await picky(lacking('debug_traceTransaction', 'trace_transaction'))
    const head = await chain.client.getBlockNumber()
    const { receipt } = await lookUpTransaction(node.client, hash ?? '', head, [wallet])
    assert.deepEqual([receipt?.hasSucceeded, receipt?.internalTransfers], [true, undefined])
    await node.stop()
  })

  test('moves nothing where the call failed inside', async () => {
    const relay = await deploy(chain, 'SmartWallet')
    const hash = await chain.send(relay, '0x', 5n)
    const head = await chain.client.getBlockNumber()
    const { receipt } = await lookUpTransaction(
      createChainClient(chainId, chain.rpcUrl),
      hash,
      head,
      [wallet],
    )
    assert.deepEqual(receipt?.internalTransfers, [])
  })
})

describe('a price feed', () => {
  const abi = parseAbi(['function set(int256 answer, uint256 updatedAt)'])
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1000)

  test('on a rollup is believed only while the sequencer is up, and was for an hour', async () => {
    const [feed, sequencerFeed] = [
      await deploy(chain, 'PriceFeed', [8, 'ETH / USD']),
      await deploy(chain, 'PriceFeed', [0, 'L2 Sequencer Uptime Status Feed']),
    ]
    const set = (to: Address, answer: bigint, time: number) =>
      chain.send(to, encodeFunctionData({ abi, functionName: 'set', args: [answer, BigInt(time)] }))
    await set(feed, 2000_00000000n, seconds)
    const bounds = { maxAgeSeconds: 3600, min: 100, max: 100_000 }
    const read = () =>
      readRate(
        createChainClient(chainId, chain.rpcUrl),
        { chainId, tokenAddress: feed, feed, sequencerFeed, ...bounds },
        now,
      )
    await set(sequencerFeed, 0n, seconds - 3601)
    assert.equal((await read()).answer, 2000_00000000n)
    await set(sequencerFeed, 0n, seconds - 3500)
    await assert.rejects(read(), {
      code: 'price_unavailable',
      message: /came up only 3500 seconds ago/,
    })
    await set(sequencerFeed, 1n, seconds - 9000)
    await assert.rejects(read(), {
      code: 'price_unavailable',
      message: /sequencer of the chain is down/,
    })
  })
})
