import { html, nothing, type TemplateResult } from 'lit/html.js'
import { formatAmount } from '../../amount.ts'
import type { Deal } from '../../checkout/deal.ts'
import { PayError } from '../../errors.ts'
import { type Bounds, readAmount, readBounds, worth } from '../amounts.ts'
import { fill } from '../messages.ts'
import { button, notice, say } from './first.ts'
import type { Scene, View } from './view.ts'

/** A charge of no_price: the payer names the amount, or takes one that the shop suggests. */
export const amount: View<'amount'> = ({ deal, error }, scene) => {
  const { words } = scene
  const { token, amount: suggested } = deal.quote
  const bounds = boundsOf(deal, scene)
  if (bounds instanceof PayError)
    return html`${say(words.screens.failed.title)}${notice(bounds, scene)}`
  const written = suggested > 0n ? inOwnWriting(suggested, token.decimals, scene) : ''
  const given = (form: HTMLFormElement) => String(new FormData(form).get('amount'))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    name(given(event.currentTarget as HTMLFormElement), deal, bounds, scene)
  }
  const input = ({ currentTarget }: InputEvent) => {
    const form = currentTarget as HTMLFormElement
    const output = form.querySelector('output')
    if (output) output.value = inMoney(given(form), deal, bounds, scene)
  }
  return html`<form @submit=${submit} @input=${input} novalidate class="say">
      <h2 tabindex="-1">${words.screens.amount.title}</h2>
      ${bounds.suggested.length > 0 ? suggestions(deal, bounds, scene) : nothing}
      <label>${fill(words.amountIn, { symbol: token.symbol })}
        <input name="amount" inputmode="decimal" autocomplete="off" required
          .value=${written}
          aria-invalid=${error ? 'true' : 'false'} aria-describedby="amount-error amount-worth" /></label>
      <output id="amount-worth" class="soft" .value=${written && inMoney(written, deal, bounds, scene)}></output>
      <div id="amount-error">${notice(error, scene)}</div>
      <button part="button">${words.continue}</button>
    </form>`
}

function boundsOf({ quote }: Deal, { page }: Scene): Bounds | PayError {
  try {
    return readBounds(page.amounts, quote.token)
  } catch (cause) {
    return PayError.from(cause, 'invalid_attribute')
  }
}

function suggestions(
  deal: Deal,
  { suggested }: Bounds,
  { send, formats, words }: Scene,
): TemplateResult {
  const one = (units: bigint) =>
    button(
      formats.token(units, deal.quote.token),
      () => send({ type: 'amount', amount: units }),
      'plain',
    )
  return html`<div class="links" role="group" aria-label=${words.suggested}>${suggested.map(one)}</div>`
}

function name(text: string, deal: Deal, bounds: Bounds, { send, formats, words }: Scene) {
  try {
    send({ type: 'amount', amount: readAmount(text, deal.quote.token, bounds, formats, words) })
  } catch (cause) {
    send({ type: 'amountRefused', error: PayError.from(cause, 'invalid_amount') })
  }
}

/** What is being typed, in the charge's currency; nothing while it is no amount yet, which is told at the end. */
function inMoney(
  text: string,
  deal: Deal,
  bounds: Bounds,
  { formats, page, words }: Scene,
): string {
  try {
    const units = readAmount(text, deal.quote.token, bounds, formats, words)
    const money = worth(units, deal, formats, page.amounts?.worth)
    return money ? fill(words.about, { amount: money }) : ''
  } catch {
    return ''
  }
}

/** As the payer writes it: a point would be a foreign sign in half of the languages. */
function inOwnWriting(units: bigint, decimals: number, { formats }: Scene): string {
  const options = { useGrouping: false, maximumFractionDigits: 77 }
  const text = formatAmount(units, decimals) as Intl.StringNumericLiteral
  return new Intl.NumberFormat(formats.locale, options).format(text)
}
