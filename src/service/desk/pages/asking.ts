import { html } from 'hono/html'
import type { LineItem } from '../../../api/schemas/charges/line-item.ts'
import { renderDeskPage } from '../document.ts'
import { type FormInput, renderInput } from '../fields.ts'
import { icon } from '../icons.ts'
import type { DeskLanguage } from '../language.ts'
import { type DeskPath, linkTo } from '../paths.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderPanel, renderTop } from './panel.ts'

// What the forms have in common that ask for money: that of a charge and that of a link.

/** What an account can ask for. */
export interface Askable {
  /** Whether it says where the money goes. */
  hasWallet: boolean
  /** Those that a price can be in. */
  currencies: readonly string[]
  /** The currency that a form begins with. */
  usual: string
}

/** The numbers of the items that a form has room for. */
export const itemNumbers = [1, 2, 3, 4, 5] as const

/** The names of the inputs of an item. */
export const itemInputs = (number: number) =>
  ({
    name: `item-${number}-name`,
    quantity: `item-${number}-quantity`,
    price: `item-${number}-price`,
  }) as const

/** The inputs of a price: its amount, and its currency where there are several. */
export function listPriceInputs(
  { text, locale }: DeskLanguage,
  { currencies, usual }: Askable,
  amount: Pick<FormInput, 'value' | 'help'> = {},
): FormInput[] {
  const isInDollars = currencies.length === 1
  const input: FormInput = {
    ...amount,
    name: 'amount',
    label: isInDollars ? text('amountDollars') : text('amount'),
    kind: 'amount',
    fills: ['local_price.amount'],
  }
  if (isInDollars) return [input]
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const currency: FormInput = {
    name: 'currency',
    label: text('currency'),
    value: usual,
    options: currencies.map((code) => [code, `${code} – ${names.of(code)}`]),
    fills: ['local_price.currency'],
  }
  return [input, currency]
}

/**
 * Renders the items, which stand for one amount.
 *
 * @param items those that the form begins with
 */
export function renderItems(
  view: DeskView,
  path: DeskPath,
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
          value: item?.unit_amount ?? '',
        },
      ]
      return html`<div class="line">${inputs.map((input) => html`<div>${renderInput(view, path, input)}</div>`)}</div>`
    },
  )}</details>`
}

/** Renders the page of a form that asks for money. */
export function renderAsking(
  view: DeskView,
  { hasWallet }: Askable,
  {
    title,
    note,
    up,
    path,
    label,
    inputs,
    fields,
  }: {
    title: string
    note: string
    /** Where it leads back to. */
    up: readonly [path: '/charges' | '/links', label: string]
    path: DeskPath
    label: string
    inputs: readonly FormInput[]
    fields: Content
  },
): Html {
  const form = renderAction(view, { path, label, kind: 'main', inputs, fields })
  return renderDeskPage(
    view,
    title,
    html`<a class="up" href="${linkTo(view, up[0])}">${icon('back')}${up[1]}</a>
${renderTop(title, note)}
${hasWallet ? '' : html`<p class="notice">${view.language.text('noWallet')}</p>`}${renderPanel({ title: view.language.text('details') }, html`<div class="pad form">${form}</div>`)}`,
  )
}
