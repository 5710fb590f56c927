import type { CheckoutCharge } from '../../../api/schemas/charges/checkout-charge.ts'

/** An item of an order. */
export interface OrderLine {
  name: string
  /** ` × 2`; '' for one. */
  times: string
  /** Decimal text in the currency of the price, for all of them together. */
  amount: string
}

/** The order in the merchant's words; '' for fields that the merchant omitted. */
export interface Order {
  name: string
  description: string
  taxNote: string
  /** The payer's e-mail address, so that only its owner recognizes it. */
  email: string
  lines: OrderLine[]
  /** Of the price, such as `USD`. */
  currency: string
}

/** Reads the order of a charge. Unexpected values, as of another service, do not stop a payment. */
export function readOrder(charge: CheckoutCharge): Order {
  return {
    name: toText(charge.name),
    description: toText(charge.description),
    taxNote: toText(charge.tax_note),
    email: toText(charge.payer_email_hint),
    lines: (charge.line_items ?? []).filter(Boolean).map(toLine),
    currency: charge.pricing?.local.currency ?? '',
  }
}

function toLine(line: unknown): OrderLine {
  const { name, quantity, amount } = Object(line) as Record<string, unknown>
  return {
    name: toText(name),
    times: typeof quantity === 'number' && quantity > 1 ? ` × ${quantity}` : '',
    amount: toText(amount),
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')
