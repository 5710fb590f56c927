// The types of webhook events. Without zod, so that `verifyWebhook` brings no schema into a receiver's bundle.

/** {@link ChargeEventType} has their meanings. */
export const chargeEventTypes = [
  'charge:created',
  'charge:pending',
  'charge:confirmed',
  'charge:paid_again',
  'charge:unconfirmed',
  'charge:failed',
  'charge:expired',
  'charge:canceled',
] as const

/** {@link RefundEventType} has their meanings. */
export const refundEventTypes = [
  'refund:named',
  'refund:pending',
  'refund:confirmed',
  'refund:failed',
  'refund:canceled',
] as const

/**
 * The types of events that an endpoint can choose from. `wallet.changing`, `tolerance.changing`, `webhook.changing` and `key.granted` go to every
 * endpoint, and `webhook.test` to the one that is tested.
 */
export const webhookEventTypes = [
  ...chargeEventTypes,
  'payment:unmatched',
  'payment:misdirected',
  ...refundEventTypes,
] as const

/** The types of all events. */
export const eventTypes = [
  ...webhookEventTypes,
  'wallet.changing',
  'tolerance.changing',
  'webhook.changing',
  'key.granted',
  'webhook.test',
] as const
