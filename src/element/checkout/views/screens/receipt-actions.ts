import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State } from '../../../../checkout/state.ts'
import { loadPart } from '../../../../errors.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button, notice } from '../../../first/views/shared.ts'
import { getExplorerUrl } from '../../receipt/explorers.ts'
import { formatReceiptAmount } from '../../receipt/format-receipt.ts'
import { createUnsettledReceipt, type Receipt } from '../../receipt/receipt.ts'
import { recipientRow } from '../parts/address.ts'
import { copyButton, copyMark, showResult } from '../parts/copy-button.ts'
import { outward } from '../parts/icons.ts'
import { markedHeading } from '../parts/marks.ts'

/** The proof of a payment that is not settled: its transaction, and the links to keep the receipt. */
export function paymentProof(
  state: State,
  context: RenderContext,
): TemplateResult | typeof nothing {
  const receipt = createUnsettledReceipt(state, context.merchantName)
  if (!receipt) return nothing
  const { messages } = context
  return html`<dl class="facts"><dt>${messages.transaction}</dt><dd>${transactionLink(receipt, context)}</dd></dl>${receiptLinks(receipt, context)}`
}

/** The screen of a sent payment whose charge cannot be shown: the next steps, and the receipt. */
export function sentPaymentScreen(state: State, context: RenderContext): TemplateResult {
  const { messages, merchantName } = context
  const receipt = createUnsettledReceipt(state, merchantName)
  const error = 'error' in state ? state.error : undefined
  const isGone = error?.code === 'not_found'
  const text = isGone
    ? messages.sentChargeGone
    : error?.retryable
      ? messages.sentUnreachable
      : messages.sentNotAccepted
  return html`${markedHeading('warn', messages.sentTitle, text)}${isGone || error?.retryable ? nothing : notice(error, context)}
    ${receipt ? html`<dl part="receipt" aria-label=${messages.receipt}>${receiptRows(receipt, context)}</dl>${receiptLinks(receipt, context)}` : nothing}
    <slot name="error"></slot>${button(messages.checkAgain, () => context.dispatch({ type: 'retry' }), 'plain')}`
}

/** The lines of a receipt, formatted for the payer. */
export function receiptRows(receipt: Receipt, context: RenderContext): TemplateResult {
  const { messages } = context
  const row = (name: unknown, value: unknown) => html`<dt>${name}</dt><dd>${value}</dd>`
  const { formatter } = context
  // The store stands in the head of the card.
  const { lines = [], currency = '', taxNote } = receipt.order ?? {}
  return html`${lines.map(({ name, times, amount }) => row(html`<bdi>${name}</bdi>${times}`, formatter.formatMoney(amount, currency)))}
    ${row(messages.amount, formatReceiptAmount(receipt, formatter))}
    ${taxNote ? html`<dd class="whole soft"><bdi>${taxNote}</bdi></dd>` : nothing}
    ${row(messages.network, context.getNetworkName(receipt.chainId))}
    ${recipientRow(receipt.recipient, receipt.signedMerchant === receipt.store ? undefined : receipt.signedMerchant, messages)}
    ${receipt.hash ? row(messages.transaction, transactionLink(receipt, context)) : nothing}
    ${row(messages.charge, copyButton(receipt.chargeId, messages))}
    ${receipt.time ? row(messages.time, formatTime(receipt.time, context)) : nothing}`
}

/** The transaction's hash, with a link to a block explorer where one is known. */
export function transactionLink(
  { hash, chainId }: Receipt,
  { messages, pageOptions }: RenderContext,
): TemplateResult {
  const url = getExplorerUrl(chainId, hash, pageOptions.chains)
  const link = html`<a class="out" href=${url} target="_blank" rel="noreferrer" aria-label=${messages.viewInExplorer} title=${messages.viewInExplorer}>${outward}</a>`
  return html`${copyButton(hash, messages)}${url ? link : nothing}`
}

/** Formats a time (ISO 8601) in the payer's time zone. */
function formatTime(time: string, { formatter }: RenderContext): string {
  const format = new Intl.DateTimeFormat(formatter.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return format.format(new Date(time))
}

/**
 * The links to keep a receipt. Their code is loaded with the screen: at the click, the merchant's site may be
 * offline.
 */
export function receiptLinks(receipt: Receipt, context: RenderContext): TemplateResult {
  const { messages } = context
  const printedReceipt = loadPart(import('../../receipt/printed-receipt.ts'))
  // A script that does not load is reported at the click. The payer can still select the text.
  printedReceipt.catch(() => undefined)
  const network = context.getNetworkName(receipt.chainId)
  const style = { messages, formatter: context.formatter, network }
  const link = (
    kind: 'plain' | 'faint',
    label: unknown,
    work: (of: Awaited<typeof printedReceipt>) => unknown,
    doneText = '',
  ) => {
    const click = ({ currentTarget }: Event) => {
      const target = currentTarget as HTMLElement
      printedReceipt.then(work).then(
        () => showResult(target, 'copied', doneText),
        () => showResult(target, 'failed', messages.screens.failed.title),
      )
    }
    return html`<button type="button" class=${kind} @click=${click}>${label}</button>`
  }
  const copyLabel = html`${messages.copyReceipt}${copyMark(16)}`
  return html`<div class="keep" role="group" aria-label=${messages.receipt}>
    ${link('plain', messages.download, (of) => of.downloadReceipt(receipt, style))}
    <div>${link('faint', copyLabel, (of) => of.copyReceipt(receipt, style), messages.copied)}
      ${link('faint', messages.print, (of) => of.printReceipt(receipt, style))}
      ${link('faint', 'JSON', (of) => of.downloadReceiptData(receipt, context.pageOptions))}</div></div>`
}
