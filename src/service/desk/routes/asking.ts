import type { Context } from 'hono'
import type { NewLineItem } from '../../../api/schemas/charges/line-item.ts'
import { PayError } from '../../../errors.ts'
import { sumLines } from '../../charges/order-details.ts'
import { createFieldError } from '../../http/field-error.ts'
import type { ActionCall } from '../act.ts'
import { deskRoutes } from '../api/routes.ts'
import type { DeskCall } from '../call.ts'
import type { DeskContext } from '../desk.ts'
import { type Askable, itemInputs, itemNumbers } from '../pages/asking.ts'
import { codeFormats } from '../qr-code.ts'

// What the routes have in common that ask for money: by a charge, or by a link.

type RateContext = Pick<DeskContext, 'rates'>

const listCurrencies = ({ rates }: RateContext) => ['USD', ...rates.currencies]

/** Returns what an account can ask for; its usual currency is its own, where it has used one beside US dollars. */
export async function readAskable(context: RateContext, call: DeskCall): Promise<Askable> {
  const [{ wallet }, { currencies }] = await Promise.all([
    call(deskRoutes.getSettings),
    call(deskRoutes.getChoices),
  ])
  const others = currencies.filter((currency) => currency !== 'USD')
  return {
    hasWallet: wallet !== undefined,
    currencies: listCurrencies(context),
    usual: others.length === 1 ? (others[0] ?? 'USD') : 'USD',
  }
}

/** Reads the price of a form, with the items that it may be the sum of; '' for none. */
export function readPrice(
  typed: ActionCall,
  context: RateContext,
): { price: { amount: string; currency: string }; items: NewLineItem[] } {
  const items = readItems(typed)
  const amount = typed.amount('amount') || sumItems(items)
  return { price: { amount, currency: readCurrency(typed.field('currency'), context) }, items }
}

/** Reads the currency of a form; without the field it is US dollars. */
function readCurrency(text: string, context: RateContext): string {
  if (text === '' || listCurrencies(context).includes(text)) return text || 'USD'
  throw createFieldError('currency', 'must be one that the page offers')
}

/** Reads the items; those without any word are left out. */
function readItems({ field, amount }: ActionCall): NewLineItem[] {
  return itemNumbers.flatMap((number) => {
    const inputs = itemInputs(number)
    const [name, quantity, price] = [
      field(inputs.name),
      amount(inputs.quantity),
      amount(inputs.price),
    ]
    if (!name && !quantity && !price) return []
    if (!name) throw createFieldError(inputs.name, 'must be given')
    if (!price) throw createFieldError(inputs.price, 'must be given')
    const count = Number(quantity || '1')
    if (!Number.isInteger(count) || count < 1 || count > 1e6)
      throw createFieldError(inputs.quantity, 'must be a whole number from 1 on')
    return [{ name, quantity: count, unit_amount: price }]
  })
}

/** Returns what items add up to; '' for none. */
const sumItems = (items: readonly NewLineItem[]): string =>
  items.length === 0
    ? ''
    : sumLines(items.map(({ quantity = 1, unit_amount: unitAmount }) => ({ quantity, unitAmount })))

/** Leaves out what is ''. */
export function omitEmpty<T extends Record<string, string>>(values: T): Partial<T> {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return Object.fromEntries(given) as Partial<T>
}

/**
 * Answers with the code of a link, as a file.
 *
 * @throws PayError `not_found` for another format than svg and png
 */
export function answerCode(c: Context, format: string, link: string): Response {
  const draw = codeFormats.get(format)
  if (draw) return c.body(draw.write(link), 200, { 'content-type': draw.type })
  throw new PayError('not_found', 'A code is svg or png.')
}
