import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ConnectedAccount, OptionBalance } from '../../../../checkout/ports/wallets.ts'
import type { RenderContext, ScreenView } from '../../../first/views/render-context.ts'
import { button, heading, notice } from '../../../first/views/shared.ts'
import { formatOwed } from '../../../i18n/format.ts'
import { fillAmounts } from '../../format/fill-amounts.ts'
import { balanceDigits, feeDigits, roundUnits } from '../../format/round.ts'
import { copyButton } from '../parts/copy-button.ts'
import { chevron } from '../parts/icons.ts'
import { coinPicture } from '../parts/pictures.ts'
import { waiting } from '../parts/waiting.ts'
import { externalPaymentButton } from './ways.ts'

/**
 * The tokens that the merchant accepts: first those that the account can pay with, then the others with the missing
 * amount.
 */
export const choosingTokenScreen: ScreenView<'choosingToken'> = (
  { balances, account, notice: note },
  context,
) => {
  const { messages } = context
  if (!balances)
    return html`${heading(messages.screens.choosingToken.title)}${waiting(messages.checkingBalances)}`
  return html`${heading(messages.screens.choosingToken.title)}${notice(note, context, false)}
    <ul>${balances.map((balance, index) => html`<li>${tokenRow(balance, index, context)}</li>`)}</ul>
    ${balances.some(({ shortfall }) => shortfall) ? topUpHint(account, balances, context) : nothing}
    ${externalPaymentButton(context)}`
}

/** For payers who get the missing amount now: the address to receive it at, and a button to check again. */
function topUpHint(
  { address }: ConnectedAccount,
  holdings: readonly OptionBalance[],
  { dispatch, messages }: RenderContext,
): TemplateResult {
  const payable = holdings.some(({ shortfall }) => !shortfall)
  return html`<dl class="facts"><dt>${messages.addFundsTo}</dt><dd>${copyButton(address, messages)}</dd></dl>
    ${button(messages.checkAgain, () => dispatch({ type: 'retry' }), payable ? 'plain' : '')}`
}

function tokenRow(
  optionBalance: OptionBalance,
  index: number,
  context: RenderContext,
): TemplateResult {
  const { option, shortfall } = optionBalance
  const { formatter, getNetworkName, dispatch } = context
  const onPick = () => dispatch({ type: 'chooseToken', index })
  // A token without enough balance stays visible, also to screen readers, so that the payer sees the shortfall.
  return html`<button part="wallet" type="button" class="wallet" aria-disabled=${shortfall ? 'true' : 'false'}
      @click=${shortfall ? nothing : onPick}><span class="token">${coinPicture(option.quote, context)}</span><span class="two">${formatOwed(option.quote, formatter)}
        <small>${getNetworkName(option.quote.chainId)} · ${formatBalance(optionBalance, context)}</small></span>
      ${shortfall ? nothing : chevron}</button>`
}

function formatBalance(
  { option, balance, shortfall }: OptionBalance,
  { formatter, messages }: RenderContext,
): string {
  if (shortfall) {
    const digits = shortfall.kind === 'gas' ? feeDigits : balanceDigits
    const missingAmount = roundUnits(shortfall.amount, shortfall.decimals, digits, 'up')
    return fillAmounts(messages.shortfall, {
      amount: formatter.formatToken(missingAmount, shortfall),
    })
  }
  if (balance === undefined) return messages.balanceUnknown
  const { token } = option.quote
  const roundedBalance = roundUnits(balance, token.decimals, balanceDigits, 'down')
  return fillAmounts(messages.balance, { amount: formatter.formatToken(roundedBalance, token) })
}
