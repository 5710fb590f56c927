import { html } from 'hono/html'
import type { LineItem } from '../../../../api/schemas/charges/line-item.ts'
import { renderDeskPage } from '../../document.ts'
import { type FormInput, renderInput, writeAmount } from '../../fields.ts'
import { icon } from '../../icons.ts'
import type { DeskLanguage } from '../../language.ts'
import { buildPath, type DeskPath, linkTo } from '../../paths.ts'
import { type DeskView, type Html, renderAction } from '../../view.ts'
import { renderPanel, renderTop } from '../panel.ts'

/** The numbers of the items of a charge that is made at the desk. */
export const itemNumbers = [1, 2, 3, 4, 5] as const

/** The names of the inputs of an item. */
export const itemInputs = (number: number) =>
  ({
    name: `item-${number}-name`,
    quantity: `item-${number}-quantity`,
    price: `item-${number}-price`,
  }) as const

/**
 * Renders the form that makes a charge.
 *
 * @param options `hours`: those that it may be payable for, the usual ones first; `hasWallet`: whether the account says where the
 * money goes; `currencies`: those that a price can be in, and the usual one
 */
export function renderNewCharge(
  view: DeskView,
  {
    hours,
    hasWallet,
    currencies,
    usual,
  }: {
    hours: readonly number[]
    hasWallet: boolean
    currencies: readonly string[]
    usual: string
  },
): Html {
  const { language } = view
  const { text } = language
  const path = buildPath('/charges/new')
  const amountWrong = text('amountWrong', { example: writeAmount('12.50', language) })
  const textWrong = text('textWrong')
  const inputs: FormInput[] = [
    { name: 'name', label: text('chargeFor'), wrong: textWrong, maxLength: 200 },
    {
      name: 'amount',
      label: currencies.length > 1 ? text('amount') : text('amountDollars'),
      kind: 'amount',
      wrong: amountWrong,
      fills: ['local_price.amount'],
    },
    ...listCurrencyInputs(language, currencies, usual),
    { name: 'order', label: text('orderNumberOptional'), wrong: textWrong, maxLength: 100 },
    {
      name: 'email',
      label: text('customerEmail'),
      kind: 'email',
      wrong: text('emailWrong', { example: 'ada@example.com' }),
      fills: ['payer_email'],
      maxLength: 254,
    },
    {
      name: 'note',
      label: text('customerNote'),
      wrong: textWrong,
      fills: ['description'],
      maxLength: 1000,
    },
  ]
  const fields = html`${renderItems(view, path, amountWrong)}${renderHours(view, hours)}`
  return renderDeskPage(
    view,
    text('newCharge'),
    html`<a class="up" href="${linkTo(view, '/charges')}">${icon('back')}${text('charges')}</a>
${renderTop(text('newCharge'), text('newChargeText'))}
${hasWallet ? '' : html`<p class="notice">${text('noWallet')}</p>`}${renderPanel({ title: text('details') }, html`<div class="pad form">${renderAction(view, { path, label: text('createCharge'), kind: 'main', inputs, fields })}</div>`)}`,
  )
}

/**
 * Renders the items, which a charge or a link may have instead of one amount.
 *
 * @param items those that the form begins with
 */
export function renderItems(
  view: DeskView,
  path: DeskPath,
  amountWrong: string,
  items: readonly Pick<LineItem, 'name' | 'quantity' | 'unit_amount'>[] = [],
): Html {
  const { text } = view.language
  const isUsed =
    items.length > 0 ||
    itemNumbers.some((number) =>
      Object.values(itemInputs(number)).some((name) => view.refused?.values[name]),
    )
  return html`<details class="fold"${isUsed ? html` open` : ''}><summary>${text('itemsInstead')}</summary>${itemNumbers.map(
    (number) => {
      const { name, quantity, price } = itemInputs(number)
      const item = items[number - 1]
      const inputs: FormInput[] = [
        {
          name,
          label: text('itemName', { n: String(number) }),
          wrong: text('textWrong'),
          value: item?.name ?? '',
          maxLength: 200,
        },
        {
          name: quantity,
          label: text('quantity'),
          kind: 'amount',
          wrong: text('quantityWrong'),
          value: item ? String(item.quantity) : '',
        },
        {
          name: price,
          label: text('unitPrice'),
          kind: 'amount',
          wrong: amountWrong,
          value: item?.unit_amount ?? '',
        },
      ]
      return html`<div class="line">${inputs.map((input) => html`<div>${renderInput(view, path, input)}</div>`)}</div>`
    },
  )}</details>`
}

/** The input that chooses the currency of the price; none where there is one currency. */
export function listCurrencyInputs(
  { text, locale }: DeskLanguage,
  currencies: readonly string[],
  usual: string,
): FormInput[] {
  if (currencies.length === 1) return []
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const options = currencies.map((code) => [code, `${code} – ${names.of(code)}`] as const)
  return [
    {
      name: 'currency',
      label: text('currency'),
      value: usual,
      options,
      wrong: text('textWrong'),
      fills: ['local_price.currency'],
    },
  ]
}

function renderHours({ language, refused }: DeskView, hours: readonly number[]): Html {
  const { text, locale } = language
  const format = (unit: 'hour' | 'day', count: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const label = (count: number) =>
    count % 24 === 0 ? format('day', count / 24) : format('hour', count)
  const chosen = refused?.values.hours
  return html`<label for="hours">${text('payableFor')}</label><select class="field" id="hours" name="hours">${hours.map(
    (count) =>
      html`<option value="${count}"${chosen === String(count) ? html` selected` : ''}>${label(count)}</option>`,
  )}</select>`
}
