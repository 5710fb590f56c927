import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { checkHost, publicLookup } from './address.ts'

/** A webhook message and its receiver. */
export interface Message {
  url: string
  /** `whsec_…` */
  secret: string
  /** A recently replaced secret, with which the receiver may still verify. */
  formerSecret?: string | undefined
  /** The same in every attempt. */
  id: string
  body: string
}

/** Options of {@link send}. */
export interface SendOptions {
  /** Whether private addresses may be called. */
  allowPrivate: boolean
  /** Milliseconds until the receiver must have responded, from the start. */
  timeout: number
  /** Aborts a running attempt. */
  signal: AbortSignal
}

/** Bytes of a response body that are read, so that the receiver can finish. Their content is ignored. */
const mostRead = 16 * 1024

/**
 * Sends a webhook once, signed with the current time by Standard Webhooks, and resolves with the status of the
 * response. Redirects are not followed: they would send the charge to a host that was not checked.
 *
 * @throws an error of node:http, a PrivateAddressError, or a TimeoutError
 */
export async function send(message: Message, options: SendOptions): Promise<number> {
  const url = new URL(message.url)
  if (!options.allowPrivate) checkHost(url.hostname)
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeout)])
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const call = (url.protocol === 'https:' ? https : http)(url, {
    method: 'POST',
    headers: headers(message),
    signal,
    // A new connection each time: a reused one could lead to an address that was checked long ago.
    agent: false,
    ...(!options.allowPrivate && { lookup: publicLookup }),
  })
  call.on('error', (error) => reject(signal.aborted ? signal.reason : error))
  call.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    let read = 0
    response.on('data', (part: Buffer) => {
      read += part.length
      if (read > mostRead) response.destroy()
    })
    // The status is already known, so an error in the body does not matter.
    response.on('error', () => undefined)
  })
  call.end(message.body)
  return await promise
}

function headers(message: Message): Record<string, string | number> {
  const { id, secret, formerSecret, body } = message
  const now = new Date()
  const secrets = formerSecret === undefined ? [secret] : [secret, formerSecret]
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'pay-charge-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(now.getTime() / 1000),
    // Several signatures are separated by a space; one must match (Standard Webhooks, "Signature scheme").
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, now, body)).join(' '),
  }
}
