import { html } from 'hono/html'
import type { PayError } from '../../errors.ts'
import { readTypedNumber } from '../../typed-number.ts'
import { createFieldError } from '../http/field-error.ts'
import { getCurrencyDigits } from '../rates/currency-digits.ts'
import { type Content, type Html, renderEnglish } from '../texts/format.ts'
import { icon } from './icons.ts'
import type { DeskLanguage } from './language.ts'
import type { DeskPath } from './paths.ts'

/** An entry of a list to choose from. */
export type SelectOption = readonly [value: string, label: Content]

/** An input of a form, with what is said below it where its value is not taken. */
export interface FormInput {
  name: string
  label: Content
  /** In the person's language: what to write. @default by its kind */
  wrong?: string
  /** Decimal text with a point. */
  value?: string
  /**
   * `amount`: a number, as the person's language writes it; `code`: an address or id, written from left to right; `secret`: a key,
   * which is never shown again. @default 'text'
   */
  kind?: 'text' | 'amount' | 'code' | 'email' | 'url' | 'secret'
  /** What it chooses from, in place of a field to write in. */
  options?: readonly SelectOption[]
  isRequired?: boolean
  /** Below it. */
  help?: Content
  placeholder?: string
  maxLength?: number
  /** The names of the API's fields that it fills, where they differ from its own. */
  fills?: readonly string[]
  /** Where another form of the page has an input of this name. @default its name */
  id?: string
}

/** A form that was not taken: what its page shows again, and why. */
export interface RefusedForm {
  /** Its path below the desk. */
  path: string
  /** What was written, by the name of its input. */
  values: Readonly<Record<string, string>>
  /** The fields that are wrong, by the names of the API or of its inputs; none for an error about something else. */
  faults: readonly string[]
  /** The error: in the person's language, or in the API's words. */
  message: Content
  /** The inputs at which the page says it; none while it is rendered, and where no input is at fault. */
  marked: Set<string>
}

/** Longer than any amount is written. */
const maxNumber = 80

/**
 * Reads an amount as a person writes it in their language; '' for an empty one.
 *
 * @throws PayError `invalid_request` naming the field, also for what means another number elsewhere, such as 1.250 in German
 */
export function readAmount(
  typed: string,
  field: string,
  { locale }: Pick<DeskLanguage, 'locale'>,
): string {
  if (typed === '') return ''
  const amount =
    typed.length > maxNumber ? undefined : readTypedNumber(typed.replace('$', ''), locale)
  if (amount === undefined) throw createFieldError(field, 'must be an amount')
  return amount
}

/** Writes decimal text as the person's language does, without groups, so that it can be sent as it is. */
export function writeAmount(amount: string, { decimalSign }: DeskLanguage): string {
  return amount.replace('.', decimalSign)
}

/** Creates the form that an error refuses. */
export function createRefusedForm(
  cause: PayError,
  { path, values }: Pick<RefusedForm, 'path' | 'values'>,
  language: DeskLanguage,
): RefusedForm {
  const { details, field } = cause
  const named = Array.isArray(details)
    ? (details as readonly { field?: unknown }[]).map((detail) => detail?.field)
    : [field]
  const faults = named.filter((name) => typeof name === 'string')
  return { path, values, faults, message: describeError(cause, language), marked: new Set() }
}

/** Says what failed in the person's language; in the API's words what has no reason of its own. */
export function describeError(
  { code, details, message }: PayError,
  language: DeskLanguage,
): Content {
  const said = language.refusal(details)
  if (said !== undefined) return said
  return code === 'not_found' ? language.text('notFoundText') : renderEnglish(message)
}

/** Whether a form was refused for one of these fields. Its page says so at the input: see {@link renderFault}. */
function markFault(refused: RefusedForm | undefined, path: DeskPath, names: readonly string[]) {
  const [name = ''] = names
  const isFault = refused?.path === path && refused.faults.some((fault) => names.includes(fault))
  if (isFault) refused.marked.add(name)
  return isFault
}

/** Renders what is wrong with the fields of a group of inputs, below them; nothing where they are not at fault. */
export function renderGroupFault(
  { refused }: { refused: RefusedForm | undefined },
  path: DeskPath,
  { name, wrong }: { name: string; wrong: string },
): Content {
  return markFault(refused, path, [name]) ? renderFault(name, wrong) : ''
}

function renderFault(id: string, wrong: string): Html {
  return html`<p class="fault" id="${id}-fault">${icon('stop')}${wrong}</p>`
}

/** Renders an input with its label: of a form that was not taken with what was written, and with the fault below it. */
export function renderInput(
  { language, refused }: { language: DeskLanguage; refused: RefusedForm | undefined },
  path: DeskPath,
  input: FormInput,
): Html {
  const { name, label, kind = 'text', isRequired, help, id = name, maxLength = 500 } = input
  const { fills = [], value = '', placeholder = '' } = input
  const sent = refused?.path === path ? refused : undefined
  const { wrong = describeWrong(kind, language, sent?.values.currency) } = input
  const written = kind === 'amount' ? writeAmount(value, language) : value
  const isFault = markFault(refused, path, [name, ...fills])
  const notes = [help ? `${id}-note` : '', isFault ? `${id}-fault` : ''].filter((one) => one)
  if (input.options) {
    const chosen = sent?.values[name] ?? value
    return html`${renderSelect({ name, id, label, chosen }, input.options)}${isFault ? renderFault(id, wrong) : ''}`
  }
  return html`<label for="${id}">${label}</label><input class="field" id="${id}" name="${name}" value="${kind === 'secret' ? '' : (sent?.values[name] ?? written)}" autocomplete="${kind === 'secret' ? 'current-password' : 'off'}" maxlength="${maxLength}"${[
    kind === 'email' || kind === 'url' ? html` type="${kind}"` : '',
    kind === 'secret' ? html` type="password" placeholder="pc_…"` : '',
    kind === 'amount' ? html` inputmode="decimal"` : '',
    kind === 'text' ? '' : html` dir="ltr" spellcheck="false"`,
    placeholder ? html` placeholder="${placeholder}"` : '',
    isRequired ? html` required` : '',
    isFault ? html` aria-invalid="true" autofocus` : '',
    notes.length > 0 ? html` aria-describedby="${notes.join(' ')}"` : '',
  ]}>${isFault ? renderFault(id, wrong) : ''}${help ? html`<p class="note" id="${id}-note">${help}</p>` : ''}`
}

/** Says what to write in an input of a kind. An amount has the decimal places of the currency that the form was sent with. */
function describeWrong(
  kind: FormInput['kind'],
  language: DeskLanguage,
  currency: string | undefined,
): string {
  const { text } = language
  if (kind === 'amount') {
    const places = getCurrencyDigits(currency ?? 'USD') ?? 2
    const example = places === 0 ? '1250' : '12.5'.padEnd(3 + places, '0')
    return text('amountWrong', { example: writeAmount(example, language) })
  }
  return kind === 'email' ? text('emailWrong', { example: 'ada@example.com' }) : text('textWrong')
}

/** Renders a list to choose from, with its label. */
export function renderSelect(
  { name, id, label, chosen }: { name: string; id: string; label: Content; chosen: string },
  options: readonly SelectOption[],
): Html {
  return html`<label for="${id}">${label}</label><select class="field" id="${id}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select>`
}
