import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createAnsweringServer } from './answer.ts'

/** A call of JSON-RPC. */
export interface NodeCall {
  id: unknown
  method: string
  params: unknown[]
}

/** What a node says to a call. */
export interface NodeReply {
  result?: unknown
  error?: { code: number; message: string }
}

/** Asks a node. */
export async function askNode(rpcUrl: string, call: Partial<NodeCall>): Promise<NodeReply> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  return (await response.json()) as NodeReply
}

/** What a node of a test says in the place of the real one; undefined for the same, and `down` for a 502. */
export type Answer = NodeReply | 'down' | undefined

/** A node of a test. */
export interface TestNode {
  rpcUrl: string
  stop: () => Promise<void>
}

/** Starts a node in front of a real one, which answers each call, alone or of a batch, as `answer` says. */
export async function startNode(
  target: string,
  answer: (call: NodeCall) => Answer | Promise<Answer>,
): Promise<TestNode> {
  const reply = async (call: NodeCall) => {
    const said = await answer(call)
    if (said === undefined) return await askNode(target, call)
    return said === 'down' ? said : { jsonrpc: '2.0', id: call.id, ...said }
  }
  const server = createAnsweringServer(async (request, response) => {
    const body = (await json(request)) as NodeCall | NodeCall[]
    const replies = await Promise.all([body].flat().map(reply))
    if (replies.includes('down')) return response.writeHead(502).end('bad gateway')
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
