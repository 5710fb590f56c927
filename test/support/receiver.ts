import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { ChargeEvent } from '../../src/api/schemas/webhook.ts'
import { createAnsweringServer } from './answer.ts'

/** A call as it came. */
export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
  event: ChargeEvent
  /** What the `standardwebhooks` library says of the signature. */
  genuine: boolean
  at: number
}

/** A merchant's server for webhooks, on a port that stays the same when it dies and comes back. */
export interface Receiver {
  url: string
  /** Signs what is to come; set once the service has told it. */
  secret: string
  received: Received[]
  /** Answers a call. @default 204 */
  answer: (call: Received, response: ServerResponse) => void
  die: () => Promise<void>
  comeBack: () => Promise<void>
}

/** Starts a receiver on a free port. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const server = createAnsweringServer(async (request, response) => {
    const body = await text(request)
    const { url: path = '', headers } = request
    const event = JSON.parse(body) as ChargeEvent
    const genuine = isGenuine(body, headers, receiver.secret)
    const call = { path, headers, body, event, genuine, at: Date.now() }
    receiver.received.push(call)
    receiver.answer(call, response)
  })
  let isDead = false
  server.on('connection', (socket) => {
    if (isDead) socket.destroy()
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://${host}:${port}/hook`,
    secret: '',
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    // The port stays taken, so that nobody else gets it before it comes back.
    async die() {
      isDead = true
      server.closeAllConnections()
      server.unref()
    },
    async comeBack() {
      isDead = false
      server.ref()
    },
  }
  return receiver
}

function isGenuine(body: string, headers: IncomingMessage['headers'], secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
