import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import * as z from 'zod/mini'
import { PayError } from '../errors.ts'
import { Charge } from './charge.ts'
import { Timestamp, Uuid } from './fields.ts'
import { UnmatchedPayment } from './unmatched.ts'

/**
 * What is told of a charge:
 * - `charge:created`: it exists
 * - `charge:pending`: a payment was seen on the chain, or has come and is not enough (the timeline says UNDERPAID)
 * - `charge:confirmed`: confirmed payments reach the price. Told again, with another id, when more money comes later:
 *   ship once a charge, not once an event
 * - `charge:failed`: its payment failed; the charge can still be paid
 * - `charge:expired`: its time is over
 * - `charge:canceled`: the merchant ended it
 */
export const ChargeEventType = z.enum([
  'charge:created',
  'charge:pending',
  'charge:confirmed',
  'charge:failed',
  'charge:expired',
  'charge:canceled',
])
export type ChargeEventType = z.infer<typeof ChargeEventType>

/** Body of a webhook call. `id` is that of the header webhook-id, the same at every try: note it to take each once. */
export const ChargeEvent = z.object({
  id: Uuid,
  type: ChargeEventType,
  created_at: Timestamp,
  /** The charge as the event left it, with its metadata. */
  data: Charge,
})
export type ChargeEvent = z.infer<typeof ChargeEvent>

/** Money came that no charge can claim by proof: sign, assign or ignore it (see UnmatchedPayment). */
export const UnmatchedEvent = z.object({
  id: Uuid,
  type: z.literal('payment:unmatched'),
  created_at: Timestamp,
  data: UnmatchedPayment,
})
export type UnmatchedEvent = z.infer<typeof UnmatchedEvent>

/** Whatever a webhook tells. `type` says which. */
export const WebhookEvent = z.union([ChargeEvent, UnmatchedEvent])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** A webhook's headers: a `Headers`, or those of node:http. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Checks that a webhook call was signed with your secret, at most five minutes ago, and gives its event.
 * Signatures are those of Standard Webhooks (https://www.standardwebhooks.com); of several, one must fit.
 *
 * @param body the request's body as it came, as text: JSON that was parsed and written again is another text
 * @param secret what setting the webhook answered once, `whsec_…`
 * @throws PayError `invalid_signature` for a call to refuse with 400, `invalid_setting` for a secret that is none,
 * `invalid_reply` for a signed body that is no event of this version
 */
export function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): WebhookEvent {
  const webhook = readSecret(secret)
  try {
    webhook.verify(body, plain(headers), { jsonParse: false })
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause
    throw new PayError('invalid_signature', `The webhook is not ours to trust: ${cause.message}.`, {
      cause,
    })
  }
  const parsed = WebhookEvent.safeParse(parse(body))
  if (parsed.success) return parsed.data
  throw new PayError(
    'invalid_reply',
    'The webhook is signed, but its body is no event of this version.',
    {
      field: parsed.error.issues[0]?.path.join('.'),
      cause: parsed.error,
    },
  )
}

function readSecret(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch (cause) {
    const text = 'secret must be the text whsec_… that setting the webhook answered.'
    throw new PayError('invalid_setting', text, { field: 'secret', cause })
  }
}

function plain(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, Array.isArray(value) ? value.join(' ') : value]]
    }),
  )
}

/** Undefined for what is no JSON: no event either. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
