import { Email } from '../../api/schemas/fields.ts'
import type { WebhookEvent } from '../../api/schemas/webhook.ts'
import type { NewMessage } from './messages.ts'

/** The types of events that messages report: the trigger of `webhook_events` has the same list. */
export const mailedTypes = ['charge:confirmed', 'refund:confirmed'] as const

/** An event that may be reported by mail. */
export interface MailEvent {
  event: WebhookEvent
  accountId: string
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  /** Of the charge; '' for none. */
  payerEmail: string
  /** The language in which the payer opened the charge; '' for an unknown one. */
  payerLocale: string
}

/**
 * Returns the messages that an event causes.
 *
 * A customer's address was only typed, so it receives nothing before money was credited to its charge, one receipt for each charge,
 * and one word of each refund that the chain has confirmed. Test money is free: in test mode no customer receives anything.
 */
export function createMessages(mailed: MailEvent): NewMessage[] {
  const { event, accountId, chargeId, payerEmail, payerLocale: locale } = mailed
  if (!event.livemode || chargeId === undefined || !Email.safeParse(payerEmail).success) return []
  const toPayer = { accountId, recipient: payerEmail, locale }
  if (event.type === 'charge:confirmed')
    return [{ ...toPayer, kind: 'receipt', subjectId: chargeId, matter: `receipt ${chargeId}` }]
  if (event.type === 'refund:confirmed') {
    const { uuid } = event.data
    return [{ ...toPayer, kind: 'refund', subjectId: uuid, matter: `refund ${uuid}` }]
  }
  return []
}
