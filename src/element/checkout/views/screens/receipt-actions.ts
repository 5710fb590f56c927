import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State } from '../../../../checkout/state.ts'
import { loadPart } from '../../../../errors.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { button, notice } from '../../../first/views/shared.ts'
import { fill } from '../../../i18n/messages.ts'
import { getExplorerUrl } from '../../receipt/explorers.ts'
import { formatTokens } from '../../receipt/format-receipt.ts'
import { createUnsettledReceipt, type Receipt } from '../../receipt/receipt.ts'
import { recipientRow } from '../parts/address.ts'
import { contactLink } from '../parts/contact.ts'
import { copyButton, copyMark, showResult } from '../parts/copy-button.ts'
import { fold } from '../parts/fold.ts'
import { outward, printIcon, saveIcon } from '../parts/icons.ts'
import { markedHeading } from '../parts/marks.ts'

/** What a payer keeps of a payment that is not settled: its transaction and its receipt. */
export function paymentSummary(
  state: State,
  context: RenderContext,
  isReceiptAsked = false,
): TemplateResult | typeof nothing {
  const receipt = createUnsettledReceipt(state, context.merchantName)
  if (!receipt) return nothing
  return html`<dl class="facts">${transactionRow(receipt, context)}</dl>${paymentProof(state, context, isReceiptAsked)}`
}

/**
 * The receipt of a payment that is not settled.
 *
 * @param isAsked whether the screen tells the payer to keep it. Else it is folded, below what the payer is to do.
 */
export function paymentProof(
  state: State,
  context: RenderContext,
  isAsked = false,
): TemplateResult | typeof nothing {
  const receipt = createUnsettledReceipt(state, context.merchantName)
  if (!receipt) return nothing
  if (isAsked) return receiptTools(receipt, context)
  const content = html`${keepButtons(receipt, context)}${dataButton(receipt, context)}`
  return html`<div class="folds">${fold(context.messages.receipt, content)}</div>`
}

const row = (name: unknown, value: unknown, kind = '') =>
  html`<dt>${name}</dt><dd class=${kind}>${value}</dd>`

/** The line with the transaction of a payment. */
export const transactionRow = (receipt: Receipt, context: RenderContext) =>
  row(context.messages.transaction, transactionLink(receipt, context), 'line')

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
    ${receipt ? html`${receiptLists(receipt, context)}${receiptTools(receipt, context)}` : nothing}
    <slot name="error"></slot>${button(messages.checkAgain, () => context.dispatch({ type: 'retry' }), 'plain')}${contactLink(state, context)}`
}

/** A receipt for the payer: what was bought, and how it was paid, in two lists of which none squeezes the other. */
export function receiptLists(receipt: Receipt, context: RenderContext): TemplateResult {
  const { messages, formatter } = context
  // The store stands in the head of the card.
  const { lines = [], currency = '', taxNote } = receipt.order ?? {}
  const goods = lines.map(({ name, times, amount }) =>
    row(html`<bdi>${name}</bdi>${times}`, formatter.formatMoney(amount, currency), 'line'),
  )
  const signedName = receipt.signedMerchant === receipt.store ? undefined : receipt.signedMerchant
  const amount = fill(messages.amountOnNetwork, {
    amount: formatTokens(receipt, formatter),
    network: context.getNetworkName(receipt.chainId),
  })
  return html`<div part="receipt" class="receipt">
    ${goods.length > 0 ? html`<dl class="goods">${goods}</dl>` : nothing}
    ${taxNote ? html`<p class="soft"><bdi>${taxNote}</bdi></p>` : nothing}
    <dl class="facts">${row(messages.amount, html`<bdi>${amount}</bdi>`)}
      ${recipientRow(receipt.recipient, signedName, messages)}
      ${receipt.hash ? transactionRow(receipt, context) : nothing}
      ${receipt.time ? row(messages.time, formatTime(receipt.time, context), 'line') : nothing}</dl></div>`
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

/** The ways to keep a receipt, below what only the store and programs need of it. */
export function receiptTools(receipt: Receipt, context: RenderContext): TemplateResult {
  const { messages } = context
  const reference = row(messages.charge, copyButton(receipt.chargeId, messages), 'line')
  return html`<div class="folds">${fold(messages.details, html`<dl>${reference}</dl>${dataButton(receipt, context)}`)}</div>
    ${keepButtons(receipt, context)}`
}

function keepButtons(receipt: Receipt, context: RenderContext): TemplateResult {
  const { messages, formatter, getNetworkName } = context
  const style = { messages, formatter, network: getNetworkName(receipt.chainId) }
  return html`<div class="keep" role="group" aria-label=${messages.receipt}>
    ${tool(html`${saveIcon}${messages.download}`, (of) => of.downloadReceipt(receipt, style), context)}
    ${tool(html`${copyMark(20)}${messages.copyLabel}`, (of) => of.copyReceipt(receipt, style), context, messages.copied, messages.copyReceipt)}
    ${tool(html`${printIcon}${messages.print}`, (of) => of.printReceipt(receipt, style), context)}</div>`
}

const dataButton = (receipt: Receipt, context: RenderContext) =>
  tool(
    context.messages.dataFile,
    (of) => of.downloadReceiptData(receipt, context.pageOptions),
    context,
  )

type ReceiptModule = typeof import('../../receipt/printed-receipt.ts')

/**
 * A button that does something with a receipt. The code is loaded with the screen: at the click, the merchant's site may be offline.
 * The result is shown and announced.
 */
function tool(
  label: unknown,
  work: (of: ReceiptModule) => unknown,
  { messages }: RenderContext,
  doneText = '',
  name: string | typeof nothing = nothing,
): TemplateResult {
  const printedReceipt = loadPart(import('../../receipt/printed-receipt.ts'))
  // A script that does not load is reported at the click. The payer can still select the text.
  printedReceipt.catch(() => undefined)
  const click = ({ currentTarget }: Event) => {
    const target = currentTarget as HTMLElement
    printedReceipt.then(work).then(
      () => showResult(target, 'copied', doneText),
      () => showResult(target, 'failed', messages.screens.failed.title),
    )
  }
  return html`<button type="button" class="plain" aria-label=${name} @click=${click}>${label}</button>`
}
