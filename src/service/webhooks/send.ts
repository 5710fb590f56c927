import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { checkHost, publicLookup } from './address.ts'

/** What is sent, and to whom. */
export interface Message {
  url: string
  /** `whsec_…` */
  secret: string
  /** One that was replaced lately, and that the receiver may still verify with. */
  formerSecret?: string | undefined
  /** The same at every try. */
  id: string
  body: string
}

export interface SendOptions {
  /** Also to private addresses. */
  allowPrivate: boolean
  /** Milliseconds for the receiver's answer, from the start. */
  timeout: number
  /** Ends a try that is under way. */
  signal: AbortSignal
}

/** Bytes of an answer that are read, for the receiver's peace; what they say is not looked at. */
const mostRead = 16 * 1024

/**
 * Makes one try, signed for now as Standard Webhooks says, and resolves with the answer's status. No redirect is
 * followed: it would carry the charge to a host that nobody checked.
 * Rejects with what node:http says, with PrivateAddress, or with a TimeoutError.
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
    // A connection of its own: one that was kept could lead to an address that was checked long ago.
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
    // The answer was the status: however its body ends, nothing is left to say.
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
    // Several are separated by a space, and one must fit (Standard Webhooks, "Signature scheme").
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, now, body)).join(' '),
  }
}
