import { html } from 'hono/html'
import type { MailKind } from '../mail/messages.ts'
import type { TextName } from '../texts/en.ts'
import { linkTo } from './paths.ts'
import type { Content, DeskView } from './view.ts'

/** Names a message by what it is, as a link to the page of what it is about. */
export function nameMessage(
  view: Pick<DeskView, 'language' | 'base'>,
  { kind, subject: uuid }: { kind: MailKind; subject: string },
): Content {
  const text = view.language.text(kindTexts[kind])
  return html`<a href="${linkToSubject(view, kind, uuid)}">${text}</a>`
}

const kindTexts = {
  receipt: 'receipt',
  refund: 'refund',
  payment: 'mailPayments',
  decision: 'mailDecisions',
  webhook: 'mailWebhooks',
  confirm: 'mailMine',
} as const satisfies Readonly<Record<MailKind, TextName>>

/** Returns the page of what a message is about. */
function linkToSubject(view: Pick<DeskView, 'base'>, kind: MailKind, uuid: string): string {
  switch (kind) {
    case 'receipt':
    case 'payment':
      return linkTo(view, '/charges/:uuid', { uuid })
    case 'refund':
      return linkTo(view, '/refunds/:uuid', { uuid })
    case 'decision':
      return linkTo(view, '/events/:uuid', { uuid })
    case 'webhook':
      return linkTo(view, '/webhooks/:uuid', { uuid })
    case 'confirm':
      return linkTo(view, '/mail')
    default:
      return kind satisfies never
  }
}
