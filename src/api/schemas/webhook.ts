import * as z from 'zod/mini'
import { chargeEventTypes, refundEventTypes } from '../event-types.ts'
import { scopes } from '../routes/scope.ts'
import { Charge } from './charges/charge.ts'
import { Timestamp, Uuid } from './fields.ts'
import { MisdirectedPayment } from './payments/misdirected.ts'
import { Refund } from './payments/refund.ts'
import { ReceivingWallet, UnderpaymentTolerance } from './settings.ts'
import { UnmatchedPayment } from './unmatched.ts'

/**
 * The events of a charge:
 * - `charge:created`: it was created
 * - `charge:pending`: a payment was seen on the chain, or was confirmed and is not enough (UNDERPAID in the timeline)
 * - `charge:confirmed`: confirmed payments reach the price, or the merchant accepted less. Sent again, with another id, only after a
 *   reorganization removed a payment (`charge:pending`) or the merchant undid a decision (`charge:unconfirmed`): ship once for each
 *   charge, not once for each event
 * - `charge:paid_again`: more money was credited to a charge that is confirmed already
 * - `charge:unconfirmed`: the merchant undid the decision by which it was confirmed, and it is not paid. It comes five minutes later,
 *   and not at all if the charge is paid again by then
 * - `charge:failed`: its payment failed; the charge can still be paid
 * - `charge:expired`: it expired without being paid
 * - `charge:canceled`: the merchant canceled it
 */
export const ChargeEventType = z.enum(chargeEventTypes)
export type ChargeEventType = z.infer<typeof ChargeEventType>

/** False in test mode: the money of the event has no value. */
const livemode = z.boolean()

/**
 * The place of the event among those of its charge and of the charge's refunds, from 1 on. Calls come in this order as long as your
 * receiver accepts each of them. After a refusal, later events come too, and the refused one is repeated: ignore events with a
 * lower number than the last one of this charge, or of this refund, that you have handled.
 */
const sequence = z.number()

/**
 * Body of a webhook call about a charge. `id` equals the header webhook-id and is the same at every attempt: store it
 * to process each event once.
 */
export const ChargeEvent = z.object({
  id: Uuid,
  type: ChargeEventType,
  created_at: Timestamp,
  livemode,
  sequence,
  /** The charge after the event, with its metadata. */
  data: Charge,
})
export type ChargeEvent = z.infer<typeof ChargeEvent>

/** Body of a webhook call about money without proof of its charge, to be signed for, assigned or ignored. */
export const UnmatchedEvent = z.object({
  id: Uuid,
  type: z.literal('payment:unmatched'),
  created_at: Timestamp,
  livemode,
  data: UnmatchedPayment,
  /**
   * Further transfers that came with it, or within five seconds of an earlier event: their number, and the first 19 of them. GET
   * /unmatched-payments lists all.
   */
  more: z.optional(z.object({ count: z.number(), payments: z.array(UnmatchedPayment) })),
})
export type UnmatchedEvent = z.infer<typeof UnmatchedEvent>

/** Body of a webhook call about a payer whose wallet named a charge but paid another address. */
export const MisdirectedEvent = z.object({
  id: Uuid,
  type: z.literal('payment:misdirected'),
  created_at: Timestamp,
  livemode,
  data: MisdirectedPayment,
})
export type MisdirectedEvent = z.infer<typeof MisdirectedEvent>

/**
 * The events of a refund:
 * - `refund:named`: an address was named, or the paying account signed for one: see `data.recipientProof`
 * - `refund:pending`: its transfer was mined, and is not confirmed
 * - `refund:confirmed`: its transfer is confirmed
 * - `refund:failed`: its transfer was not made, and can be sent again
 * - `refund:canceled`: the merchant canceled it
 */
export const RefundEventType = z.enum(refundEventTypes)
export type RefundEventType = z.infer<typeof RefundEventType>

/** Body of a webhook call about a refund. */
export const RefundEvent = z.object({
  id: Uuid,
  type: RefundEventType,
  created_at: Timestamp,
  livemode,
  sequence,
  /** The refund after the event. */
  data: Refund,
})
export type RefundEvent = z.infer<typeof RefundEvent>

const changeFields = {
  /** When the change takes effect, unless it is canceled before. */
  effective_at: Timestamp,
  /** The public prefix of the api-key that asked for the change, or `cli` for the service's operator. */
  author: z.string(),
}

/**
 * Body of a webhook call about another receiving wallet, sent long before it takes effect. If you did not request it, someone else
 * has your api-key: revoke the key and cancel the change.
 */
export const WalletChangingEvent = z.object({
  id: Uuid,
  type: z.literal('wallet.changing'),
  created_at: Timestamp,
  livemode,
  data: z.object({ ...changeFields, from: ReceivingWallet, to: ReceivingWallet }),
})
export type WalletChangingEvent = z.infer<typeof WalletChangingEvent>

/** Body of a webhook call about a larger tolerance of underpayments, sent long before it takes effect. */
export const ToleranceChangingEvent = z.object({
  id: Uuid,
  type: z.literal('tolerance.changing'),
  created_at: Timestamp,
  livemode,
  data: z.object({ ...changeFields, from: UnderpaymentTolerance, to: UnderpaymentTolerance }),
})
export type ToleranceChangingEvent = z.infer<typeof ToleranceChangingEvent>

/** A webhook endpoint as others than its owner see it: without its secret, and without the query of its url. */
export const WebhookDescription = z.object({
  /** `''` for none. */
  url: z.string(),
  description: z.optional(z.string()),
  events: z.optional(z.array(z.string())),
  shop: z.optional(z.string()),
  enabled: z.optional(z.boolean()),
})
export type WebhookDescription = z.infer<typeof WebhookDescription>

/**
 * Body of a webhook call about a webhook endpoint that is added, gets another url, secret, filter or switch, or is removed; sent
 * to every endpoint of the account as it was before. An empty `from.url` adds the endpoint, an empty `to.url` removes it.
 */
export const WebhookChangingEvent = z.object({
  id: Uuid,
  type: z.literal('webhook.changing'),
  created_at: Timestamp,
  livemode,
  data: z.object({
    ...changeFields,
    endpoint: Uuid,
    from: WebhookDescription,
    to: WebhookDescription,
  }),
})
export type WebhookChangingEvent = z.infer<typeof WebhookChangingEvent>

/**
 * Body of a webhook call about a key that was made at the desk, or about a person's other role there; sent to every endpoint. If
 * nobody of yours did it, somebody has a session of the desk: revoke both keys.
 */
export const KeyGrantedEvent = z.object({
  id: Uuid,
  type: z.literal('key.granted'),
  created_at: Timestamp,
  livemode,
  data: z.object({
    /** The public prefix of the key of the person who did it. */
    author: z.string(),
    /** The public prefix of the key, and its name. */
    prefix: z.string(),
    name: z.string(),
    /** Its scopes before; empty for a new key. */
    from: z.array(z.enum(scopes)),
    to: z.array(z.enum(scopes)),
    /** When it ends; `''` for never. */
    expires_at: z.string(),
  }),
})
export type KeyGrantedEvent = z.infer<typeof KeyGrantedEvent>

/** Body of the webhook call that POST /webhook-endpoints/:uuid/test makes. */
export const WebhookTestEvent = z.object({
  id: Uuid,
  type: z.literal('webhook.test'),
  created_at: Timestamp,
  livemode,
  data: z.object({ endpoint: Uuid }),
})
export type WebhookTestEvent = z.infer<typeof WebhookTestEvent>

/** Body of any webhook call; `type` names the event. */
export const WebhookEvent = z.union([
  ChargeEvent,
  UnmatchedEvent,
  MisdirectedEvent,
  RefundEvent,
  WalletChangingEvent,
  ToleranceChangingEvent,
  WebhookChangingEvent,
  KeyGrantedEvent,
  WebhookTestEvent,
])
export type WebhookEvent = z.infer<typeof WebhookEvent>
