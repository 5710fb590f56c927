import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { PayError } from '../errors.ts'
import { eventTypes } from './event-types.ts'
import type { WebhookEvent } from './schemas/webhook.ts'

/** The headers of a webhook call: a `Headers` object, or the headers of node:http. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Checks that a webhook call was signed with your secret, at most five minutes ago, and returns its event. What is signed comes from
 * the service: of the event only `id`, `type` and the object `data` are checked. `WebhookEvent.parse(event)` checks all of it.
 * Signatures follow Standard Webhooks (https://www.standardwebhooks.com); where there are several, one must be valid.
 *
 * @param body the request's body as text, unchanged: JSON that was parsed and serialized again is another text
 * @param secret the secret that setting the webhook returned once, `whsec_…`; undefined, as from a missing environment
 * variable, is refused
 * @throws PayError `invalid_signature` for a call to answer with 400, `invalid_setting` for a text that is not a
 * secret, `invalid_reply` for a signed body that is not an event of this version
 * @example const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET)
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | undefined,
): WebhookEvent {
  const webhook = createVerifier(secret)
  try {
    webhook.verify(body, toPlainHeaders(headers), { jsonParse: false })
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause
    throw new PayError('invalid_signature', `The webhook cannot be trusted: ${cause.message}.`, {
      cause,
    })
  }
  const event = parseJson(body)
  if (isEvent(event)) return event
  const text = 'The webhook is signed, but its body is not an event of this version.'
  throw new PayError('invalid_reply', text)
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, data } = value as Record<string, unknown>
  const isKnown = eventTypes.some((known) => known === type)
  return isKnown && typeof id === 'string' && typeof data === 'object' && data !== null
}

function createVerifier(secret: string | undefined): Webhook {
  try {
    // It throws for an empty text.
    return new Webhook(secret ?? '')
  } catch (cause) {
    const text = 'secret must be the text whsec_… that setting the webhook answered.'
    throw new PayError('invalid_setting', text, { field: 'secret', cause })
  }
}

function toPlainHeaders(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, Array.isArray(value) ? value.join(' ') : value]]
    }),
  )
}

/** Parses JSON. Returns undefined for any other text, which is then refused as no event. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
