import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { createClient } from 'viem'
import { createBatchTransport } from '../../src/wallet/batch-transport.ts'
import { createAnsweringServer } from '../support/answer.ts'

// Nodes that take batches, and nodes that do all else that may be done with one.

interface Call {
  id: number
  method: string
  params?: unknown[]
}

type Answer = { id: number; result?: unknown; error?: { code: number; message: string } }

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a node with an answer to a batch, and lists the sizes of what it was sent; 0 is a read alone. */
async function startNode(answerBatch: (calls: Call[]) => unknown, answer = honest) {
  const sizes: number[] = []
  const server = createAnsweringServer(async (request, response) => {
    const body = JSON.parse(await new Response(request as never).text()) as Call | Call[]
    const isBatch = Array.isArray(body)
    sizes.push(isBatch ? body.length : 0)
    const reply = isBatch ? answerBatch(body) : answer(body)
    response.setHeader('content-type', 'application/json')
    if (reply === 'refused') response.statusCode = 400
    response.end(JSON.stringify(reply))
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const client = createClient({ transport: createBatchTransport(`http://127.0.0.1:${port}`) })
  const read = (method: string) => client.request({ method } as never) as Promise<unknown>
  return { sizes, read }
}

const results: Record<string, string> = {
  eth_chainId: '0x7a69',
  eth_gasPrice: '0x3b9aca00',
  eth_blockNumber: '0x64',
}
const honest = ({ id, method }: Call): Answer =>
  method in results
    ? { id, result: results[method] }
    : { id, error: { code: 3, message: 'execution reverted: paused' } }

const methods = Object.keys(results)
const expected = Object.values(results)

test('reads that start together are sent in one request', async () => {
  const { sizes, read } = await startNode((calls) => calls.map(honest))
  assert.deepEqual(await Promise.all(methods.map(read)), expected)
  assert.deepEqual(sizes, [3])
})

test('a read by itself is no batch', async () => {
  const { sizes, read } = await startNode((calls) => calls.map(honest))
  assert.equal(await read('eth_gasPrice'), '0x3b9aca00')
  assert.deepEqual(sizes, [0])
})

test('each read gets its own answer, in whatever order they come', async () => {
  const { read } = await startNode((calls) => calls.map(honest).reverse())
  assert.deepEqual(await Promise.all(methods.map(read)), expected)
})

test('no read gets the answer of another that the node has left out', async () => {
  const { sizes, read } = await startNode((calls) => calls.slice(1).map(honest))
  assert.deepEqual(await Promise.all(methods.map(read)), expected)
  assert.deepEqual(sizes, [3, 0])
})

test('an error is that of the read alone, and the others have their answers', async () => {
  const { sizes, read } = await startNode((calls) => calls.map(honest))
  const [gasPrice, failed] = await Promise.allSettled([read('eth_gasPrice'), read('eth_call')])
  assert.deepEqual(gasPrice, { status: 'fulfilled', value: '0x3b9aca00' })
  assert.ok(failed.status === 'rejected' && /paused/.test(String(failed.reason)))
  assert.deepEqual(sizes, [2, 0])
})

for (const [name, reply] of [
  ['one error for all', { id: null, error: { code: -32600, message: 'No batches.' } }],
  ['a refused request', 'refused'],
  ['nothing', null],
] as const) {
  test(`a node that answers a batch with ${name} is read without batches from then on`, async () => {
    const { sizes, read } = await startNode(() => reply)
    assert.deepEqual(await Promise.all(methods.map(read)), expected)
    assert.deepEqual(await Promise.all(methods.map(read)), expected)
    assert.deepEqual(sizes, [3, 0, 0, 0, 0, 0, 0])
  })
}

test('more reads than a node takes at once are sent in several batches', async () => {
  const { sizes, read } = await startNode((calls) => calls.map(honest))
  await Promise.all(Array.from({ length: 23 }, () => read('eth_chainId')))
  assert.deepEqual(sizes.sort(), [10, 10, 3])
})
