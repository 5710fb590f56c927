import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAnsweringServer } from '../support/answer.ts'

interface RpcCall {
  id: number
  method: string
  params?: { fromBlock?: string; toBlock?: string }[]
}

/** A node whose index of logs ends at a block: it answers [] beyond, and says nothing of it, as real ones do. */
export async function startLaggingNode(rpcUrl: string) {
  const counts = new Map<string, number>()
  let indexedTo: bigint | undefined

  async function answer(call: RpcCall): Promise<unknown> {
    counts.set(call.method, (counts.get(call.method) ?? 0) + 1)
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    const reply = (await response.json()) as { result?: { blockNumber: string }[] }
    if (call.method !== 'eth_getLogs' || indexedTo === undefined) return reply
    const end = indexedTo
    const result = reply.result?.filter(({ blockNumber }) => BigInt(blockNumber) <= end)
    return { ...reply, result }
  }

  const server = createAnsweringServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
    const reply = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(reply))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Calls of a method so far; of all without one. */
    count: (method?: string) =>
      method === undefined
        ? [...counts.values()].reduce((sum, one) => sum + one, 0)
        : (counts.get(method) ?? 0),
    /** Ends the index of logs at a block; undefined heals it. */
    indexTo(block: bigint | undefined) {
      indexedTo = block
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
