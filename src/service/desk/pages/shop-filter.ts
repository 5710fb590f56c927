import { html } from 'hono/html'
import { renderForeign } from '../../texts/format.ts'
import { renderSelect } from '../fields.ts'
import { icon } from '../icons.ts'
import { linkTo } from '../paths.ts'
import type { Content, DeskView } from '../view.ts'

/** Reads the shop that a page is narrowed to; '' for all. */
export function readShop(text: string | undefined): string {
  return /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text ?? '') ? (text ?? '') : ''
}

/** The shop that a page is narrowed to, and those that it can be narrowed to. */
export interface ShopChoice {
  /** '' for all. */
  shop: string
  shops: readonly string[]
}

/** Whether an account has shops to tell apart. */
export const hasShops = ({ shops }: Pick<ShopChoice, 'shops'>) => shops.length > 1

/** Lists the options of the field that chooses a shop; none for an account with a single shop. */
export function listShopOptions(
  { text }: Pick<DeskView['language'], 'text'>,
  shops: readonly string[],
): (readonly [value: string, label: string])[] {
  if (!hasShops({ shops })) return []
  return [['', text('all')], ...shops.map((name) => [name, name] as const)]
}

/**
 * Renders the filter by shop of a page that has no other filter: the shop that is set, with a cross that ends it, and the form that
 * sets it. `kept` is the rest of the page's query; `note` says what is shown of all shops.
 */
export function renderShopFilter(
  view: Pick<DeskView, 'base' | 'language'>,
  path: '' | '/refunds' | '/unmatched',
  { shop, shops }: ShopChoice,
  kept: Readonly<Record<string, string>> = {},
  note = '',
): Content {
  const { text } = view.language
  const options = listShopOptions(view.language, shops)
  if (options.length === 0 && shop === '') return ''
  const chip =
    shop === ''
      ? ''
      : html`<a class="chip" href="${linkTo(view, path, {}, kept)}" title="${text('endFilter')}">${text('shop')}: ${renderForeign(shop)}${icon('x')}<span class="hidden">${text('endFilter')}</span></a>`
  const hidden = Object.entries(kept).filter(([, value]) => value !== '')
  const form = html`<form class="grid" action="${linkTo(view, path)}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<div>${renderSelect({ name: 'shop', id: 'f-shop', label: text('shop'), chosen: shop }, options)}</div><button class="btn main">${text('applyFilters')}</button></form>`
  return html`<div class="chips">${chip}${options.length > 0 ? html`<details class="filters"><summary class="chip">${icon('filter')}${text('filters')}</summary>${form}</details>` : ''}${shop && note ? html`<p class="note">${note}</p>` : ''}</div>`
}
