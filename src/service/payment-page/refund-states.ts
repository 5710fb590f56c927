import { html } from 'hono/html'
import { getExplorerBase } from '../../api/chains/chains.ts'
import { buildCallUrl } from '../../api/client/call-url.ts'
import type { RefundRecord } from '../refunds/records.ts'
import type { Language } from '../texts/language.ts'
import type { Html } from './document.ts'

// How a refund stands, in the payer's words: the same four steps from the address until the money has arrived.

const draw = (path: string) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

/** The icons of the page. */
export const icons = {
  back: draw('M15 5l-7 7 7 7'),
  check: draw('M5 12.5l4.5 4.5L19 7.5'),
  copy: draw(
    'M9 9V6a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-3M6 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z',
  ),
  info: draw('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01'),
  stop: draw('M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5V13M12 16.5v.01'),
}

type RefundTexts = Language['texts']['refundPage']

/** Renders a whole address to compare: seven groups of six characters, those of the short form strong, and a button that copies. */
export function renderAddress(
  address: string,
  label: string,
  { copy, copied }: Pick<RefundTexts, 'copy' | 'copied'>,
): Html {
  const groups = (address.match(/.{1,6}/g) ?? []).map((group, index, { length }) => {
    if (index === 0) return html`<span><b>${group}</b></span>`
    if (index < length - 1) return html`<span>${group}</span>`
    return html`<span>${group.slice(0, -4)}<b>${group.slice(-4)}</b></span>`
  })
  return html`<div class="address" role="group" aria-label="${label}" dir="ltr">${groups}<button class="copy" type="button" data-copy="${address}" data-copied="${copied}" aria-label="${copy}" hidden>${icons.copy}</button></div>`
}

/** Renders how a refund stands whose address is named. */
export function renderState(refund: RefundRecord, language: Language): Html {
  const { refundPage: texts, desk } = language.texts
  const facts = renderFacts(refund, texts)
  switch (refund.status) {
    case 'NEW':
      return html``
    case 'NAMED':
      return html`<h2>${texts.titleNamed}</h2><p class="text">${texts.named}</p>
${renderSteps(refund, 1, language)}${facts}
<form id="form" method="post" class="bar"><input type="hidden" name="recipient" value="${refund.recipient ?? ''}"><button class="link" name="step" value="edit">${texts.change}</button></form>`
    case 'APPROVED':
      return html`<h2>${texts.titleApproved}</h2><p class="text">${texts.approved}</p>${renderSteps(refund, 2, language)}${facts}`
    case 'SIGNING':
      return html`<h2>${texts.sending}</h2>${renderSteps(refund, 2, language)}${facts}`
    case 'PENDING':
      return html`<h2>${texts.titleSent}</h2><p class="text">${texts.confirming}</p>${renderSteps(refund, 3, language)}${facts}`
    case 'COMPLETED':
      return html`<div class="paid"><div class="mark">${icons.check}</div><h2>${desk.refundCOMPLETED}</h2></div>${facts}`
    case 'CANCELLED':
      return html`<div class="mark none">${icons.info}</div><h2>${texts.canceled}</h2>`
  }
}

/** Renders the four steps, of which one is in progress. */
function renderSteps(refund: RefundRecord, current: number, { texts }: Language): Html {
  const { refundPage, desk } = texts
  const isSigned = refund.recipientProof?.kind === 'signature'
  const steps = [
    refundPage.stepNamed,
    isSigned ? desk.provenBySignature : refundPage.stepApproved,
    refundPage.sent,
    refundPage.stepConfirmed,
  ]
  const renderStep = (text: string, index: number) => {
    if (index < current)
      return html`<li class="done"><span class="dot">${icons.check}</span>${text}</li>`
    if (index > current) return html`<li class="wait"><span class="dot"></span>${text}</li>`
    return html`<li aria-current="step"><span class="dot"><span class="ring"></span></span>${text}</li>`
  }
  return html`<ol class="steps">${steps.map(renderStep)}</ol>`
}

function renderFacts({ recipient, hash, chainId }: RefundRecord, texts: RefundTexts): Html {
  const explorer = getExplorerBase(chainId)
  const url =
    explorer && hash && buildCallUrl(explorer, { path: '/tx/:hash' }, { params: { hash } })
  const name = url
    ? html`<a href="${url}" rel="noreferrer" target="_blank">${texts.transaction}</a>`
    : texts.transaction
  return html`<dl class="facts ruled">${recipient ? html`<dt>${texts.to}</dt><dd>${renderAddress(recipient, texts.address, texts)}</dd>` : ''}
${hash ? html`<dt>${name}</dt><dd><code dir="ltr">${hash}</code></dd>` : ''}</dl>`
}
