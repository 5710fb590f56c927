import { html } from 'hono/html'
import type { PaymentLink } from '../../../../api/schemas/payment-links.ts'
import { renderDeskPage } from '../../document.ts'
import { type FormInput, renderInput, writeAmount } from '../../fields.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { itemNumbers, listCurrencyInputs, renderItems } from '../charges/new-charge.ts'
import { renderPanel, renderTop } from '../panel.ts'
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
 * @param options `like`: the link that it begins with; `hasWallet`: whether the account says where the money goes;
 * `currencies`: those that a price can be in, and the usual one
 */
export function renderNewLink(
  view: DeskView,
  {
    like,
    hasWallet,
    currencies,
    usual,
  }: {
    like: PaymentLink | undefined
    hasWallet: boolean
    currencies: readonly string[]
    usual: string
  },
): Html {
  const { language } = view
  const { text } = language
  const path = buildPath('/links/new')
  const amountWrong = text('amountWrong', { example: writeAmount('12.50', language) })
  const isFixed = like?.pricing_type === 'fixed_price'
  // More items than the form has room for are one amount.
  const hasRoom = like !== undefined && like.line_items.length <= itemNumbers.length
  const items = hasRoom ? like.line_items : []
  const inputs: FormInput[] = [
    {
      name: 'name',
      label: text('chargeFor'),
      wrong: text('textWrong'),
      value: like?.name ?? '',
      isRequired: true,
      maxLength: 200,
    },
    {
      name: 'amount',
      label: currencies.length > 1 ? text('amount') : text('amountDollars'),
      kind: 'amount',
      wrong: amountWrong,
      value: isFixed && items.length === 0 ? like.local_price.amount : '',
      help: text('linkAmountHelp'),
      fills: ['local_price.amount'],
    },
    ...listCurrencyInputs(language, currencies, like?.local_price.currency ?? usual),
    {
      name: 'description',
      label: text('linkDescription'),
      wrong: text('textWrong'),
      value: like?.description ?? '',
      maxLength: 1000,
    },
  ]
  const fields = html`${renderUses(view, like)}${renderDays(view)}${renderItems(view, path, amountWrong, items)}${renderMore(view, like, amountWrong)}`
  return renderDeskPage(
    view,
    text('newLink'),
    html`<a class="up" href="${linkTo(view, '/links')}">${icon('back')}${text('links')}</a>
${renderTop(text('newLink'), text('newLinkText'))}
${hasWallet ? '' : html`<p class="notice">${text('noWallet')}</p>`}${renderPanel({ title: text('details') }, html`<div class="pad form">${renderAction(view, { path, label: text('createLink'), kind: 'main', inputs, fields })}</div>`)}`,
  )
}

/** Renders a choice; of a form that was not taken with what was chosen. */
function renderSelect(
  { refused }: DeskView,
  { name, label, chosen }: { name: string; label: Content; chosen: string },
  options: readonly (readonly [value: string, label: Content])[],
): Html {
  const value = refused?.values[name] ?? chosen
  return html`<label for="${name}">${label}</label><select class="field" id="${name}" name="${name}">${options.map(
    ([one, shown]) =>
      html`<option value="${one}"${one === value ? html` selected` : ''}>${shown}</option>`,
  )}</select>`
}

function renderUses(view: DeskView, like: PaymentLink | undefined): Html {
  const { text } = view.language
  const chosen = like?.max_payments === 1 ? 'once' : 'many'
  return renderSelect(view, { name: 'uses', label: text('linkUses'), chosen }, [
    ['many', text('linkMany')],
    ['once', text('linkOnce')],
  ])
}

function renderDays(view: DeskView): Html {
  const { text, locale } = view.language
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return renderSelect(
    view,
    { name: 'days', label: text('payableFor'), chosen: '0' },
    offeredDays.map((count) => [
      String(count),
      count === 0 ? text('linkForever') : days.format(count),
    ]),
  )
}

/** Renders what most links do not need. */
function renderMore(view: DeskView, like: PaymentLink | undefined, amountWrong: string): Html {
  const { text } = view.language
  const path = buildPath('/links/new')
  const asked = (kind: (typeof askedKinds)[number]) => {
    const field = like?.fields.find((one) => one.kind === kind && one.label === '')
    return field ? (field.required ? 'required' : 'optional') : ''
  }
  const own = like?.fields.find(({ label }) => label !== '')
  const inputs: FormInput[] = [
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
      wrong: amountWrong,
      value: like?.suggested_amounts[index] ?? '',
      fills: ['suggested_amounts', `suggested_amounts.${index}`],
    })),
    {
      name: 'question',
      label: text('linkQuestion'),
      wrong: text('textWrong'),
      value: own?.label ?? '',
      maxLength: 60,
    },
    {
      name: 'tax',
      label: text('linkTax'),
      wrong: text('textWrong'),
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
      wrong: text('textWrong'),
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
  const asks = askedKinds.map((kind) =>
    renderSelect(
      view,
      {
        name: `ask-${kind}`,
        label: html`${text('linkAsks')}: ${text(fieldTexts[kind])}`,
        chosen: asked(kind),
      },
      [
        ['', text('linkAskNot')],
        ['optional', text('linkAskOptional')],
        ['required', text('linkAskRequired')],
      ],
    ),
  )
  const isUsed = view.refused !== undefined || like !== undefined
  return html`<details class="fold"${isUsed ? html` open` : ''}><summary>${text('linkMore')}</summary>${asks}${inputs.map((input) => renderInput(view, path, input))}</details>`
}
