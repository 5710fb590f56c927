import { html } from 'hono/html'
import type { RouteOutput } from '../../../api/routes/route.ts'
import { type MailTopic, mailTopics } from '../../mail/people.ts'
import { renderEnglish } from '../../texts/format.ts'
import type { mailRoutes, UnsentMail } from '../api/mail-routes.ts'
import { renderDeskPage } from '../document.ts'
import { renderGroupFault } from '../fields.ts'
import { renderTime } from '../format.ts'
import { icon } from '../icons.ts'
import { nameMessage } from '../messages.ts'
import { buildPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderPanel, renderTop } from './panel.ts'

type UnsentList = RouteOutput<typeof mailRoutes.listUnsentMail>

/** What the page shows. */
export interface MailPage {
  /** What the person has chosen. */
  choice: RouteOutput<typeof mailRoutes.getMailChoice>
  /** Undefined for those who do not manage. */
  unsent: UnsentList | undefined
  /** Of the link that confirms an address; '' for none. */
  code: string
}

/** Renders what a person wants to hear about, what was not sent, and what customers are sent. */
export function renderMail(view: DeskView, { choice, unsent, code }: MailPage): Html {
  const { text } = view.language
  const list = unsent === undefined ? '' : renderUnsentList(view, unsent)
  // What is to be done stands first.
  const isFirst = unsent !== undefined && unsent.data.length > 0
  return renderDeskPage(
    view,
    text('mail'),
    html`<a class="up" href="${linkTo(view, '/settings')}">${icon('back')}${text('settings')}</a>
${renderTop(text('mail'), text('mailText'))}
${isFirst ? list : ''}
${renderMine(view, choice, code)}
${isFirst ? '' : list}
${renderPanel({ title: text('mailCustomers') }, html`<p class="pad note">${text('mailCustomersText')}</p>`)}`,
  )
}

function renderUnsentList(view: DeskView, { data, pagination }: UnsentList): Html {
  const { text } = view.language
  return renderPanel(
    { title: text('mailNotSent'), note: pagination.has_more ? text('mailLatest') : '' },
    data.length > 0
      ? html`<ul class="ums">${data.map((message) => renderUnsent(view, message))}</ul>`
      : renderEmpty(text('mailAllSent')),
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
  const ignoring = renderAction(view, {
    path: buildPath('/mail/:uuid/ignore', { uuid }),
    label: text('ignore'),
    kind: 'low',
  })
  return html`<li class="um two"><div>${nameMessage(view, message)}<div><bdi dir="ltr">${recipient}</bdi></div>${status === 'UNKNOWN' ? html`<small>${text('mailMaybeSent')}</small>` : ''}<small>${renderEnglish(error)}</small><small>${renderTime(created_at, view)}</small></div><div class="act">${again}${ignoring}</div></li>`
}
