import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PaymentOption } from '../../../../checkout/quote/payment-option.ts'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { plural } from '../../../i18n/languages/plural.ts'
import { fill } from '../../../i18n/messages.ts'
import { formatTimeLeft, formatUnit } from '../../format/eta.ts'
import { getExplorerUrl } from '../../receipt/explorers.ts'
import { createReceipt, createUnsettledReceipt } from '../../receipt/receipt.ts'
import { getScreenText } from '../card/announce.ts'
import { contactLink } from '../parts/contact.ts'
import { copyButton } from '../parts/copy-button.ts'
import { check, walletIcon } from '../parts/icons.ts'
import { disc, markedHeading, progressRing, ringedHeading } from '../parts/marks.ts'
import { hint } from '../parts/waiting.ts'
import { tile } from '../parts/wallet-picture.ts'
import { headPrice } from './partly-paid.ts'
import { paymentSummary, receiptLists, receiptTools, sentPaymentScreen } from './receipt-actions.ts'
import { renderWithScan } from './with-scan.ts'

const unknownOutcome: ScreenView<'unknownOutcome'> = (state, context) => {
  const { searchResult, lastError, intent, proposal } = state
  const { dispatch, messages } = context
  if (intent.proposal && !proposal?.isForgotten)
    return renderWithScan(
      intent.proposal.kind === 'batch' ? messages.batchTitle : messages.proposalTitle,
      ({ proposalScreen }) => proposalScreen(state, context),
      context,
    )
  const { title, text, note } = getScreenText(state, messages)
  const isNotSent = searchResult?.found === 'used'
  const checkAgain = button(
    messages.checkAgain,
    () => dispatch({ type: 'retry' }),
    isNotSent ? 'quiet' : 'plain',
  )
  const payAgain = (label: string, look: '' | 'quiet') =>
    context.isPayAgainHidden ? nothing : button(label, () => dispatch({ type: 'consent' }), look)
  // Until a signed payment lapses, there is no other way to pay.
  if (intent.authorization)
    return html`${ringedHeading(tile(walletIcon), title, text)}${note ? hint(note) : nothing}${checkAgain}`
  if (isNotSent)
    return html`${markedHeading('none', title, text)}${payAgain(messages.payAgain, '')}${checkAgain}${contactLink(state, context)}`
  return html`${ringedHeading(disc('warn'), title, text)}
    ${lastError && (!searchResult || lastError.code === 'wallet_busy') ? notice(lastError, context, false) : nothing}
    ${searchResult && !proposal?.isForgotten ? hint(messages.nothingFound) : nothing}
    ${checkAgain}${context.isPayAgainHidden ? nothing : html`<small>${messages.payAgainWarning}</small>`}
    ${payAgain(messages.confirmPayAgain, 'quiet')}`
}

type StepMark = 'done' | 'now' | 'next'

const progressStep = (
  mark: StepMark,
  title: string,
  more: unknown = nothing,
  part = 0,
) => html`<li part="step" class="step ${mark}" aria-current=${mark === 'now' ? 'step' : nothing}>
  <span class="dot">${mark === 'done' ? check(14) : mark === 'now' ? progressRing(part) : nothing}</span>
  <span class="two">${title}${more}</span></li>`

const progressSteps = (
  isRecorded: boolean,
  more: unknown,
  { messages }: RenderContext,
  part = 0,
) => html`<ol part="progress">
  ${progressStep('done', messages.sent)} ${progressStep(isRecorded ? 'done' : 'now', messages.recorded)}
  ${progressStep(isRecorded ? 'now' : 'next', messages.confirmed, more, part)}</ol>`

const reporting: ScreenView<'reporting'> = (state, context) => {
  const { messages } = context
  const { title, text } = messages.screens.reporting
  // An error of this browser's storage is none of the store's.
  const isUnreachable = state.lastError && state.lastError.code !== 'storage_unavailable'
  return html`${heading(title, isUnreachable ? messages.unreachable : text)}
    ${progressSteps(false, nothing, context)} ${paymentSummary(state, context)}`
}

/**
 * The number of confirmations, and the remaining time where the chain's block time is known. A large payment waits longer, which the
 * payer reads once it has its confirmations.
 */
function confirmationProgress(
  option: PaymentOption,
  confirmations: number,
  requiredCount: number,
  context: RenderContext,
): TemplateResult {
  const { messages, pageOptions, formatter } = context
  const { lang } = messages
  const n = Math.min(confirmations, requiredCount)
  const count =
    n > 0
      ? plural(messages, formatter, messages.confirmations, requiredCount, { n, m: requiredCount })
      : messages.waitingForNetwork
  const { about_minutes: minutes } = Object(option.charge.finality)
  const { chainId } = option.quote
  const time = formatTimeLeft(requiredCount - n, chainId, pageOptions.chains, lang, formatter)
  const label =
    n === requiredCount && minutes > 0
      ? fill(messages.largePayment, {
          time: formatUnit(Number(minutes), 'minute', lang, formatter),
        })
      : time
        ? fill(messages.confirmationsEta, { confirmations: count, time })
        : count
  return html`<small role="progressbar" aria-valuemin="0" aria-valuenow=${n} aria-valuemax=${requiredCount} aria-valuetext=${label} aria-label=${messages.confirmed}>${label}</small>`
}

const confirming: ScreenView<'confirming'> = (state, context) => {
  const { option, confirmations, requiredConfirmations, lastError, wasReorged, isOthers } = state
  const { messages } = context
  const texts = getScreenText(state, messages)
  const text = lastError ? messages.unreachable : wasReorged ? messages.reorganized : texts.text
  const progress = confirmationProgress(option, confirmations, requiredConfirmations, context)
  if (isOthers) return html`${ringedHeading(disc('none'), texts.title, texts.text)}${progress}`
  return html`${heading(texts.title, text)}
    ${progressSteps(true, progress, context, confirmations / requiredConfirmations)} ${paymentSummary(state, context)}`
}

const otherTab: ScreenView<'otherTab'> = ({ option, tabStatus }, context) => {
  const { dispatch, messages } = context
  const { hash, confirmations = 0, requiredConfirmations = 1 } = tabStatus ?? {}
  const isRecorded = tabStatus?.step === 'confirming'
  const { title, text } = messages.screens.otherTab
  const checkAgain = button(messages.checkAgain, () => dispatch({ type: 'retry' }), 'quiet')
  if (!hash) return html`${ringedHeading(tile(walletIcon), title, text)}${checkAgain}`
  return html`${heading(title, text)}
    ${progressSteps(isRecorded, isRecorded ? confirmationProgress(option, confirmations, requiredConfirmations, context) : nothing, context, confirmations / requiredConfirmations)}
    <dl class="facts"><dt>${messages.transaction}</dt><dd>${copyButton(hash, messages)}</dd></dl>${checkAgain}`
}

const dropped: ScreenView<'dropped'> = (state, context) =>
  renderWithScan(
    getScreenText(state, context.messages).title,
    ({ droppedScreen }) => droppedScreen(state, context),
    context,
  )

const notPaid: ScreenView<'notPaid'> = (state, context) =>
  renderWithScan(
    context.messages.notPaid[state.reason].title,
    ({ notPaidScreen }) => notPaidScreen(state, context),
    context,
  )

const failed: ScreenView<'failed'> = (state, context) => {
  const { error } = state
  const { messages } = context
  const onRetry = () => context.dispatch({ type: 'retry' })
  if (createUnsettledReceipt(state)) return sentPaymentScreen(state, context)
  return html`${markedHeading('bad', messages.screens.failed.title)}${notice(error, context)}<slot name="error"></slot>
    ${error.code === 'invalid_attribute' ? nothing : button(messages.retry, onRetry, 'plain')}${contactLink(state, context)}`
}

const paid: ScreenView<'paid'> = (state, context) => {
  const { option, hash, intent, isSurplus, refunds = [] } = state
  const { messages } = context
  const { title, text } = getScreenText(
    state,
    messages,
    context.redirectAfterPayment?.wasTold(state),
  )
  const status = isSurplus && intent ? 'sent' : 'confirmed'
  const receipt = createReceipt(option, hash, status, intent, context.merchantName)
  const refundList =
    refunds.length > 0
      ? renderWithScan(
          '',
          ({ refundRows }) => html`${refundRows(refunds, context, getExplorerUrl)}`,
          context,
        )
      : nothing
  return html`<div class="marked paid">${disc('ok')}${heading(title, text)}${headPrice(option, context)}</div>
    ${refundList}${returnToMerchant(state, context)}${receiptLists(receipt, context)}${receiptTools(receipt, context)}`
}

/** The way back to the store. It stands above the receipt, where it is seen without scrolling. */
function returnToMerchant(
  state: State,
  { redirectAfterPayment, messages }: RenderContext,
): TemplateResult | typeof nothing {
  const url = redirectAfterPayment?.getSuccessUrl(state)
  if (!redirectAfterPayment || !url) return nothing
  if (!redirectAfterPayment.isLeaving)
    return button(messages.returnToStore, () => location.assign(url))
  const stay = button(messages.stay, () => redirectAfterPayment.stay(), 'plain')
  return html`<p class="leaving soft">${messages.returning}${stay}</p>`
}

const needsSignature: ScreenView<'needsSignature'> = (state, context) =>
  renderWithScan(
    getScreenText(state, context.messages).title,
    ({ connectScreen, signScreen }) =>
      state.uri && state.isAwaitingWallet
        ? connectScreen(state.uri, context)
        : signScreen(state, context, paymentSummary(state, context, !!state.hasDeclined)),
    context,
  )

const earlierPayment: ScreenView<'earlierPayment'> = (state, context) =>
  renderWithScan(
    getScreenText(state, context.messages).title,
    ({ earlierPaymentScreen }) => earlierPaymentScreen(state, context),
    context,
  )

const misdirected: ScreenView<'misdirected'> = (state, context) =>
  renderWithScan(
    context.messages.screens.misdirected.title,
    ({ misdirectedScreen }) =>
      misdirectedScreen(state, context, paymentSummary(state, context, true)),
    context,
  )

/** The screens from the moment when a transfer may have been sent. */
export const afterSending = {
  unknownOutcome,
  needsSignature,
  earlierPayment,
  misdirected,
  reporting,
  confirming,
  otherTab,
  dropped,
  notPaid,
  failed,
  paid,
}
