import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Hex } from 'viem'
import { createNodeLimits, parseRetryAfterMs } from '../../../src/service/chain/nodes/limits.ts'
import { isRateLimit } from '../../../src/service/chain/nodes/refusals.ts'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import { chainsOf } from '../../attack/proving.ts'
import {
  type CountingNode,
  limitRange,
  logRangeOf,
  type Refusal,
  type RpcCall,
  type Rule,
  startCountingNode,
} from '../../support/counting-node.ts'
import { chainId, wallet } from '../../support/harness.ts'
import { type LocalChain, startLocalChain } from '../../support/local-chain.ts'

let chain: LocalChain
let node: CountingNode
/** Transfers that lie far apart, in a range that every limit here refuses. */
let hashes: Hex[]
let range: { from: bigint; to: bigint }

before(async () => {
  chain = await startLocalChain()
  node = await startCountingNode(chain.rpcUrl)
  const from = (await chain.client.getBlockNumber()) + 1n
  hashes = []
  for (let count = 0; count < 4; count += 1) {
    hashes.push(await chain.transfer(chain.dusd, wallet, 1n))
    await chain.client.mine({ blocks: 120 })
  }
  range = { from, to: await chain.client.getBlockNumber() }
})
after(async () => {
  await node.stop()
  await chain.stop()
})

const filter = () => ({ tokens: chain.tokens.map(({ address }) => address), recipients: [wallet] })
const newChains = () => chainsOf({ chainId, rpcUrl: node.rpcUrl })
const search = (chains: Chains) => chains.findTransfers(chainId, range, filter())

const toHex = (number: number) => `0x${number.toString(16)}`
const begin = ({ params }: RpcCall) => Number((params as { fromBlock: string }[])[0]?.fromBlock)

/** How providers refuse, in their own words. */
const providers: Record<string, { most: number; rule: Rule }> = {
  'Alchemy, 10 blocks': {
    most: 10,
    rule: limitRange(10, (blocks, call) => ({
      status: 400,
      error: {
        code: -32600,
        message:
          `Under the Free tier plan, you can make eth_getLogs requests with up to a ${blocks} block range. Based on your ` +
          `parameters, this block range should work: [${toHex(begin(call))}, ${toHex(begin(call) + blocks - 1)}]. ` +
          'Upgrade to PAYG for expanded block range.',
      },
    })),
  },
  'QuickNode, 5 blocks': {
    most: 5,
    rule: limitRange(5, (blocks) => ({
      status: 413,
      error: { code: -32615, message: `eth_getLogs is limited to a ${blocks} range` },
    })),
  },
  'a node with 100 blocks': {
    most: 100,
    rule: limitRange(100, (blocks) => ({
      error: { code: -32000, message: `exceed maximum block range: ${blocks}` },
    })),
  },
  'Infura, too many results, with a range that works': {
    most: 125,
    rule: (call, results) =>
      results !== undefined && (logRangeOf(call) ?? 0) > 125
        ? {
            error: {
              code: -32005,
              message: `query returned more than 10000 results. Try with this block range [${toHex(begin(call))}, ${toHex(begin(call) + 124)}].`,
            },
          }
        : undefined,
  },
  'too many results, and nothing else': {
    most: 250,
    rule: (call, results) =>
      results !== undefined && (logRangeOf(call) ?? 0) > 250
        ? { error: { code: -32005, message: 'query returned more than 10000 results' } }
        : undefined,
  },
  '413 without a word': { most: 250, rule: limitRange(250, () => ({ status: 413 })) },
}

describe('a limit of a provider is learnt by one refusal, and no transfer is missed', () => {
  for (const [name, { most, rule }] of Object.entries(providers))
    test(name, async () => {
      const chains = newChains()
      node.refuseBy(rule)
      node.reset()
      const found = await search(chains)
      assert.deepEqual(
        found.map(({ hash }) => hash),
        hashes,
      )
      assert.equal(node.refused(), 1)
      assert.ok(node.count('eth_getLogs') <= 2 + Number(range.to - range.from) / (most * 0.9))
      await search(chains)
      await search(chains)
      assert.equal(node.refused(), 1, 'what was refused once is not asked again')
    })
})

test('a range is proved under a limit of 10 blocks, piece after piece, by one refusal', async () => {
  const chains = newChains()
  node.refuseBy(providers['Alchemy, 10 blocks']?.rule)
  const from = (await chain.client.getBlockNumber()) + 1n
  // A log in every block, as on a chain that is used.
  const paid: Hex[] = []
  for (let count = 0; count < 30; count += 1)
    paid.push(await chain.transfer(chain.dusd, wallet, 1n))
  const to = await chain.client.getBlockNumber()
  node.reset()
  const found: string[] = []
  let [next, witness, rounds] = [
    from,
    undefined as Awaited<ReturnType<Chains['findCompleteTransfers']>>['witness'],
    0,
  ]
  while (next <= to) {
    const answer = await chains.findCompleteTransfers(
      chainId,
      { from: next, to },
      filter(),
      witness,
    )
    assert.ok(answer.completeTo !== undefined && answer.completeTo >= next, answer.incompleteReason)
    found.push(...answer.transfers.map(({ hash }) => hash))
    next = answer.completeTo + 1n
    witness = answer.witness
    rounds += 1
  }
  assert.deepEqual(found, paid)
  assert.equal(node.refused(), 1)
  assert.ok(rounds <= 6, `${rounds} answers`)
})

test('a range is proved that begins with more blocks without logs than a witness is looked for in', async () => {
  node.refuseBy(undefined)
  const chains = newChains()
  const from = (await chain.client.getBlockNumber()) + 70n
  await chain.client.mine({ blocks: 200 })
  const paid = await chain.transfer(chain.dusd, wallet, 1n)
  const to = await chain.client.getBlockNumber()
  const found: string[] = []
  let next = from
  while (next <= to) {
    const range = { from: next, to }
    const answer = await chains.findCompleteTransfers(chainId, range, filter(), undefined)
    assert.ok(answer.completeTo !== undefined && answer.completeTo >= next, answer.incompleteReason)
    found.push(...answer.transfers.map(({ hash }) => hash))
    next = answer.completeTo + 1n
  }
  assert.deepEqual(found, [paid])
})

describe('a node that asks for fewer calls', () => {
  const busy = (headers: Record<string, string>): Rule => {
    let isFirst = true
    return ({ method }) => {
      if (method !== 'eth_getLogs' || !isFirst) return undefined
      isFirst = false
      return { status: 429, headers }
    }
  }

  test('gets none while it asked to wait', async () => {
    const chains = newChains()
    node.refuseBy(busy({ 'retry-after': '3600' }))
    await chains.getBlockNumber(chainId)
    node.reset()
    await assert.rejects(search(chains), { code: 'chain_unreachable' })
    assert.equal(node.count(), 1, 'it is not asked again by the call that it refused')
    await assert.rejects(search(chains), /asked to wait/)
    await assert.rejects(chains.getBlockNumber(chainId), /asked to wait/)
    assert.equal(node.count(), 1)
  })

  test('keeps its range: fewer calls are not asked for by smaller ones', async () => {
    const chains = newChains()
    node.refuseBy(busy({ 'retry-after': '1' }))
    node.reset()
    // Waits for as long as the node has said, and then asks for everything at once.
    const found = await search(chains)
    assert.equal(found.length, hashes.length)
    assert.deepEqual([node.count('eth_getLogs'), node.refused()], [2, 1])
  })

  test('because the credits of the day are used up is not asked for ever smaller ranges', async () => {
    const chains = newChains()
    node.refuseBy(({ method }) =>
      method === 'eth_getLogs'
        ? { status: 402, error: { code: 402, message: 'Payment Required' } }
        : undefined,
    )
    node.reset()
    await assert.rejects(search(chains), { code: 'chain_unreachable' })
    assert.equal(node.count('eth_getLogs'), 1)
  })

  test('by an error of JSON-RPC is understood as well', async () => {
    const chains = newChains()
    let isBusy = true
    node.refuseBy(({ method }) =>
      isBusy && method === 'eth_getLogs'
        ? {
            error: {
              code: -32005,
              message: 'Your app has exceeded its compute units per second capacity',
            },
          }
        : undefined,
    )
    node.reset()
    await assert.rejects(search(chains), { code: 'chain_unreachable' })
    assert.equal(node.count('eth_getLogs'), 2, 'it is asked once more')
    isBusy = false
    assert.equal((await search(chains)).length, hashes.length)
    assert.deepEqual([node.count('eth_getLogs'), node.refused()], [3, 2])
  })
})

describe('what is remembered of a node', () => {
  const learn = (refused: bigint, text: string, laterMs = 0) => {
    let now = 0
    const limits = createNodeLimits(() => now)
    limits.learnLogRange(refused, text)
    now = laterMs
    return limits.getLogRange()
  }
  const hourMs = 3_600_000

  test('is the number of blocks that the refusal states', () => {
    const texts: Record<string, bigint> = {
      'eth_getLogs is limited to a 10,000 range': 10_000n,
      'ranges over 10000 blocks are not supported on freetier': 10_000n,
      'maximum [from, to] blocks distance: 2000': 2000n,
      'block range is too large, max is 1k blocks': 1000n,
      'query exceeds max block range 50': 50n,
      // Avalanche, Flare
      'requested too many blocks from 40 to 540, maximum is set to 128': 128n,
      'requested too many blocks from 240 to 740, maximum is set to 30': 30n,
      // Sonic, Harmony, Ronin, Linea, Mantle, Celo, Cloudflare, 1rpc
      'too wide blocks range, the limit is 100': 100n,
      'GetLogs query must be smaller than size 1024': 1024n,
      'requested block range 20000 exceeds the limit of 200; narrow your fromBlock/toBlock': 200n,
      'range 20000 exceeds limit of 10000': 10_000n,
      'block range greater than 10000 max': 10_000n,
      'query exceeds range, retry smaller (max block range 5000, got 20000)': 5000n,
      "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800": 800n,
      'eth_getLogs is limited to 0 - 50 blocks range': 50n,
    }
    for (const [text, blocks] of Object.entries(texts)) assert.equal(learn(20_000n, text), blocks)
  })

  test('is half of the range where the refusal states none that would be smaller', () => {
    for (const text of [
      '',
      'query returned more than 10000 results',
      'Try with this block range [0x0, 0xffff]',
      'limited to a 0 range',
      'limited to a 99999 range',
    ])
      assert.equal(learn(500n, text), 250n, text)
    assert.equal(learn(1n, 'no'), 1n)
  })

  test('is tried again: a plan after a day, a size by doubling, what was unclear after a minute', () => {
    const stated = 'limited to a 10 range'
    assert.equal(learn(500n, stated, 23 * hourMs), 10n)
    assert.equal(learn(500n, stated, 24 * hourMs), undefined)
    const results = 'query returned more than 10000 results'
    assert.equal(learn(500n, results, hourMs / 2), 250n)
    assert.equal(learn(500n, results, hourMs), 500n)
    assert.equal(learn(500n, 'internal error', hourMs / 120), 250n)
    assert.equal(learn(500n, 'internal error', hourMs / 60), undefined)
  })

  test('a pause is as long as asked, at most a quarter of an hour, and else grows while nothing is answered', () => {
    let now = 0
    const limits = createNodeLimits(() => now)
    limits.pause(parseRetryAfterMs('7'))
    assert.equal(limits.getPauseMs(), 7000)
    now = 7000
    assert.equal(limits.getPauseMs(), 0)
    limits.pause(parseRetryAfterMs('31536000'))
    assert.equal(limits.getPauseMs(), 15 * 60_000)
    now += 15 * 60_000
    for (const expected of [1000, 2000, 4000]) {
      limits.pause()
      assert.equal(limits.getPauseMs(), expected)
      now += expected
    }
    limits.recordAnswer()
    limits.pause()
    assert.equal(limits.getPauseMs(), 1000)
    limits.pause()
    assert.equal(limits.getPauseMs(), 1000, 'calls that are refused together are one refusal')
    assert.equal(parseRetryAfterMs(new Date(60_000).toUTCString(), 0), 60_000)
    assert.equal(parseRetryAfterMs('soon'), undefined)
  })
})

/** How providers say that they get too many calls; docs/rpc-budget.md has the sources. */
const refusals: Record<string, Refusal> = {
  'Alchemy, HTTP 429': {
    status: 429,
    error: { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
  },
  'Alchemy, code 429 with HTTP 200': {
    error: { code: 429, message: 'Your app has exceeded its throughput limit.' },
  },
  Infura: { error: { code: -32_005, message: 'exceeded project rate limit' } },
  'Infura, the day': {
    error: { code: -32_000, message: 'daily request count exceeded, request rate limited' },
  },
  'QuickNode, requests': {
    error: { code: -32_007, message: '100/second request limit reached - reduce calls per second' },
  },
  'QuickNode, credits': { error: { code: -32_012, message: 'credits limited to 6000/sec' } },
  'Base, Alchemy by address': { error: { code: -32_016, message: 'over rate limit' } },
  TheRPC: { error: { code: -32_029, message: 'Too Many Requests' } },
  'other gateways': { error: { code: -32_097, message: 'slow down' } },
  'a page with HTTP 200': {},
  'neither a result nor an error': { body: '{"jsonrpc":"2.0","id":1}' },
  'HTTP 429 without a word': { status: 429 },
}

describe('a refusal for too many calls is waited for, and the call is made once more', () => {
  for (const [name, refusal] of Object.entries(refusals))
    test(name, async () => {
      let isFirst = true
      node.refuseBy(({ method }) => {
        if (!isFirst || method !== 'eth_getLogs') return undefined
        isFirst = false
        return refusal
      })
      node.reset()
      assert.equal((await search(newChains())).length, hashes.length)
      assert.deepEqual([node.count('eth_getLogs'), node.refused()], [2, 1])
    })

  test('but not what a contract says as it reverts, nor a range', () => {
    for (const [error, method] of [
      [{ code: 3, message: 'execution reverted: too many requests' }, 'eth_call'],
      [{ code: -32_000, message: 'execution reverted: credits' }, 'eth_call'],
      [{ code: -32_005, message: 'limit exceeded' }, 'eth_getLogs'],
      [{ code: -32_012, message: 'block range too large' }, 'eth_getLogs'],
      [{ code: -32_016, message: 'Unauthorized' }, 'eth_call'],
    ] as const)
      assert.equal(isRateLimit(error, method), false, error.message)
  })
})

test('a node that refuses every third call of several fails none of them', async () => {
  let calls = 0
  node.refuseBy(() => {
    calls += 1
    return calls % 3 === 0 ? { error: { code: -32000, message: 'try again' } } : undefined
  })
  const chains = newChains()
  const head = await chain.client.getBlockNumber()
  // As one turn of the watcher: with a first failure for the whole of it, it would never get to its end.
  for (let count = 0; count < 10; count += 1) {
    assert.equal(await chains.getBlockNumber(chainId), head)
    assert.ok(await chains.getBlockHash(chainId, head))
    assert.ok(await chains.getBlockTime(chainId, head))
  }
  assert.ok(node.refused() > 0)
  node.refuseBy(undefined)
})
