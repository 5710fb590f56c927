import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from 'viem'
import { chainClient } from '../../src/service/chain/client.ts'
import { readBlockBefore } from '../../src/service/chain/search.ts'
import { readTransfers } from '../../src/service/chain/transfers.ts'
import { type LocalChain, startLocalChain } from '../support/local-chain.ts'
import { chainId, wallet } from './harness.ts'

interface Call {
  id: number
  method: string
  params: { fromBlock: Hex; toBlock: Hex }[]
}

let chain: LocalChain
before(async () => {
  chain = await startLocalChain()
})
after(() => chain.stop())

/** The chain behind a node that answers by its own rules where `answer` gives something, and counts what it is asked. */
async function picky(answer: (call: Call) => object | undefined) {
  const asked: Call[] = []
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call
    asked.push(call)
    const headers = { 'content-type': 'application/json' }
    const own = answer(call)
    const body = own
      ? JSON.stringify({ jsonrpc: '2.0', id: call.id, ...own })
      : await fetch(chain.rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) }).then(
          (answered) => answered.text(),
        )
    response.writeHead(200, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { client: chainClient(chainId, url), asked, stop }
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
    await chain.transfer(chain.token('DUSD').address, chain.payer.address, 1n)
    const to = await chain.client.getBlockNumber()
    const node = await picky(refuseBeyond(10))
    const found = await readTransfers(node.client, { from, to }, wanted())
    assert.deepEqual(
      found.map(({ hash }) => hash),
      hashes,
    )
    assert.ok(node.asked.some((call) => call.method === 'eth_getLogs' && length(call) > 10))
    node.stop()
  })

  test('says so when not even one block is answered', async () => {
    const node = await picky(refuseBeyond(0))
    const head = await chain.client.getBlockNumber()
    await assert.rejects(readTransfers(node.client, { from: head - 3n, to: head }, wanted()), {
      code: 'chain_unreachable',
    })
    node.stop()
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
    readBlockBefore(node.client, new Date((start + seconds) * 1000), head)
  // Blocks are 10 s apart, and anvil may count one second more for each.
  const block = await at(315)
  const [one, next] = await Promise.all(
    [block, block + 1n].map((blockNumber) => chain.client.getBlock({ blockNumber })),
  )
  assert.ok(Number(one?.timestamp) < start + 315 && Number(next?.timestamp) >= start + 315)
  assert.equal(await at(100_000), head)
  node.stop()
})
