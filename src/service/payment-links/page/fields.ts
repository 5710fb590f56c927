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
  language: Language,
): Content {
  const {
    locale,
    texts: { linkPage: texts },
  } = language
  const { suggestedAmounts } = link
  const currency = getLinkCurrency(link)
  if (suggestedAmounts.length === 0) return ''
  const chosen = values.get('amount') ?? ''
  const renderChoice = (value: string, label: Content) =>
    html`<label class="choice"><input type="radio" name="amount" value="${value}"${value === chosen ? ' checked' : ''}>${label}</label>`
  return html`<fieldset class="choices"><legend class="label">${texts.howMuch}</legend>
${suggestedAmounts.map((amount) => renderChoice(amount, formatMoney(amount, currency, locale)))}${renderChoice('', texts.otherAmount)}</fieldset>
${renderFault('amount', describeFault(link, 'amount', faults, language))}`
}

/** Renders the choice of how many; nothing where there is none. */
export function renderQuantity(
  link: PaymentLinkRecord,
  { values, faults }: EnteredForm,
  language: Language,
): Content {
  const { minQuantity: min, maxQuantity: max } = link
  if (min === max) return ''
  const fault = describeFault(link, 'quantity', faults, language)
  const value = values.get('quantity') ?? min
  return html`<label class="label" for="quantity">${language.texts.linkPage.quantity}</label>
<div class="box"><input id="quantity" name="quantity" type="number" inputmode="numeric" min="${min}" max="${max}" step="1" required value="${value}" aria-describedby="quantity-fault"${fault ? html` aria-invalid="true"` : ''}></div>
${renderFault('quantity', fault)}`
}

/** Renders what the link asks for. */
export function renderFields(
  link: PaymentLinkRecord,
  { values, faults }: EnteredForm,
  language: Language,
): Content {
  return link.fields.map((field, index) => {
    const name = getFieldName(index)
    const fault = describeFault(link, name, faults, language)
    return renderField(field, name, values.get(name) ?? '', fault, language)
  })
}

const types = { name: 'text', email: 'email', note: 'text' } as const
/** How a browser completes the answer to a field. */
export const completions = { name: 'name', email: 'email', note: 'off' } as const

function renderField(
  field: LinkField,
  name: string,
  value: string,
  fault: string,
  { texts: { linkPage: texts } }: Language,
): Html {
  const { kind, label, required } = field
  const limit = answerLimits[kind]
  return html`<label class="label" for="${name}">${label ? renderForeign(label) : texts[kind]}${required ? '' : html` <small>(${texts.optional})</small>`}</label>
<div class="box"><input id="${name}" name="${name}" type="${types[kind]}" dir="auto" autocomplete="${completions[kind]}" maxlength="${limit}"${required ? html` required` : ''}${renderAttribute('value', value.slice(0, limit))} aria-describedby="${name}-fault"${fault ? html` aria-invalid="true"` : ''}></div>
${renderFault(name, fault)}`
}

/** Says what is wrong with a part of a choice; '' for nothing. */
export function describeFault(
  { minQuantity, maxQuantity, fields }: PaymentLinkRecord,
  name: string,
  faults: ReadonlyMap<string, ChoiceFault>,
  { texts: { linkPage: texts } }: Language,
): string {
  const fault = faults.get(name)
  if (!fault) return ''
  if (name === 'amount') return texts.wrongAmount
  if (name === 'quantity')
    return fillText(texts.wrongQuantity, { min: `${minQuantity}`, max: `${maxQuantity}` })
  const kind = fields.find((_, index) => getFieldName(index) === name)?.kind ?? 'note'
  if (fault === 'required') return texts.required
  if (fault === 'tooLong') return fillText(texts.tooLong, { n: `${answerLimits[kind]}` })
  return kind === 'email'
    ? fillText(texts.wrongEmail, { example: 'ada@example.com' })
    : texts.wrongText
}

const renderFault = (name: string, fault: string) =>
  html`<p class="fault" id="${name}-fault" role="alert">${fault ? icons.stop : ''}<span>${fault}</span></p>`
