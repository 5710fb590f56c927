import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { parseAmount } from '../../amount.ts'
import { createFormatter } from '../../money.ts'

// What stands beside a text of another language: amounts, and the words of merchants and payers. Each is isolated, so that
// neither changes the order of the other's parts (UAX 9, 2.4.2). No other place writes money or isolates a text;
// test/service/money-printed.test.ts reads the sources.

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>
/** The content of a template: text is escaped. */
export type Content = Html | string | number | readonly Content[]

declare const isMoney: unique symbol
/**
 * An amount as a reader sees it. A template writes it isolated and on one line; {@link fillText} takes its text. Only
 * the functions of this file make one.
 */
export type Money = Html & { readonly text: string; readonly [isMoney]: true }

/** Formats an amount in a currency (ISO 4217). */
export function formatMoney(amount: string, currency: string, locale: string): Money {
  return toMoney(createFormatter(locale).formatMoney(amount, currency))
}

/** Formats dollars. */
export const formatDollars = (amount: string, locale: string): Money =>
  formatMoney(amount, 'USD', locale)

/** Formats amounts of different currencies as one text: `€12.00 + $5.00`. */
export function joinMoney(
  sums: readonly { amount: string; currency: string }[],
  locale: string,
): Money {
  const formatter = createFormatter(locale)
  return toMoney(
    sums.map(({ amount, currency }) => formatter.formatMoney(amount, currency)).join(' + '),
  )
}

/** Formats an amount in whole units of a token, which may be below zero, with all its digits. */
export function formatUnits(amount: string, symbol: string, locale: string): Money {
  const token = { decimals: maxDecimals, symbol }
  const units = parseAmount(amount.replace('-', ''), maxDecimals)
  return toMoney(
    createFormatter(locale).formatToken(amount.startsWith('-') ? -units : units, token),
  )
}

/** Characters from which an amount may break on a phone, where one line would be wider than its column: millions have less. */
const longAmount = 16

/** More than any token's amount has. */
const maxDecimals = 78

function toMoney(text: string): Money {
  // The element isolates it: who copies it gets no signs that nobody sees.
  const shown = text.replace(/[\u2068\u2069]/g, '')
  const kind = shown.length > longAmount ? 'money long' : 'money'
  return Object.assign(html`<bdi class="${kind}">${shown}</bdi>`, { text }) as Money
}

/** Renders a text of a merchant or payer: in its own direction, at the place that the page's direction gives it. */
export function renderForeign(text: string): Html {
  return html`<span dir="auto">${text}</span>`
}

/** Renders a sentence of the service, which is English on each page. */
export function renderEnglish(sentence: string): Html {
  return html`<span lang="en" dir="ltr">${sentence}</span>`
}

/** Letters of the scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Replaces the placeholders of a text. Each value is isolated where the text or a value is written from right to left; all
 * others have one order.
 */
export function fillText(text: string, values: Readonly<Record<string, string | Money>>): string {
  const plain = Object.entries(values).map(([name, value]) => [name, toText(value)] as const)
  const isMixed = rightToLeft.test([text, ...plain.map(([, value]) => value)].join(''))
  const isolated = new Map(
    plain.map(([name, value]) => [name, isMixed ? `\u2068${value}\u2069` : value]),
  )
  return text.replace(
    /\{(\w+)\}/g,
    (placeholder, name: string) => isolated.get(name) ?? placeholder,
  )
}

/** Returns the text of an amount, for what is not HTML, such as the title of a window; a text as it is. */
export function toText(value: string | Money): string {
  return typeof value === 'string' ? value : value.text
}

/** Renders a text with parts in the places of its placeholders. A part that is a text is foreign. */
export function fillHtml(text: string, parts: Readonly<Record<string, Content>>): Content {
  return text.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece
    const part = parts[piece] ?? `{${piece}}`
    return typeof part === 'string' ? renderForeign(part) : part
  })
}
