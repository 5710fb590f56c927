import { html } from 'hono/html'
import type { RouteOutput } from '../../../api/routes/route.ts'
import { type MailTopic, mailTopics } from '../../mail/people.ts'
import { renderEnglish } from '../../texts/format.ts'
import type { mailRoutes, UnsentMail } from '../api/mail-routes.ts'
import { renderDeskPage } from '../document.ts'
import { renderGroupFault } from '../fields.ts'
import { renderTime } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderPanel, renderTop } from './panel.ts'

/** What the page shows. */
export interface MailPage {
  /** What the person has chosen. */
  choice: RouteOutput<typeof mailRoutes.getMailChoice>
  /** Undefined for those who do not manage. */
  unsent: readonly UnsentMail[] | undefined
  /** Of the link that confirms an address; '' for none. */
  code: string
}

/** Renders what a person wants to hear about, what was not sent, and what customers are sent. */
export function renderMail(view: DeskView, { choice, unsent, code }: MailPage): Html {
  const { text } = view.language
  return renderDeskPage(
    view,
    text('mail'),
    html`<a class="up" href="${linkTo(view, '/settings')}">${icon('back')}${text('settings')}</a>
${renderTop(text('mail'), text('mailText'))}
${renderMine(view, choice, code)}
${
  unsent === undefined
    ? ''
    : renderPanel(
        { title: text('mailNotSent') },
        unsent.length > 0
          ? html`<ul class="ums">${unsent.map((message) => renderUnsent(view, message))}</ul>`
          : renderEmpty(text('mailAllSent')),
      )
}
${renderPanel({ title: text('mailCustomers') }, html`<p class="pad note">${text('mailCustomersText')}</p>`)}`,
  )
}

/** Renders the person's address, and what they want to hear about. */
function renderMine(view: DeskView, choice: MailPage['choice'], code: string): Html {
  const { text } = view.language
  const { refused } = view
  const path = buildPath('/mail/mine')
  const isChosen = (topic: MailTopic) =>
    refused?.path === path ? refused.values[topic] !== undefined : choice[topic]
  const fields = html`<fieldset><legend>${text('mailMine')}</legend>${mailTopics.map((topic) => html`<label class="check"><input type="checkbox" name="${topic}" value="on"${isChosen(topic) ? html` checked` : ''}>${text(topicTexts[topic])}</label>`)}</fieldset>`
  const form = renderAction(view, {
    path,
    label: text('save'),
    inputs: [
      {
        name: 'address',
        label: text('emailAddress'),
        kind: 'email',
        value: choice.address,
        maxLength: 254,
        wrong: text('mailAddressWrong'),
      },
    ],
    fields,
  })
  return renderPanel(
    { title: text('mailMine'), note: text('mailMineText'), id: 'mine' },
    html`<div class="pad form">${renderConfirmation(view, choice, code)}${form}</div>`,
  )
}

const topicTexts = {
  payments: 'mailPayments',
  decisions: 'mailDecisions',
  webhooks: 'mailWebhooks',
} as const

/** Renders the button that confirms an address, behind the link that was sent to it, or says where that link is. */
function renderConfirmation(
  view: DeskView,
  { address, confirmed }: MailPage['choice'],
  code: string,
): Content {
  const { text } = view.language
  if (address === '' || confirmed) return ''
  const path = buildPath('/mail/confirm')
  const typed = view.refused?.path === path ? (view.refused.values.code ?? '') : code
  if (typed === '') return html`<p>${text('mailWaits', { address })}</p>`
  const fault = renderGroupFault(view, path, { name: 'code', wrong: text('mailCodeWrong') })
  return renderAction(view, {
    path,
    label: text('mailConfirm', { address }),
    fields: html`<input type="hidden" name="code" value="${typed}">${fault}`,
  })
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
    case 'payment':
      return text('mailPayments')
    case 'decision':
      return text('mailDecisions')
    case 'webhook':
      return text('mailWebhooks')
    case 'confirm':
      return text('mailMine')
    default:
      return kind satisfies never
  }
}

/** Returns the page of what a message is about. */
function linkToSubject(view: DeskView, { kind, subject: uuid }: UnsentMail): string {
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
