import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Hono } from 'hono'
import { createChainClient } from '../../../src/service/chain/nodes/client.ts'
import type { Env } from '../../../src/service/http/context.ts'
import { createChainHealth } from '../../../src/service/operate/chain-health.ts'
import { addHealthRoutes, type HealthChecks } from '../../../src/service/operate/health.ts'
import { listen } from '../../api/upstream.ts'
import { createAnsweringServer } from '../../support/answer.ts'

async function ready(vitals: HealthChecks) {
  const app = new Hono<Env>()
  addHealthRoutes(app, vitals)
  const response = await app.request('/readyz')
  return { status: response.status, body: (await response.json()) as unknown }
}

const well: HealthChecks = {
  ping: async () => undefined,
  getHeartbeats: () => new Map([['webhooks', performance.now()]]),
}

test('/readyz is 200 when the database answers and every loop lives', async () => {
  assert.deepEqual(await ready(well), {
    status: 200,
    body: { status: 'ok', database: 'ok', loops: { webhooks: 'ok' } },
  })
})

test('/readyz is 503 when the database refuses, or says nothing', async () => {
  for (const ping of [() => Promise.reject(new Error('gone')), () => new Promise<void>(() => {})]) {
    assert.deepEqual(await ready({ ...well, ping }), {
      status: 503,
      body: {
        ...{ status: 'not ready', database: 'unreachable', loops: { webhooks: 'ok' } },
        failures: ['The database does not answer: nothing can be read or written.'],
      },
    })
  }
})

test('/readyz is 503 while the search of a chain stands still, and says which', async () => {
  const { status, body } = await ready({ ...well, getStandingSearches: () => [8453] })
  assert.equal(status, 503)
  assert.match(JSON.stringify(body), /search for payments on chain 8453 has stopped/)
})

test('/readyz is 503 when a loop has been silent for long', async () => {
  const getHeartbeats = () => new Map([['webhooks', performance.now() - 10 * 60_000]])
  assert.deepEqual(await ready({ ...well, getHeartbeats }), {
    status: 503,
    body: { status: 'not ready', database: 'ok', loops: { webhooks: 'silent' } },
  })
})

/** A node of a chain, which answers whatever it is asked. */
async function serveNode(t: TestContext, chainId: number): Promise<string> {
  const server = createAnsweringServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, method } = JSON.parse(text) as { id: number; method: string }
    const result = method === 'eth_chainId' ? `0x${chainId.toString(16)}` : '0x10'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return await listen(server)
}

test('/readyz says of each chain whether it can be read, and names no node', async (t) => {
  const urls = new Map([
    [1, await serveNode(t, 1)],
    // The node of another chain.
    [10, await serveNode(t, 137)],
    // Nobody is there.
    [8453, 'http://127.0.0.1:1/key-of-the-operator'],
  ])
  const clients = new Map(
    [...urls].map(([id, url]) => [id, createChainClient(id, url, { retryCount: 0 })]),
  )
  let reads = 0
  const readChains = createChainHealth({
    ids: [...urls.keys()],
    getBlockNumber(id) {
      reads++
      const client = clients.get(id)
      if (!client) throw new Error(`no client of ${id}`)
      return client.read((one) => one.getBlockNumber())
    },
  })
  const first = await ready({ ...well, readChains })
  assert.equal(first.status, 200)
  assert.deepEqual((first.body as { chains: unknown }).chains, {
    1: 'ok',
    10: 'another chain',
    8453: 'unreachable',
  })
  assert.doesNotMatch(JSON.stringify(first.body), /127\.0\.0\.1|key-of/)
  await ready({ ...well, readChains })
  assert.equal(reads, 3, 'who asks again costs the nodes nothing')
})
