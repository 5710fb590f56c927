import { html } from 'hono/html'
import { type Html, renderAttribute } from '../../payment-page/document.ts'
import { icons } from '../../payment-page/refund-states.ts'
import { type Content, fillText, formatMoney, renderForeign } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import { answerLimits, type ChoiceFault, getFieldName } from '../choice.ts'
import type { LinkField, PaymentLinkRecord } from '../payment-links.ts'
import { getLinkCurrency } from '../replies.ts'

/** What a customer has entered, and what is wrong with it, by the names of the form. */
export interface EnteredForm {
  values: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, ChoiceFault>
}

// The fields of a link's form. Browsers check them first; what they let through is checked again (choice.ts).

/** Renders the choice of an amount; nothing without suggestions. */
export function renderAmounts(
  link: PaymentLinkRecord,
  { values, faults }: EnteredForm,
  { locale, texts: { linkPage: texts } }: Language,
): Content {
  const { suggestedAmounts } = link
  const currency = getLinkCurrency(link)
  if (suggestedAmounts.length === 0) return ''
  const chosen = values.get('amount') ?? ''
  const renderChoice = (value: string, label: Content) =>
    html`<label class="choice"><input type="radio" name="amount" value="${value}"${value === chosen ? ' checked' : ''}>${label}</label>`
  return html`<fieldset class="choices"><legend class="label">${texts.howMuch}</legend>
${suggestedAmounts.map((amount) => renderChoice(amount, formatMoney(amount, currency, locale)))}${renderChoice('', texts.otherAmount)}</fieldset>
${renderFault('amount', faults.has('amount') ? texts.wrongAmount : '')}`
}

/** Renders the choice of how many; nothing where there is none. */
export function renderQuantity(
  { minQuantity: min, maxQuantity: max }: PaymentLinkRecord,
  { values, faults }: EnteredForm,
  { texts: { linkPage: texts } }: Language,
): Content {
  if (min === max) return ''
  const fault = faults.has('quantity')
    ? fillText(texts.wrongQuantity, { min: `${min}`, max: `${max}` })
    : ''
  const value = values.get('quantity') ?? min
  return html`<label class="label" for="quantity">${texts.quantity}</label>
<div class="box"><input id="quantity" name="quantity" type="number" inputmode="numeric" min="${min}" max="${max}" step="1" required value="${value}" aria-describedby="quantity-fault"${fault ? html` aria-invalid="true"` : ''}></div>
${renderFault('quantity', fault)}`
}

/** Renders what the link asks for. */
export function renderFields(
  { fields }: PaymentLinkRecord,
  { values, faults }: EnteredForm,
  language: Language,
): Content {
  return fields.map((field, index) => {
    const name = getFieldName(index)
    return renderField(field, name, values.get(name) ?? '', faults.get(name), language)
  })
}

const types = { name: 'text', email: 'email', note: 'text' } as const
const completions = { name: 'name', email: 'email', note: 'off' } as const

function renderField(
  { kind, label, required }: LinkField,
  name: string,
  value: string,
  fault: ChoiceFault | undefined,
  { texts: { linkPage: texts } }: Language,
): Html {
  const limit = answerLimits[kind]
  const faultText = {
    required: texts.required,
    wrong:
      kind === 'email'
        ? fillText(texts.wrongEmail, { example: 'ada@example.com' })
        : texts.wrongText,
    tooLong: fillText(texts.tooLong, { n: `${limit}` }),
  }
  return html`<label class="label" for="${name}">${label ? renderForeign(label) : texts[kind]}${required ? '' : html` <small>(${texts.optional})</small>`}</label>
<div class="box"><input id="${name}" name="${name}" type="${types[kind]}" dir="auto" autocomplete="${completions[kind]}" maxlength="${limit}"${required ? html` required` : ''}${renderAttribute('value', value.slice(0, limit))} aria-describedby="${name}-fault"${fault ? html` aria-invalid="true"` : ''}></div>
${renderFault(name, fault ? faultText[fault] : '')}`
}

const renderFault = (name: string, fault: string) =>
  html`<p class="fault" id="${name}-fault" role="alert">${fault ? icons.stop : ''}<span>${fault}</span></p>`
