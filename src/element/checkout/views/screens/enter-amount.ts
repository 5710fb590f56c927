import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../../../amount.ts'
import type { PaymentOption } from '../../../../checkout/quote/payment-option.ts'
import { logFault, PayError } from '../../../../errors.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { fill } from '../../../i18n/messages.ts'
import {
  type AmountLimits,
  formatFiatValue,
  parseAmountLimits,
  parseEnteredAmount,
} from '../../format/amounts.ts'

/** The screen of a no_price charge: the payer enters the amount, or chooses one that the merchant suggests. */
export const enteringAmount: ScreenView<'enteringAmount'> = ({ option, error }, context) => {
  const { messages } = context
  const { token, amount: suggestion } = option.quote
  const limits = readAmountLimits(option, context)
  if (limits instanceof PayError)
    return html`${heading(messages.screens.failed.title)}${notice(limits, context)}`
  const initialText = suggestion > 0n ? formatForInput(suggestion, token.decimals, context) : ''
  const readInput = (form: HTMLFormElement) => String(new FormData(form).get('amount'))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    submitAmount(readInput(event.currentTarget as HTMLFormElement), option, limits, context)
  }
  const input = ({ currentTarget }: InputEvent) => {
    const form = currentTarget as HTMLFormElement
    const output = form.querySelector('output')
    if (output) output.value = formatTypedValue(readInput(form), option, limits, context)
  }
  return html`<form @submit=${submit} @input=${input} novalidate class="say">
      <h2 tabindex="-1">${messages.screens.enteringAmount.title}</h2>
      ${limits.suggested.length > 0 ? suggestions(option, limits, context) : nothing}
      <label>${fill(messages.amountIn, { symbol: token.symbol })}
        <input name="amount" inputmode="decimal" autocomplete="off" required
          .value=${initialText}
          aria-invalid=${error ? 'true' : 'false'} aria-describedby="amount-error amount-value" /></label>
      <output id="amount-value" class="soft" .value=${initialText && formatTypedValue(initialText, option, limits, context)}></output>
      <div id="amount-error">${notice(error, context)}</div>
      <button part="button">${messages.continue}</button>
    </form>`
}

function readAmountLimits(
  { quote }: PaymentOption,
  { pageOptions }: RenderContext,
): AmountLimits | PayError {
  try {
    return parseAmountLimits(pageOptions.amounts, quote.token)
  } catch (cause) {
    const error = PayError.from(cause, 'invalid_attribute')
    logFault(error.message, 'attributes.md#properties')
    return error
  }
}

function suggestions(
  option: PaymentOption,
  { suggested }: AmountLimits,
  { dispatch, formatter, messages }: RenderContext,
): TemplateResult {
  const suggestion = (units: bigint) =>
    button(
      formatter.formatToken(units, option.quote.token),
      () => dispatch({ type: 'enterAmount', amount: units }),
      'plain',
    )
  return html`<div class="links" role="group" aria-label=${messages.suggestedAmounts}>${suggested.map(suggestion)}</div>`
}

function submitAmount(
  text: string,
  option: PaymentOption,
  limits: AmountLimits,
  { dispatch, formatter, messages }: RenderContext,
) {
  try {
    dispatch({
      type: 'enterAmount',
      amount: parseEnteredAmount(text, option.quote.token, limits, formatter, messages),
    })
  } catch (cause) {
    dispatch({ type: 'amountRejected', error: PayError.from(cause, 'invalid_amount') })
  }
}

/**
 * Formats the typed amount as it was parsed, and in the charge's currency. Returns '' while it is not valid yet: errors are shown
 * on submit.
 */
function formatTypedValue(
  text: string,
  option: PaymentOption,
  limits: AmountLimits,
  { formatter, pageOptions, messages }: RenderContext,
): string {
  try {
    const units = parseEnteredAmount(text, option.quote.token, limits, formatter, messages)
    const money = formatFiatValue(units, option, formatter, pageOptions.amounts?.dollarsPerToken)
    const value = money && fill(messages.approximately, { amount: money })
    // A text with separators may mean another amount elsewhere, so the parsed amount is shown.
    const isPlain = /^\p{Nd}*$/u.test(text.trim())
    return [isPlain ? '' : formatter.formatToken(units, option.quote.token), value]
      .filter(Boolean)
      .join(' · ')
  } catch {
    return ''
  }
}

/** Formats an amount for the input, with the decimal separator of the payer's language. */
function formatForInput(units: bigint, decimals: number, { formatter }: RenderContext): string {
  const options = { useGrouping: false, maximumFractionDigits: 77 }
  const text = formatAmount(units, decimals) as Intl.StringNumericLiteral
  return new Intl.NumberFormat(formatter.locale, options).format(text)
}
