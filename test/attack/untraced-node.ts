import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAnsweringServer } from '../support/answer.ts'

interface RpcCall {
  id: number
  method: string
}

const unsupported = (method: string) => ({
  code: -32601,
  message: `the method ${method} does not exist/is not available`,
})
export const busy = () => ({ code: -32000, message: 'tracing failed: required historical state' })

/**
 * A node that does not trace, as most public ones: it refuses debug_ and trace_ methods, and knows everything else.
 *
 * @param refuse what it answers then. By {@link busy} it may trace later
 */
export async function startUntracedNode(
  target: string,
  refuse: (method: string) => { code: number; message: string } = unsupported,
) {
  let refused = 0
  let traces = false
  async function answer(call: RpcCall): Promise<unknown> {
    const { id, method } = call
    if (!traces && /^(debug|trace)_/.test(method)) {
      refused += 1
      return { jsonrpc: '2.0', id, error: refuse(method) }
    }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(call) })
    return await response.json()
  }

  const server = createAnsweringServer(async (request, response) => {
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
    /** From now on it traces. */
    trace() {
      traces = true
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
