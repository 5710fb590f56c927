import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface RpcCall {
  id: number
  method: string
}

/** A node that does not trace, as most public ones: it refuses debug_ and trace_ methods, and knows everything else. */
export async function startUntracedNode(target: string) {
  let refused = 0
  async function answer(call: RpcCall): Promise<unknown> {
    const { id, method } = call
    if (/^(debug|trace)_/.test(method)) {
      refused += 1
      const error = {
        code: -32601,
        message: `the method ${method} does not exist/is not available`,
      }
      return { jsonrpc: '2.0', id, error }
    }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(call) })
    return await response.json()
  }

  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as RpcCall | RpcCall[]
    const reply = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(reply))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Calls that would have told what moved. */
    refused: () => refused,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
