import { html } from 'hono/html'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import { toText } from '../../../texts/format.ts'
import { renderCopy } from '../../copy.ts'
import { formatPrice, getChargeName } from '../../format.ts'
import { icon } from '../../icons.ts'
import { isOverdue } from '../../made-at-desk.ts'
import { buildMailLink, buildPath, linkTo } from '../../paths.ts'
import { drawCode } from '../../qr-code.ts'
import type { Content, DeskView } from '../../view.ts'
import { renderPanel } from '../panel.ts'

/** Renders the ways in which a customer is asked for a charge that nobody has paid: its link, as text, code and message. */
export function renderAsk(view: DeskView, charge: ReducedCharge): Content {
  const { language } = view
  const { text } = language
  if (isOverdue(charge)) return renderOverdue(view)
  if (charge.status !== 'NEW' || charge.payments.length > 0) return ''
  const { hosted_url: link, payer_email: email } = charge
  const values = {
    order: getChargeName(charge, language),
    amount: toText(formatPrice(charge, language)),
    link,
  }
  const message = text('askBody', values)
  const mail = buildMailLink(email ?? '', { subject: text('askSubject', values), body: message })
  const code = (format: 'svg' | 'png') =>
    linkTo(view, '/charges/:uuid/code/:format', { uuid: charge.id, format })
  return renderPanel(
    { title: text('askPayment'), note: text('askPaymentText') },
    html`<div class="pad ask-link"><img src="${drawCode(link)}" alt="${text('qrCode')}" width="148" height="148"><div><p class="copy-row"><code class="id" dir="ltr">${link}</code>${renderCopy(language, link, text('paymentLink'))}</p>
<p class="copy-row well"><span dir="auto">${message}</span>${renderCopy(language, message, text('message'))}</p>
<ul class="ways"><li><a href="${mail}">${icon('mail')}${text('mailCustomer')}</a></li><li><a href="${code('svg')}" download>${icon('save')}SVG</a> <a href="${code('png')}" download>${icon('save')}PNG</a></li></ul></div></div>`,
  )
}

/** Says that the time of a charge is over, and how the customer is asked again. */
function renderOverdue(view: DeskView): Content {
  const { text } = view.language
  const link = view.may(buildPath('/charges/new'))
    ? html`<a class="btn" href="${linkTo(view, '/charges/new')}">${text('newCharge')}</a>`
    : ''
  return html`<section class="panel pad form"><p>${text('overdueText')}</p>${link}</section>`
}
