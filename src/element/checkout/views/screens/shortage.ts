import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../../../amount.ts'
import { nativeAddress } from '../../../../api/formats.ts'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { fill } from '../../../i18n/messages.ts'
import { fillAmounts } from '../../format/fill-amounts.ts'
import { balanceDigits, feeDigits, roundUnits } from '../../format/round.ts'
import { addressBlock } from '../parts/address.ts'
import { coinsIcon, outward } from '../parts/icons.ts'
import { waiting } from '../parts/waiting.ts'
import { externalPaymentRow, otherWalletRow, wayRow } from './ways.ts'

export type FundsState = Extract<State, { step: 'insufficientFunds' }>

/** The rows of the other ways to pay. */
export const otherWays = (state: FundsState, context: RenderContext, hasCode = true) =>
  html`${otherTokenRow(state, context)}${hasCode ? externalPaymentRow(context) : nothing}${otherWalletRow(context, state.account)}`

/** Returns the title and sentence of the screen. The title is what helps, where something helps. */
export function getShortageText(
  state: FundsState,
  context: RenderContext,
): { title: string; text: unknown } {
  const { messages } = context
  const { missing, intent, option, funds } = state
  const { symbol, network, have, need } = describeShortage(state, context)
  if (missing && intent?.authorization) {
    const { title, text } = messages.feeInToken
    const values = { coin: funds.nativeSymbol, symbol: option.quote.token.symbol }
    return { title: fill(title, values), text: fill(text, values) }
  }
  const refusal = isRefused(state)
  if (refusal)
    return {
      title: messages.screens.choosingToken.title,
      text: messages.describeError?.(refusal) ?? refusal.message,
    }
  const values = { have, need, network }
  const isFee = missing === 'gas' && !option.quote.token.native
  const text = fillAmounts(isFee ? messages.gasShortfall : messages.tokenShortfall, values)
  const title = missing
    ? fill(messages.screens.insufficientFunds.title, { symbol, network })
    : messages.screens.ready.title
  return { title, text }
}

/** Returns why the account could not sign in place of paying the fee, where that was tried. */
export const isRefused = ({ missing, option }: FundsState) =>
  missing === 'gas' ? option.refusedAuthorization?.error : undefined

/** What is there, needed and missing: of the token, or of the native currency. That also pays the network fee, which is an estimate. */
export function describeShortage(
  { option, missing, funds }: FundsState,
  { formatter, getNetworkName }: RenderContext,
) {
  const { token, amount, chainId } = option.quote
  const isFee = missing === 'gas' && !token.native
  const asset = isFee ? { decimals: 18, symbol: funds.nativeSymbol, address: nativeAddress } : token
  const digits = isFee ? feeDigits : balanceDigits
  const have = isFee || token.native ? funds.nativeBalance : funds.tokenBalance
  const need = (isFee ? 0n : amount) + (isFee || token.native ? funds.fee : 0n)
  const round = (units: bigint, direction: 'up' | 'down') =>
    roundUnits(units, asset.decimals, digits, direction)
  const units = round(need > have ? need - have : 0n, 'up')
  return {
    address: asset.address,
    symbol: asset.symbol,
    network: getNetworkName(chainId),
    have: formatter.formatToken(round(have, 'down'), asset),
    need: formatter.formatToken(round(need, 'up'), asset),
    missing: formatter.formatToken(units, asset),
    decimalMissing: formatAmount(units, asset.decimals),
  }
}

/** What to add, on which network and to which address, and the sign that the page waits for it. */
export function topUp(state: FundsState, context: RenderContext): TemplateResult {
  const { messages } = context
  const { missing: amount, network } = describeShortage(state, context)
  return html`<div class="say"><span class="label">${fillAmounts(messages.add.label, { amount, network })}</span>
    ${addressBlock(state.account.address, messages)}</div>${waiting(messages.add.arrives)}`
}

/**
 * The page's link to where the payer gets what is missing, in a new tab. It is a link, so that no browser blocks it, and tells the other
 * page nothing about this one.
 */
export function onrampLink(
  state: FundsState,
  context: RenderContext,
  kind = '',
  content: unknown = fillAmounts(context.messages.add.button, {
    amount: describeShortage(state, context).missing,
  }),
): TemplateResult | undefined {
  const { onrampUrl } = context.settings ?? {}
  if (!onrampUrl) return undefined
  const { decimalMissing, symbol, address } = describeShortage(state, context)
  const url = fillUrl(onrampUrl, {
    address: state.account.address,
    amount: decimalMissing,
    chain: String(state.option.quote.chainId),
    token: symbol,
    token_address: address,
  })
  return html`<a part="button" class="button ${kind}" href=${url} target="_blank" rel="noopener noreferrer">${content}${outward}</a>`
}

/** Replaces the placeholders of a link, percent-encoded. A lone surrogate has no code. */
function fillUrl(url: string, values: Record<string, string>): string {
  return url.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[name] ?? '').replace(/\p{Surrogate}/gu, '')),
  )
}

/** The row to pay with another token that the merchant accepts, from the connected wallet. */
function otherTokenRow(
  { option, account }: FundsState,
  { dispatch, messages, pageOptions }: RenderContext,
): TemplateResult | typeof nothing {
  const { accepts = pageOptions.accepts } = option.base ?? option
  if (!Array.isArray(accepts) || accepts.length === 0) return nothing
  // The tokens are offered after a wallet is chosen, and this one is already connected.
  return wayRow(coinsIcon, messages.otherToken, () =>
    dispatch({ type: 'chooseWallet', walletId: account.wallet.id }),
  )
}
