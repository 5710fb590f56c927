import { trimEnd } from '../../../api/formats.ts'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import { fillText, formatMoney, formatUnits, type Money } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import type { Letter, Sentence } from './letter.ts'

// What people of the merchant are written. Each message says one thing, and leads to the page of the desk where it is done.

/** Who is written to. */
export interface PersonContext {
  language: Language
  account: Pick<MerchantAccount, 'brand' | 'name'>
  publicUrl: string
}

interface News {
  title: string
  sentence: Sentence
  /** Below /desk. */
  path: string
  label?: string
}

/** Writes that a charge is paid. */
export function writePayment(
  context: PersonContext,
  charge: { id: string; name: string; reference: string; amount: string; currency: string },
): Letter {
  const { mail } = context.language.texts
  const order = nameOrder(context, charge)
  const amount = formatMoney(charge.amount, charge.currency, context.language.locale)
  return write(context, {
    title: mail.paymentTitle,
    sentence: { text: mail.paymentText, values: { order, amount } },
    path: `/charges/${charge.id}`,
  })
}

/**
 * Writes what a person is to decide about; undefined for an event about which nothing is to be decided.
 *
 * @param charge that the event is about; undefined for none
 */
export function writeDecision(
  context: PersonContext,
  event: WebhookEvent,
  charge: { name: string; reference: string } | undefined,
): Letter | undefined {
  const { mail } = context.language.texts
  const order = charge ? nameOrder(context, charge) : ''
  const decide = (text: string, path: string, values: Record<string, string | Money>) =>
    write(context, { title: mail.decisionTitle, sentence: { text, values }, path })
  switch (event.type) {
    case 'payment:unmatched': {
      const { uuid, amount: units, tokenSymbol } = event.data
      // Of some transfers the chain does not show the amount.
      const amount =
        units === '' ? tokenSymbol : formatUnits(units, tokenSymbol, context.language.locale)
      return decide(mail.unmatchedText, `/unmatched/${uuid}`, { amount })
    }
    case 'payment:misdirected':
      return decide(mail.misdirectedText, `/charges/${event.data.chargeUuid}`, { order })
    case 'charge:paid_again':
    case 'charge:pending': {
      const text = event.type === 'charge:pending' ? mail.partPaidText : mail.paidAgainText
      return decide(text, `/charges/${event.data.id}`, { order })
    }
    case 'refund:named':
      return decide(mail.refundNamedText, `/refunds/${event.data.uuid}`, { order })
    default:
      return undefined
  }
}

/** Writes that a webhook endpoint fails. */
export function writeWebhook(
  context: PersonContext,
  endpoint: { id: string; url: string; description: string },
): Letter {
  const { mail } = context.language.texts
  // Without its path and query, which may hold a secret.
  const name = endpoint.description || new URL(endpoint.url).host
  return write(context, {
    title: mail.webhookTitle,
    sentence: { text: mail.webhookText, values: { endpoint: name } },
    path: `/webhooks/${endpoint.id}`,
  })
}

/** Writes the question whether an address is the person's, with the link that confirms it. */
export function writeConfirmation(context: PersonContext, token: string): Letter {
  const { mail } = context.language.texts
  const letter = write(context, {
    title: mail.confirmTitle,
    sentence: { text: mail.confirmText, values: { store: nameStore(context) } },
    path: `/mail?code=${token}`,
    label: mail.confirmTitle,
  })
  // It was chosen by nobody yet.
  return { ...letter, blocks: letter.blocks.slice(0, 2) }
}

function write(context: PersonContext, { title, sentence, path, label }: News): Letter {
  const { language, publicUrl } = context
  const { desk, mail } = language.texts
  const store = nameStore(context)
  return {
    language,
    from: store,
    subject: { text: '{title} · {store}', values: { title, store } },
    title,
    blocks: [
      { kind: 'text', sentence },
      {
        kind: 'button',
        label: label ?? desk.openDesk,
        url: `${trimEnd(publicUrl, '/')}/desk${path}`,
      },
      { kind: 'note', sentence: { text: mail.whyPerson, values: { store } } },
    ],
  }
}

const nameStore = ({ account: { brand, name } }: PersonContext) => brand.organizationName || name

const nameOrder = (
  { language }: PersonContext,
  { name, reference }: { name: string; reference: string },
): string => name || fillText(language.texts.desk.unnamed, { reference: reference.slice(0, 6) })
