import { html } from 'hono/html'
import { deskRoles } from '../../api/routes/scope.ts'
import type { AuditEntry } from '../../api/schemas/settings.ts'
import type { AuditAction } from '../accounts/audit.ts'
import { shorten } from '../charges/lists/typed-search.ts'
import { mailKinds } from '../mail/messages.ts'
import { getDateFormat } from '../texts/date-format.ts'
import type { TextName } from '../texts/en.ts'
import { fillHtml, formatDollars, formatUnits, renderForeign } from '../texts/format.ts'
import { type AuditSubjects, readText } from './audit-subjects.ts'
import { writeAmount } from './fields.ts'
import { renderChargeName } from './format.ts'
import { nameMessage } from './messages.ts'
import { linkTo } from './paths.ts'
import { roleTexts } from './roles.ts'
import type { Content, DeskView } from './view.ts'

type SentenceView = Pick<DeskView, 'language' | 'base'>
/** An entry, and what it is about. */
interface Described {
  entry: AuditEntry
  subjects: AuditSubjects
}
/** The parts of a sentence besides the person. */
type Parts = Readonly<Record<string, Content>>
/** How an action is told: the text of its sentence, and its parts. */
type Sentence = readonly [
  text: TextName,
  parts?: (view: SentenceView, described: Described) => Parts,
]

/**
 * The sentence of every action. Its text begins with the person, so that no language has to bend the name; its other parts are links
 * to what it is about.
 */
export const auditSentences = {
  'account.created': ['auditAccountCreated'],
  'account.updated': ['auditAccountUpdated'],
  'key.created': ['auditKeyCreated', nameKey],
  'key.changed': ['auditKeyChanged', nameRole],
  'key.revoked': ['auditKeyRevoked', nameKey],
  'invitation.created': ['auditInvited', nameRole],
  'invitation.withdrawn': ['auditInvitationWithdrawn', nameRole],
  'session.ended': ['auditSessionEnded', nameKey],
  'wallet.set': ['auditSet', nameChange],
  'wallet.changing': ['auditChanging', nameChange],
  'wallet.changed': ['auditChanged', nameChange],
  'wallet.canceled': ['auditChangeCanceled', nameCanceled],
  'tolerance.set': ['auditSet', nameChange],
  'tolerance.changing': ['auditChanging', nameChange],
  'tolerance.changed': ['auditChanged', nameChange],
  'tolerance.canceled': ['auditChangeCanceled', nameCanceled],
  'webhook.set': ['auditSet', nameChange],
  'webhook.changing': ['auditChanging', nameChange],
  'webhook.changed': ['auditChanged', nameChange],
  'webhook.canceled': ['auditChangeCanceled', nameCanceled],
  'webhook.updated': ['auditWebhookUpdated', nameUrl],
  'webhook.secret_rotated': ['auditSecretRotated', nameUrl],
  'payment.assigned': ['auditAssigned', nameMoney],
  'payment.unassigned': ['auditUnassigned', nameMoney],
  'payment.ignored': ['auditIgnored', nameMoney],
  'payment.restored': ['auditRestored', nameMoney],
  'charge.canceled': ['auditChargeCanceled', nameMoney],
  'charge.accepted': ['auditAccepted', nameAcceptance],
  'charge.unaccepted': ['auditUnaccepted', nameMoney],
  'charge.shipped': ['auditShipped', nameMoney],
  'payment_link.created': ['auditLinkCreated', nameLink],
  'payment_link.ended': ['auditLinkEnded', nameLink],
  'mail.sent_again': ['auditMailSent', nameMail],
  'mail.ignored': ['auditMailIgnored', nameMail],
  'refund.created': ['auditRefundCreated', nameRefund],
  'refund.approved': ['auditRefundApproved', nameRefund],
  'refund.signing': ['auditRefundSigning', nameRefund],
  'refund.released': ['auditRefundReleased', nameRefund],
  'refund.dismissed': ['auditRefundDismissed', nameRefund],
  'refund.canceled': ['auditRefundCanceled', nameRefund],
  'books.closed': ['auditBooksClosed', nameClosing],
  'books.currency': ['auditBooksCurrency', nameCurrency],
  'rate.accepted': ['auditRateAccepted', nameRate],
} as const satisfies Readonly<Record<AuditAction, Sentence>>

/** Renders an entry of the audit log as a sentence: who did what to which order, money or setting. */
export function renderSentence(view: SentenceView, described: Described): Content {
  const { action } = described.entry
  const person = html`<b>${namePerson(view, described.entry)}</b>`
  // Of a newer version of the service, which shares the database.
  if (!Object.hasOwn(auditSentences, action))
    return html`${person} · <code dir="ltr">${action}</code>`
  const [name, listParts]: Sentence = auditSentences[action as AuditAction]
  return fillHtml(view.language.text(name), { person, ...listParts?.(view, described) })
}

function namePerson({ language }: SentenceView, { author, authorName }: AuditEntry): Content {
  if (author === 'cli') return language.text('operatorName')
  return renderForeign(authorName || author)
}

function nameKey(_: SentenceView, { entry }: Described): Parts {
  const prefix = html`<code dir="ltr">${readText(entry, 'prefix')}</code>`
  const name = readText(entry, 'name')
  return { key: name ? html`${renderForeign(name)} (${prefix})` : prefix }
}

/** Names a person, and the role that an entry gives them. */
function nameRole(view: SentenceView, described: Described): Parts {
  const { from, to } = described.entry
  const given = (to ?? from)?.scopes
  const role = deskRoles.find((one) => Array.isArray(given) && given.includes(`desk:${one}`))
  return {
    ...nameKey(view, described),
    name: renderForeign(readText(described.entry, 'name')),
    role: role ? view.language.text(roleTexts[role]) : '',
  }
}

function nameLink(_: SentenceView, { entry }: Described): Parts {
  return { link: renderForeign(readText(entry, 'name')) }
}

function nameMail(view: SentenceView, { entry }: Described): Parts {
  const kind = mailKinds.find((one) => one === readText(entry, 'kind'))
  const subject = readText(entry, 'subject')
  return { message: kind ? nameMessage(view, { kind, subject }) : view.language.text('mail') }
}

function nameUrl(view: SentenceView, { entry }: Described): Parts {
  const url = html`<bdi dir="ltr">${readText(entry, 'url')}</bdi>`
  return { url: html`<a href="${linkTo(view, '/webhooks')}">${url}</a>` }
}

function nameChange(view: SentenceView, { entry }: Described): Parts {
  return { change: describeValue(view, entry.to) }
}

/** A canceled change is the value that it would have brought. */
function nameCanceled(view: SentenceView, { entry }: Described): Parts {
  return { change: describeValue(view, entry.from) }
}

/** Describes the value of a setting as the list of pending changes does. */
function describeValue({ language }: SentenceView, value: AuditEntry['to']): Content {
  const { text, locale } = language
  const read = (name: string) => readText({ from: value, to: null }, name)
  if (value && 'walletAddress' in value)
    return fillHtml(text('walletTo'), { address: renderAddress(read('walletAddress')) })
  if (value && 'percent' in value) {
    const amount = formatDollars(read('amount'), locale)
    return fillHtml(text('toleranceTo'), {
      amount,
      percent: writeAmount(read('percent'), language),
    })
  }
  const url = read('url')
  return url === ''
    ? text('webhookRemoved')
    : fillHtml(text('webhookTo'), { url: html`<bdi dir="ltr">${url}</bdi>` })
}

/** The last day of closed books; their days are UTC. */
function nameClosing({ language: { locale } }: SentenceView, { entry }: Described): Parts {
  const end = Date.parse(readText(entry, 'closedBefore'))
  const format = getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return { day: format.format(end - 1) }
}

function nameCurrency(_: SentenceView, { entry }: Described): Parts {
  return { currency: html`<bdi dir="ltr">${readText(entry, 'currency')}</bdi>` }
}

function nameRate(_: SentenceView, { entry }: Described): Parts {
  const rate = `1 ${readText(entry, 'currency')} = ${readText(entry, 'usd')} USD`
  return { rate: html`<bdi dir="ltr">${rate}</bdi>` }
}

/** Names the order and the transfer of an entry. */
function nameMoney(view: SentenceView, described: Described): Parts {
  const uuid = readText(described.entry, 'uuid')
  const transfer = described.subjects.transfers.get(uuid)
  const { text, locale } = view.language
  const money =
    transfer && transfer.amount !== ''
      ? formatUnits(transfer.amount, transfer.tokenSymbol, locale)
      : text('unknownAmount')
  return {
    order: nameOrder(view, described),
    amount: uuid
      ? html`<a href="${linkTo(view, '/unmatched/:uuid', { uuid })}">${money}</a>`
      : money,
  }
}

/** Names the order of an acceptance, and the sum that was accepted as its price. */
function nameAcceptance(view: SentenceView, described: Described): Parts {
  const { to } = described.entry
  const read = (name: string) => readText({ from: null, to }, name)
  const amount = read('acceptedAmount')
  return {
    order: nameOrder(view, described),
    amount: formatUnits(amount || '0', read('tokenSymbol'), view.language.locale),
  }
}

function nameOrder({ language, ...view }: SentenceView, { entry, subjects }: Described): Content {
  const uuid = readText(entry, 'chargeUuid')
  const charge = subjects.charges.get(uuid)
  if (!charge) return language.text('charge')
  return html`<a href="${linkTo(view, '/charges/:uuid', { uuid })}">${renderChargeName(charge, language)}</a>`
}

function nameRefund(view: SentenceView, described: Described): Parts {
  const { entry } = described
  const uuid = readText(entry, 'refundUuid')
  const money = formatUnits(
    readText(entry, 'amount') || '0',
    readText(entry, 'tokenSymbol'),
    view.language.locale,
  )
  const isAsking = entry.action === 'refund.signing'
  return {
    order: nameOrder(view, described),
    amount: uuid ? html`<a href="${linkTo(view, '/refunds/:uuid', { uuid })}">${money}</a>` : money,
    address: renderAddress(readText(entry, isAsking ? 'senderAddress' : 'recipientAddress')),
  }
}

function renderAddress(address: string): Content {
  return html`<code dir="ltr" title="${address}">${shorten(address)}</code>`
}
