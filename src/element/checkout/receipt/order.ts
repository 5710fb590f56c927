import type { CheckoutCharge } from '../../../api/schemas/charges/checkout-charge.ts'

/** One line of what is bought. */
export interface OrderLine {
  name: string
  /** ` × 2`; '' for one. */
  times: string
  /** Decimal text in the currency of the price, for all of them together. */
  amount: string
}

/** What is bought, in the merchant's words; '' for what the merchant did not give. */
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

/** Reads what a charge says of its order. Whatever another service has in these fields, it stops no payment. */
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
