import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { ChargeEvent } from '../../src/api/schemas/webhook.ts'
import { createAnsweringServer } from './answer.ts'
import { clientOf, type Harness } from './harness.ts'
import { type Provided, provide } from './provide.ts'

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

/** A receiver for the tests of the file that calls this. It gets the webhooks of the harness's shop, and checks their signatures. */
export const provideReceiver = (harness: Provided<Harness>) =>
  provide<Receiver>(
    async (receiver) => {
      await harness.started
      await startReceiver(undefined, receiver)
      const { secret = '' } = await clientOf(harness).setChargeWebhook({ url: receiver.url })
      receiver.secret = secret
    },
    (receiver) => receiver.die(),
  )

/**
 * Starts a receiver on a free port.
 *
 * @param receiver becomes the receiver, where somebody holds it already
 */
export async function startReceiver(
  host = '127.0.0.1',
  receiver = {} as Receiver,
): Promise<Receiver> {
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
  return Object.assign(receiver, {
    url: `http://${host}:${port}/hook`,
    secret: '',
    received: [],
    answer: (_: Received, response: ServerResponse) => void response.writeHead(204).end(),
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
  })
}

function isGenuine(body: string, headers: IncomingMessage['headers'], secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
