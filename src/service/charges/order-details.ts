import type * as z from 'zod/mini'
import { formatAmount, parseAmount } from '../../amount.ts'
import type { NewCharge, ReducedCharge } from '../../api/schemas/charges/charge.ts'
import type { LineItem, NewLineItem } from '../../api/schemas/charges/line-item.ts'
import { createInputError } from '../kernel/input-error.ts'
import { getCurrencyDigits } from '../rates/currency-digits.ts'
import { getLocalCurrency } from './pricing/pricing.ts'
import type { OrderDetails, OrderLine } from './records.ts'

/** Maximum size of the lines as JSON, in bytes: fifty lines of long texts would be five times as much. */
const maxLineItemsBytes = 16 * 1024

/** Decimal places that hold every amount in a local currency. */
const localDecimals = 78

/** The fields of a charge about its order. */
type OrderFields = Pick<
  Required<ReducedCharge>,
  'name' | 'description' | 'line_items' | 'tax_note' | 'payer_email_hint' | 'payer_email'
>

/**
 * Reads the order of a new charge.
 *
 * @throws PayError `invalid_request` naming the field, such as for lines that do not add up to the price
 */
export function readOrderDetails(body: z.output<typeof NewCharge>): OrderDetails {
  const lineItems = (body.line_items ?? []).map(toOrderLine)
  checkLineItems(body, lineItems)
  return {
    name: body.name ?? '',
    description: body.description ?? '',
    lineItems,
    taxNote: body.tax_note ?? '',
    payerEmail: body.payer_email ?? '',
  }
}

/**
 * Checks that amounts have no more decimal places than their currency (ISO 4217). Dollars may be parts of a cent, as the interface has
 * them.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function checkPlaces(body: z.output<typeof NewCharge>): void {
  const currency = getLocalCurrency(body)
  if (currency === 'USD') return
  const digits = getCurrencyDigits(currency) ?? 0
  const lines = (body.line_items ?? []).map(({ unit_amount }) => unit_amount)
  const amounts = [
    ['local_price.amount', body.local_price?.amount ?? '0'],
    ...lines.map((amount, index) => [`line_items.${index}.unit_amount`, amount] as const),
  ] as const
  for (const [field, amount] of amounts)
    if ((amount.split('.')[1]?.length ?? 0) > digits)
      throw createInputError(
        field,
        `${field} must have at most ${digits} decimal places: it is in ${currency}.`,
      )
}

function toOrderLine({
  name,
  description = '',
  quantity = 1,
  unit_amount,
}: NewLineItem): OrderLine {
  return { name, description, quantity, unitAmount: unit_amount }
}

function checkLineItems(
  { pricing_type, local_price }: z.output<typeof NewCharge>,
  lines: readonly OrderLine[],
): void {
  if (lines.length === 0) return
  const field = 'line_items'
  if (pricing_type === 'no_price' || !local_price)
    throw createInputError(
      field,
      `${field} are for a fixed_price only: otherwise the payer chooses the amount.`,
    )
  const size = new TextEncoder().encode(JSON.stringify(lines)).length
  if (size > maxLineItemsBytes)
    throw createInputError(
      field,
      `${field} have ${size} bytes as JSON; at most ${maxLineItemsBytes} are allowed.`,
    )
  const sum = sumUnits(lines)
  if (sum === parseAmount(local_price.amount, localDecimals)) return
  throw createInputError(
    field,
    `${field} add up to ${formatSigned(sum)} ${getLocalCurrency({ local_price })}, and local_price.amount is ${local_price.amount}: they must be the same.`,
  )
}

type PricedLine = Pick<OrderLine, 'unitAmount' | 'quantity'>

/** Returns what lines add up to, as decimal text: the price of their charge. */
export function sumLines(lines: readonly PricedLine[]): string {
  return formatAmount(sumUnits(lines), localDecimals)
}

function sumUnits(lines: readonly PricedLine[]): bigint {
  return lines.reduce((total, line) => total + computeLineUnits(line), 0n)
}

/** Returns the amount of a line, in units of 10 ** -78. */
function computeLineUnits({ unitAmount, quantity }: PricedLine): bigint {
  const [, sign, digits = ''] = /^(-?)(.*)$/.exec(unitAmount) ?? []
  const units = parseAmount(digits, localDecimals) * BigInt(quantity)
  return sign ? -units : units
}

function formatSigned(units: bigint): string {
  return units < 0n ? `-${formatAmount(-units, localDecimals)}` : formatAmount(units, localDecimals)
}

/** Returns the fields of a reply about an order. */
export function toOrderFields(details: OrderDetails): OrderFields {
  return {
    name: details.name,
    description: details.description,
    line_items: details.lineItems.map(toLineItem),
    tax_note: details.taxNote,
    payer_email_hint: maskEmail(details.payerEmail),
    payer_email: details.payerEmail,
  }
}

function toLineItem(line: OrderLine): LineItem {
  const { name, description, quantity, unitAmount } = line
  return { name, description, quantity, unit_amount: unitAmount, amount: formatLineAmount(line) }
}

/** Returns the amount of a line with as many decimal places as its unit amount: 2 x 14.50 is 29.00. */
function formatLineAmount(line: OrderLine): string {
  const [, places = ''] = line.unitAmount.split('.')
  const [whole, fraction = ''] = formatSigned(computeLineUnits(line)).split('.')
  return places === '' ? `${whole}` : `${whole}.${fraction.padEnd(places.length, '0')}`
}

/** Returns an e-mail address in a form that only its owner recognizes, by the first letters and the end: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)]
  if (!name) return ''
  const [first = ''] = name
  const [initial = ''] = domain
  const end = /\.[^.]+$/u.exec(domain)?.[0] ?? ''
  return `${first}•••@${initial}•••${end}`
}
