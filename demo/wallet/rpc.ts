import { disconnected, WalletError } from './errors.ts'

/** Calls a node. Throws a WalletError: the node's own error, or 4900 when the node is out of reach. */
export type Rpc = (method: string, params?: unknown) => Promise<unknown>

/** Milliseconds; a local node answers within a few. */
const timeout = 15_000

/** JSON-RPC 2.0 over HTTP. `tell` hears of each call whether the node could be reached. */
export function createRpc(url: string, tell: (reached: boolean) => void = () => {}): Rpc {
  let id = 0
  return async (method, params = []) => {
    id += 1
    const reply = await post(url, { jsonrpc: '2.0', id, method, params }).catch((cause) => {
      tell(false)
      throw disconnected(`The chain at ${url} cannot be reached: ${cause.message}`)
    })
    tell(true)
    if (reply.error) throw new WalletError(reply.error.code, reply.error.message, reply.error.data)
    return reply.result
  }
}

interface Reply {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

async function post(url: string, body: object): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response.json()
}
