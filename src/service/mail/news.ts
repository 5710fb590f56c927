import { Email } from '../../api/schemas/fields.ts'
import type { WebhookEvent } from '../../api/schemas/webhook.ts'
import { type NewMessage, toMailbox } from './messages.ts'
import type { Listener, MailTopic } from './people.ts'

/** An event that may be reported by mail: the trigger of `webhook_events` has the list of their types. */
export interface MailEvent {
  event: WebhookEvent
  accountId: string
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  /** Of the charge; '' for none. */
  payerEmail: string
  /** The language in which the payer opened the charge; '' for an unknown one. */
  payerLocale: string
  /** Whether what the charge was credited is worth less than a cent. */
  isDust: boolean
}

/**
 * Returns the messages that an event causes.
 *
 * @param listen returns the people of the account who want to hear about a topic
 */
export function createMessages(
  mailed: MailEvent,
  listen: (topic: MailTopic) => readonly Listener[],
): NewMessage[] {
  // Test money is free: whoever has a test link could write to anybody.
  if (!mailed.event.livemode) return []
  return [...createCustomerMessages(mailed), ...createPeopleMessages(mailed, listen)]
}

/**
 * A customer's address was only typed, so it receives nothing before money was credited to its charge, one receipt for each charge,
 * and one word of each refund that the chain has confirmed. Who pays with nothing could write to anybody, as often as the account may
 * write at all: so dust causes no message.
 */
function createCustomerMessages(mailed: MailEvent): NewMessage[] {
  const { event, accountId, chargeId, payerEmail, payerLocale: locale, isDust } = mailed
  if (chargeId === undefined || isDust || !Email.safeParse(payerEmail).success) return []
  const toPayer = { accountId, recipient: toMailbox(payerEmail), locale }
  if (event.type === 'charge:confirmed')
    return [{ ...toPayer, kind: 'receipt', subjectId: chargeId, matter: `receipt ${chargeId}` }]
  if (event.type === 'refund:confirmed') {
    const { uuid } = event.data
    return [{ ...toPayer, kind: 'refund', subjectId: uuid, matter: `refund ${uuid}` }]
  }
  return []
}

function createPeopleMessages(
  { event, accountId, chargeId }: MailEvent,
  listen: (topic: MailTopic) => readonly Listener[],
): NewMessage[] {
  if (event.type === 'charge:confirmed' && chargeId !== undefined)
    return writeTo(listen('payments'), {
      accountId,
      kind: 'payment',
      subjectId: chargeId,
      matter: `payment ${chargeId}`,
    })
  const decision = nameDecision(event)
  if (decision === undefined) return []
  return writeTo(listen('decisions'), {
    accountId,
    kind: 'decision',
    subjectId: event.id,
    matter: decision,
  })
}

/** Returns what a person is to decide about: the same for each event about the same matter; undefined for nothing. */
function nameDecision(event: WebhookEvent): string | undefined {
  switch (event.type) {
    case 'payment:unmatched':
      return `unmatched ${event.data.uuid}`
    case 'payment:misdirected':
      return `misdirected ${event.data.uuid}`
    case 'charge:paid_again':
      return `paid again ${event.data.id}`
    case 'charge:pending':
      return event.data.timeline.at(-1)?.context === 'UNDERPAID'
        ? `part paid ${event.data.id}`
        : undefined
    case 'refund:named':
      return event.data.status === 'NAMED' ? `named ${event.data.uuid}` : undefined
    default:
      return undefined
  }
}

/** Writes a message to each of these people. */
export function writeTo(
  listeners: readonly Listener[],
  message: Omit<NewMessage, 'recipient' | 'locale'>,
): NewMessage[] {
  return listeners.map(({ address, locale }) => ({ ...message, recipient: address, locale }))
}
