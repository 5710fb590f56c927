import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { Answer } from '../outbox.ts'
import { toShownBody } from '../shown-body.ts'
import { assertPublicHost, lookupPublicAddress } from './address.ts'

/** A webhook message and its receiver. */
export interface WebhookMessage {
  url: string
  /** `whsec_…`: every secret with which the receiver may verify. */
  secrets: readonly string[]
  /** The same in every attempt. */
  id: string
  body: string
}

/** Options of {@link sendWebhook}. */
export interface SendOptions {
  /** Whether private addresses may be called. */
  allowPrivate: boolean
  /** Milliseconds until the receiver must have responded, from the start. */
  timeoutMs: number
  /** Aborts a running attempt. */
  signal: AbortSignal
}

const userAgent = 'pay-charge-webhooks/1'
/** Bytes of a response body that are read, so that the receiver can finish. */
const maxResponseBytes = 16 * 1024
/** Milliseconds for the body of a refusal, after its status: a slow one must not hold up others. */
const bodyTimeoutMs = 1000

/**
 * Sends a webhook once, signed with the current time by Standard Webhooks, and resolves with the response: at once where it
 * acknowledges, else with the beginning of its body. Redirects are not followed: they would send the charge to a host that was not
 * checked.
 *
 * @throws an error of node:http, a PrivateAddressError, or a TimeoutError
 */
export async function sendWebhook(message: WebhookMessage, options: SendOptions): Promise<Answer> {
  return await call(message.url, 'POST', createHeaders(message), message.body, options)
}

/**
 * Sends a HEAD request to a receiver, and resolves with the status: any response shows that it can be reached.
 *
 * @throws an error of node:http, a PrivateAddressError, or a TimeoutError
 */
export async function probeReceiver(url: string, options: SendOptions): Promise<number> {
  return (await call(url, 'HEAD', { 'user-agent': userAgent }, '', options)).status
}

async function call(
  address: string,
  method: 'HEAD' | 'POST',
  headers: Record<string, string | number>,
  body: string,
  options: SendOptions,
): Promise<Answer> {
  const url = new URL(address)
  if (!options.allowPrivate) assertPublicHost(url.hostname)
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)])
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const startedAt = performance.now()
  const clientRequest = (url.protocol === 'https:' ? https : http)(url, {
    method,
    headers,
    signal,
    // A new connection each time: a reused one could lead to an address that was checked long ago.
    agent: false,
    ...(!options.allowPrivate && { lookup: lookupPublicAddress }),
  })
  clientRequest.on('error', (error) => reject(signal.aborted ? signal.reason : error))
  clientRequest.on('response', (response) => {
    const { statusCode: status = 0 } = response
    const durationMs = performance.now() - startedAt
    if (status >= 200 && status < 300) resolve({ status, durationMs, body: '' })
    const parts: Buffer[] = []
    const end = () => resolve({ status, durationMs, body: toShownBody(Buffer.concat(parts)) })
    const timer = setTimeout(end, bodyTimeoutMs)
    let bytesRead = 0
    response.on('data', (part: Buffer) => {
      bytesRead += part.length
      if (bytesRead > maxResponseBytes) response.destroy()
      else parts.push(part)
    })
    // The status is already known, so an error in the body does not matter.
    response.on('error', () => undefined)
    response.on('close', () => {
      clearTimeout(timer)
      end()
    })
  })
  clientRequest.end(body)
  return await promise
}

function createHeaders(message: WebhookMessage): Record<string, string | number> {
  const { id, secrets, body } = message
  const now = new Date()
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': Math.floor(now.getTime() / 1000),
    // Several signatures are separated by a space; one must match (Standard Webhooks, "Signature scheme").
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
