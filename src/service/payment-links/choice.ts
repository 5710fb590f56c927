import type * as z from 'zod/mini'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import { payerText, visiblePattern } from '../../api/schemas/charges/line-item.ts'
import { Email } from '../../api/schemas/fields.ts'
import {
  getFieldKey,
  type LinkField,
  multiplyAmount,
  type PaymentLinkRecord,
} from './payment-links.ts'

// What a customer enters on the page of a link. They are strangers: what they enter is bounded, it is text in one line, and it changes
// neither the price of one nor the recipient.

/** What a customer has chosen. */
export interface LinkChoice {
  quantity: number
  /** One of the suggested amounts; undefined for none. */
  amount: string | undefined
  /** The answers to the link's fields, in their order; '' for none. */
  answers: readonly string[]
}

/** What is wrong with a part of a choice. */
export type ChoiceFault = 'required' | 'wrong' | 'tooLong'

/** The most characters of an answer. */
export const answerLimits = { name: 100, email: 254, note: 500 }

/** The name of a field in the page's form. */
export const getFieldName = (index: number) => `field${index}`

/**
 * Reads what a customer has chosen: texts by the names of the page's form. The faults are by the same names; with any, nothing is
 * chosen. `names` are those of all that this link lets its customers choose.
 */
export function readChoice(
  link: PaymentLinkRecord,
  given: ReadonlyMap<string, string>,
): {
  choice: LinkChoice
  faults: ReadonlyMap<string, ChoiceFault>
  names: readonly string[]
} {
  const faults = new Map<string, ChoiceFault>()
  const quantity = readQuantity(link, given.get('quantity') ?? '')
  if (quantity === undefined) faults.set('quantity', 'wrong')
  const amount = given.get('amount') ?? ''
  const isSuggested = link.suggestedAmounts.includes(amount)
  if (amount !== '' && !isSuggested) faults.set('amount', 'wrong')
  const answers = link.fields.map((field, index) => {
    const answer = (given.get(getFieldName(index)) ?? '').trim().replace(/\s+/g, ' ')
    const fault = findFault(field, answer)
    if (fault) faults.set(getFieldName(index), fault)
    return answer
  })
  return {
    choice: {
      quantity: quantity ?? link.minQuantity,
      amount: isSuggested ? amount : undefined,
      answers,
    },
    faults,
    names: [
      ...(link.suggestedAmounts.length > 0 ? ['amount'] : []),
      ...(link.minQuantity < link.maxQuantity ? ['quantity'] : []),
      ...link.fields.map((_, index) => getFieldName(index)),
    ],
  }
}

function readQuantity(
  { minQuantity, maxQuantity }: PaymentLinkRecord,
  text: string,
): number | undefined {
  if (text === '') return minQuantity
  if (!/^\d{1,4}$/.test(text)) return undefined
  const quantity = Number(text)
  return quantity >= minQuantity && quantity <= maxQuantity ? quantity : undefined
}

function findFault({ kind, required }: LinkField, answer: string): ChoiceFault | undefined {
  if (!visiblePattern.test(answer)) return required || answer !== '' ? 'required' : undefined
  if (answer.length > answerLimits[kind]) return 'tooLong'
  const schema = kind === 'email' ? Email : payerText(answerLimits[kind])
  return schema.safeParse(answer).success ? undefined : 'wrong'
}

/** Returns the body of the charge that a customer has chosen, as POST /charges takes it. */
export function buildChargeBody(
  { charge, fields }: Pick<PaymentLinkRecord, 'charge' | 'fields'>,
  { quantity, amount, answers }: LinkChoice,
): z.output<typeof NewCharge> {
  const answered = fields.flatMap((field, index) =>
    answers[index] ? [{ field, answer: answers[index] }] : [],
  )
  const email = answered.find(({ field }) => field.kind === 'email')?.answer
  const others = answered
    .filter(({ field }) => field.kind !== 'email')
    .map(({ field, answer }) => [getFieldKey(field), answer])
  return {
    ...multiplyCharge(charge, quantity),
    ...(amount !== undefined && { local_price: { ...charge.local_price, amount } }),
    ...(email !== undefined && { payer_email: email }),
    metadata: Object.fromEntries(others),
  }
}

/** Multiplies a price and its lines. A price without lines becomes one, which says of how many it is. */
function multiplyCharge(
  charge: PaymentLinkRecord['charge'],
  quantity: number,
): PaymentLinkRecord['charge'] {
  const { local_price: price, line_items: lines = [], name } = charge
  if (quantity === 1 || !price) return charge
  return {
    ...charge,
    local_price: { ...price, amount: multiplyAmount(price.amount, quantity) },
    line_items:
      lines.length > 0
        ? lines.map((line) => ({ ...line, quantity: (line.quantity ?? 1) * quantity }))
        : [{ name, quantity, unit_amount: price.amount }],
  }
}
