import { html } from 'hono/html'
import { renderEnglish, renderForeign } from '../../texts/format.ts'
import type { UnsentMail } from '../api/mail-routes.ts'
import { renderDeskPage } from '../document.ts'
import { renderTime } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderPanel, renderTop } from './panel.ts'

/** Renders what was not sent, and what customers are sent. */
export function renderMail(view: DeskView, unsent: readonly UnsentMail[]): Html {
  const { text } = view.language
  return renderDeskPage(
    view,
    text('mail'),
    html`<a class="up" href="${linkTo(view, '/settings')}">${icon('back')}${text('settings')}</a>
${renderTop(text('mail'), text('mailText'))}
${renderPanel(
  { title: text('mailNotSent') },
  unsent.length > 0
    ? html`<ul class="ums">${unsent.map((message) => renderUnsent(view, message))}</ul>`
    : renderEmpty(text('mailAllSent')),
)}
${renderPanel({ title: text('mailCustomers') }, html`<p class="pad note">${text('mailCustomersText')}</p>`)}`,
  )
}

function renderUnsent(view: DeskView, message: UnsentMail): Html {
  const { text } = view.language
  const { uuid, recipient, status, error, created_at } = message
  const again = renderAction(view, {
    path: buildPath('/mail/:uuid/send', { uuid }),
    label: text('sendAgain'),
  })
  return html`<li class="um two"><div><a href="${linkToSubject(view, message)}">${describeKind(view, message)}</a><div><bdi dir="ltr">${recipient}</bdi></div>${status === 'UNKNOWN' ? html`<small>${text('mailMaybeSent')}</small>` : ''}<small>${renderEnglish(error)}</small><small>${renderTime(created_at, view)}</small></div><div class="act">${again}</div></li>`
}

function describeKind({ language: { text } }: DeskView, { kind }: UnsentMail): Content {
  switch (kind) {
    case 'receipt':
      return text('receipt')
    case 'refund':
      return text('refund')
    default:
      return renderForeign(kind satisfies never)
  }
}

function linkToSubject(view: DeskView, { kind, subject: uuid }: UnsentMail): string {
  return kind === 'refund'
    ? linkTo(view, '/refunds/:uuid', { uuid })
    : linkTo(view, '/charges/:uuid', { uuid })
}
