import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { unitsOf } from './counting-node.ts'
import { until } from './wait.ts'

/** What a provider counts for a byte of a subscription (docs/rpc-budget.md). */
const unitsPerByte = 0.04

/** Changes what the node says before it is passed on; undefined swallows it. */
export type Distortion = (message: Record<string, unknown>) => object | undefined

/** The socket of a real chain's node, behind which somebody can lie, fall silent, flood or hang up. */
export interface SocketNode {
  url: string
  /** Connections that are open. */
  connections: () => number
  /** Whether somebody is connected who has asked for logs. */
  hasSubscriber: () => boolean
  /** Calls of a method since the last `reset`; of all without one. */
  count: (method?: string) => number
  /** Logs that were passed on since the last `reset`. */
  logs: () => number
  /** Compute units of calls and logs since the last `reset`. */
  units: () => number
  reset: () => void
  /** Resolves when every call is answered, and those who listen have handled all that was sent to them. */
  settle: () => Promise<void>
  /** Distorts from now on; undefined passes on what the node says. */
  distort: (distortion: Distortion | undefined) => void
  /** Sends a message that the node has not said. */
  send: (message: object) => void
  /** Ends the connections, and takes no new ones until it is called with false. */
  hangUp: (isDown: boolean) => void
  stop: () => Promise<void>
}

/** Starts it in front of the node with this URL. */
export async function startSocketNode(rpcUrl: string): Promise<SocketNode> {
  const calls: string[] = []
  /** Whether each client has asked for logs. */
  const clients = new Map<WebSocket, boolean>()
  let [logs, logBytes, waiting, isDown] = [0, 0, 0, false]
  let distortion: Distortion | undefined

  function passOn(client: WebSocket, text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>
    const isAnswer = 'id' in message
    const said = distortion ? distortion(message) : message
    if (said) {
      client.send(JSON.stringify(said))
      if (!isAnswer) {
        logs += 1
        logBytes += text.length
      }
    }
    if (isAnswer) waiting -= 1
  }

  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', async (client) => {
    if (isDown) return client.terminate()
    clients.set(client, false)
    const target = new WebSocket(rpcUrl.replace('http', 'ws'))
    const opened = once(target, 'open')
    target.on('message', (data) => passOn(client, String(data)))
    client.on('message', async (data) => {
      const { method } = JSON.parse(String(data)) as { method: string }
      calls.push(method)
      if (method === 'eth_subscribe') clients.set(client, true)
      waiting += 1
      await opened
      target.send(String(data))
    })
    client.on('close', () => {
      clients.delete(client)
      target.terminate()
      if (clients.size === 0) waiting = 0
    })
    // What is terminated while it opens says so.
    target.on('error', () => client.terminate())
    await opened.catch(() => undefined)
  })
  await once(server, 'listening')
  const countCalls = (method?: string) =>
    calls.filter((one) => method === undefined || one === method).length
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => clients.size,
    hasSubscriber: () => [...clients.values()].some(Boolean),
    count: countCalls,
    logs: () => logs,
    units: () =>
      calls.reduce((sum, method) => sum + (method === 'eth_subscribe' ? 10 : unitsOf(method)), 0) +
      logBytes * unitsPerByte,
    reset() {
      calls.length = 0
      logs = 0
      logBytes = 0
    },
    async settle() {
      await until('the answers', () => (waiting === 0 ? true : undefined))
      for (const client of clients.keys()) {
        const done = new AbortController()
        const answered = ['pong', 'close'].map((event) => once(client, event, done))
        client.ping()
        await Promise.race(answered)
        done.abort()
        await Promise.allSettled(answered)
      }
    },
    distort(next) {
      distortion = next
    },
    send(message) {
      for (const client of clients.keys()) client.send(JSON.stringify(message))
    },
    hangUp(isNowDown) {
      isDown = isNowDown
      if (isDown) for (const client of clients.keys()) client.terminate()
    },
    async stop() {
      for (const client of clients.keys()) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a node says about a log of a transaction. */
export const logOf = (hash: string) => ({
  jsonrpc: '2.0',
  method: 'eth_subscription',
  params: { subscription: '0x1', result: { transactionHash: hash, blockNumber: '0xffffff' } },
})
