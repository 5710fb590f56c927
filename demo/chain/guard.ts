import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { PayError } from '../../src/errors.ts'
import { localHosts } from '../shop/local-hosts.ts'

/** The port of a local chain, which answers this machine's own programs and pages. */
export interface ChainGuard {
  url: string
  port: number
  /** Passes calls on to the chain from now on; before, they are answered with 503. */
  open: (rpcUrl: string) => void
  close: () => Promise<void>
}

/**
 * Listens in a local chain's place. The chain itself answers every web page that its user happens to open: it allows any
 * origin, and any Host, so that a name which leads to 127.0.0.1 (DNS rebinding) is taken for it as well.
 *
 * @param port 0: any free one
 * @throws PayError `invalid_setting` when the port is taken
 */
export async function openChainGuard(port: number): Promise<ChainGuard> {
  let target: URL | undefined
  const server = createServer((call, reply) => {
    const origin = call.headers.origin
    if (!isLocalHost(call.headers.host) || !isLocalOrigin(origin))
      return refuse(reply, 403, 'The chain answers programs and pages of this machine only.')
    if (origin !== undefined) allowOrigin(reply, origin)
    if (call.method === 'OPTIONS') return void reply.writeHead(204).end()
    if (!target) return refuse(reply, 503, 'The chain has not started yet.')
    pass(call, reply, target)
  })
  const listening = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening.catch((cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE'
    const text = isTaken
      ? `Port ${port} is taken: set CHAIN_PORT to another one, or to 0 for any free one.`
      : `The local chain cannot listen on port ${port}: ${cause.message}`
    throw new PayError('invalid_setting', text, { field: 'CHAIN_PORT', cause })
  })
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    open(rpcUrl) {
      target = new URL(rpcUrl)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function isLocalHost(host = ''): boolean {
  const name = host.toLowerCase().replace(/:\d*$/, '')
  return localHosts.some((one) => one === name)
}

/** Programs send no origin, and wallets their extension's. */
function isLocalOrigin(origin: string | undefined): boolean {
  if (origin === undefined || /^(chrome|moz|safari-web)-extension:/.test(origin)) return true
  return isLocalHost(URL.parse(origin)?.host)
}

function allowOrigin(reply: ServerResponse, origin: string): void {
  reply.setHeader('access-control-allow-origin', origin)
  reply.setHeader('access-control-allow-methods', 'POST')
  reply.setHeader('access-control-allow-headers', 'content-type')
  reply.setHeader('vary', 'origin')
}

function pass(call: IncomingMessage, reply: ServerResponse, target: URL): void {
  const headers = { 'content-type': call.headers['content-type'] ?? 'application/json' }
  const toChain = httpRequest(target, { method: call.method ?? 'POST', headers })
  toChain.once('response', (answer) => {
    const type = answer.headers['content-type'] ?? 'application/json'
    reply.writeHead(answer.statusCode ?? 502, { 'content-type': type })
    answer.pipe(reply)
  })
  toChain.once('error', ({ message }) => {
    if (reply.headersSent) reply.destroy()
    else refuse(reply, 502, `The local chain gave no answer: ${message}`)
  })
  call.pipe(toChain)
}

function refuse(reply: ServerResponse, status: number, message: string): void {
  reply.writeHead(status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }))
}
