import { html, nothing, type TemplateResult } from 'lit/html.js'
import { parseAmount } from '../../../../amount.ts'
import { isWebUrl } from '../../../../api/formats.ts'
import type { CheckoutRefund } from '../../../../api/schemas/payments/checkout-refunds.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import type { getExplorerUrl } from '../../receipt/explorers.ts'
import { outward } from '../parts/icons.ts'

/**
 * The refunds of a paid charge, but for canceled ones: how much each brings back, and how far it is.
 *
 * @param findExplorer returns the page of a transaction in a block explorer
 */
export function refundRows(
  refunds: readonly CheckoutRefund[],
  context: RenderContext,
  findExplorer: typeof getExplorerUrl,
): TemplateResult | typeof nothing {
  const shown = refunds.filter(({ status }) => status !== 'CANCELLED')
  if (shown.length === 0) return nothing
  const { messages } = context
  return html`<div class="receipt"><p class="label">${messages.refund}</p><dl>${shown.map(
    (refund) => html`<dt>${refundState(refund, context, findExplorer)}</dt>
    <dd class="line"><bdi>${formatRefund(refund, context)}</bdi></dd>`,
  )}</dl></div>`
}

function formatRefund(
  { amount, sentAmount, tokenSymbol: symbol }: CheckoutRefund,
  { formatter }: RenderContext,
): string {
  const text = sentAmount || amount
  return formatter.formatToken(parseAmount(text, 78), { decimals: 78, symbol })
}

/** The progress of a refund: with a link to the page where the payer names the address, or with its transaction. */
function refundState(
  { status, claimUrl, chainId, hash }: CheckoutRefund,
  { messages, pageOptions }: RenderContext,
  findExplorer: typeof getExplorerUrl,
): unknown {
  if (status === 'NEW' && isWebUrl(claimUrl))
    return html`<a class="link" href=${claimUrl} target="_blank" rel="noreferrer">${messages.refundClaim}</a>`
  const isSent = status === 'COMPLETED'
  const url = hash ? findExplorer(Number(chainId), hash, pageOptions.chains) : undefined
  const link = html`<a class="out" href=${url} target="_blank" rel="noreferrer" aria-label=${messages.viewInExplorer} title=${messages.viewInExplorer}>${outward}</a>`
  return html`${isSent ? messages.refunded : messages.refundInProgress}${url ? link : nothing}`
}
