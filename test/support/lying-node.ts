import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a node gets it. */
export interface NodeCall {
  id: unknown
  method: string
  params: unknown[]
}

/** Answers a call in the node's place; undefined passes it on. `ask` asks the node. */
export type Lie = (
  call: NodeCall,
  ask: (method: string, params: unknown[]) => Promise<unknown>,
) => Promise<object | undefined> | object | undefined

/** A node that says what the test wants it to say of a real one. */
export interface LyingNode {
  url: string
  /** Lets it lie from now on; undefined for the truth. */
  lie(lie: Lie | undefined): void
  end(): Promise<void>
}

/** Starts a node that passes all calls on to a real one, until it is told to lie. */
export async function startLyingNode(rpcUrl: string): Promise<LyingNode> {
  let current: Lie | undefined
  const forward = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { result?: unknown }
  }
  const ask = async (method: string, params: unknown[]) =>
    (await forward({ jsonrpc: '2.0', id: 1, method, params })).result
  const answer = async (call: NodeCall) => {
    const lied = await current?.(call, ask)
    return lied ? { jsonrpc: '2.0', id: call.id, ...lied } : await forward(call)
  }
  const server = createServer(async (request, response) => {
    try {
      const body = JSON.parse(await readBody(request)) as NodeCall | NodeCall[]
      const answers = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answers))
    } catch {
      response.statusCode = 500
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie(lie) {
      current = lie
    },
    async end() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
