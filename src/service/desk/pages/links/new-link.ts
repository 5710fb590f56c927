import { html } from 'hono/html'
import type { PaymentLink } from '../../../../api/schemas/payment-links.ts'
import { type FormInput, renderInput } from '../../fields.ts'
import type { DeskLanguage } from '../../language.ts'
import { buildPath } from '../../paths.ts'
import type { DeskView, Html } from '../../view.ts'
import { type Askable, itemNumbers, listPriceInputs, renderAsking, renderItems } from '../asking.ts'
import { fieldTexts } from './link.ts'

/** What a link made at the desk can ask for: each of its kinds once. */
export const askedKinds = ['name', 'email', 'note'] as const

/** The days for which a link made at the desk may be open; 0 for ever. */
export const offeredDays = [0, 1, 7, 30] as const

/** How many suggested amounts the form has room for. */
export const suggestionNumbers = [1, 2, 3] as const

/** The name of the input of a suggested amount. */
export const suggestionInput = (number: number) => `suggestion-${number}`

/**
 * Renders the form that makes a link.
 *
 * @param like the link that it begins with
 */
export function renderNewLink(
  view: DeskView,
  askable: Askable,
  like: PaymentLink | undefined,
): Html {
  const { language } = view
  const { text } = language
  const path = buildPath('/links/new')
  const isFixed = like?.pricing_type === 'fixed_price'
  // More items than the form has room for are one amount.
  const hasRoom = like !== undefined && like.line_items.length <= itemNumbers.length
  const items = hasRoom ? like.line_items : []
  const usual = like?.local_price.currency ?? askable.usual
  const inputs: FormInput[] = [
    {
      name: 'name',
      label: text('chargeFor'),
      value: like?.name ?? '',
      isRequired: true,
      maxLength: 200,
    },
    ...listPriceInputs(
      language,
      { ...askable, usual },
      {
        value: isFixed && items.length === 0 ? like.local_price.amount : '',
        help: text('linkAmountHelp'),
      },
    ),
    {
      name: 'description',
      label: text('linkDescription'),
      value: like?.description ?? '',
      maxLength: 1000,
    },
    {
      name: 'uses',
      label: text('linkUses'),
      value: like?.max_payments === 1 ? 'once' : 'many',
      options: [
        ['many', text('linkMany')],
        ['once', text('linkOnce')],
      ],
    },
    { name: 'days', label: text('payableFor'), value: '0', options: listDays(language) },
  ]
  return renderAsking(view, askable, {
    title: text('newLink'),
    note: text('newLinkText'),
    up: ['/links', text('links')],
    path,
    label: text('createLink'),
    inputs,
    fields: html`${renderItems(view, path, items)}${renderMore(view, like)}`,
  })
}

function listDays({ text, locale }: DeskLanguage) {
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return offeredDays.map(
    (count) => [String(count), count === 0 ? text('linkForever') : days.format(count)] as const,
  )
}

/** Renders what most links do not need. */
function renderMore(view: DeskView, like: PaymentLink | undefined): Html {
  const { text } = view.language
  const path = buildPath('/links/new')
  const asked = (kind: (typeof askedKinds)[number]) => {
    const field = like?.fields.find((one) => one.kind === kind && one.label === '')
    return field ? (field.required ? 'required' : 'optional') : ''
  }
  const own = like?.fields.find(({ label }) => label !== '')
  const inputs: FormInput[] = [
    ...askedKinds.map((kind) => ({
      name: `ask-${kind}`,
      label: html`${text('linkAsks')}: ${text(fieldTexts[kind])}`,
      value: asked(kind),
      options: [
        ['', text('linkAskNot')],
        ['optional', text('linkAskOptional')],
        ['required', text('linkAskRequired')],
      ] as const,
    })),
    {
      name: 'most',
      label: text('linkMost'),
      kind: 'amount',
      wrong: text('quantityWrong'),
      value: like && like.quantity.max > 1 ? String(like.quantity.max) : '',
      fills: ['quantity', 'quantity.max'],
    },
    ...suggestionNumbers.map((number, index) => ({
      name: suggestionInput(number),
      label: text('linkSuggestion', { n: String(number) }),
      kind: 'amount' as const,
      value: like?.suggested_amounts[index] ?? '',
      fills: ['suggested_amounts', `suggested_amounts.${index}`],
    })),
    {
      name: 'question',
      label: text('linkQuestion'),
      value: own?.label ?? '',
      maxLength: 60,
    },
    {
      name: 'tax',
      label: text('linkTax'),
      value: like?.tax_note ?? '',
      fills: ['tax_note'],
      maxLength: 200,
    },
    {
      name: 'image',
      label: text('linkImage'),
      kind: 'url',
      wrong: text('urlWrong', { example: 'https://shop.example/mug.jpg' }),
      value: like?.image_url ?? '',
      fills: ['image_url'],
      maxLength: 2048,
    },
    {
      name: 'thanks',
      label: text('linkThanks'),
      value: like?.thank_you ?? '',
      fills: ['thank_you'],
      maxLength: 1000,
    },
    {
      name: 'after',
      label: text('linkAfter'),
      kind: 'url',
      wrong: text('urlWrong', { example: 'https://shop.example/thanks' }),
      value: like?.redirect_url ?? '',
      fills: ['redirect_url'],
      maxLength: 2048,
    },
  ]
  const isUsed = view.refused !== undefined || like !== undefined
  return html`<details class="fold"${isUsed ? html` open` : ''}><summary>${text('linkMore')}</summary>${inputs.map((input) => renderInput(view, path, input))}</details>`
}
