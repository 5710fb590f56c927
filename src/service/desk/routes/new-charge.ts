import { routes } from '../../../api/routes/routes.ts'
import type { NewLineItem } from '../../../api/schemas/charges/line-item.ts'
import { PayError } from '../../../errors.ts'
import { sumLines } from '../../charges/order-details.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type ActionCall, registerAction } from '../act.ts'
import { deskRoutes } from '../api/routes.ts'
import { deskMetadata } from '../made-at-desk.ts'
import { itemInputs, itemNumbers, renderNewCharge } from '../pages/charges/new-charge.ts'
import { buildPath } from '../paths.ts'
import { codeFormats } from '../qr-code.ts'
import { type Desk, type DeskContext, registerFile, registerPage } from '../respond.ts'

const hourMs = 3_600_000
/** The hours that a charge of the desk may be payable for. */
const offeredHours = [168, 24, 1, 720] as const

/** Registers the page that makes a charge, and the pictures of its link. */
export function registerNewCharge(desk: Desk): void {
  const { context } = desk
  registerPage(
    desk,
    '/charges/new',
    'charges',
    async ({ call, view }) => {
      const [{ wallet }, { currencies }] = await Promise.all([
        call(deskRoutes.getSettings),
        call(deskRoutes.getChoices),
      ])
      return renderNewCharge(view, {
        hours: listHours(context),
        hasWallet: wallet !== undefined,
        ...chooseCurrency(context, currencies),
      })
    },
    routes.createCharge,
  )

  registerAction(desk, '/charges/new', routes.createCharge, async (typed) => {
    const { call, field } = typed
    const items = readItems(typed)
    const amount = typed.amount('amount') || sumItems(items)
    if (amount === '') throw createFieldError('amount', 'must be given')
    const order = field('order')
    const body = {
      pricing_type: 'fixed_price' as const,
      local_price: { amount, currency: readCurrency(field('currency'), context) },
      expires_at: new Date(
        Date.now() + readHours(field('hours'), listHours(context)) * hourMs,
      ).toISOString(),
      ...(items.length > 0 && { line_items: items }),
      metadata: { ...deskMetadata, ...(order && { orderId: order }) },
      ...omitEmpty({
        name: field('name'),
        description: field('note'),
        payer_email: field('email'),
      }),
    }
    const { data } = await call(routes.createCharge, { body })
    return { path: buildPath('/charges/:uuid', { uuid: data.id }), done: 'doneCharge' }
  })

  registerFile(desk, '/charges/:uuid/code/:format', async ({ c, call, param }) => {
    const { data } = await call(routes.getCharge, { params: { id: param('uuid') } })
    const draw = codeFormats.get(param('format'))
    if (draw) return c.body(draw.write(data.hosted_url), 200, { 'content-type': draw.type })
    throw new PayError('not_found', 'A code is svg or png.')
  })
}

/** Returns the offered hours that the operator's bounds allow; the longest allowed ones where none is. */
function listHours({ expiry }: Pick<DeskContext, 'expiry'>): number[] {
  const allowed = offeredHours.filter(
    (hours) => hours * hourMs >= expiry.minMs && hours * hourMs <= expiry.maxMs,
  )
  return allowed.length > 0 ? allowed : [expiry.defaultMs / hourMs]
}

const listCurrencies = ({ rates }: Pick<DeskContext, 'rates'>) => ['USD', ...rates.currencies]

/** Returns the currencies that a price can be in, and the usual one: the shop's own, where it has one beside US dollars. */
export function chooseCurrency(context: Pick<DeskContext, 'rates'>, used: readonly string[]) {
  const others = used.filter((currency) => currency !== 'USD')
  return {
    currencies: listCurrencies(context),
    usual: others.length === 1 ? (others[0] ?? 'USD') : 'USD',
  }
}

/** Reads the currency of a form; without the field it is US dollars. */
export function readCurrency(text: string, context: Pick<DeskContext, 'rates'>): string {
  if (text === '' || listCurrencies(context).includes(text)) return text || 'USD'
  throw createFieldError('currency', 'must be one that the page offers')
}

function readHours(text: string, hours: readonly number[]): number {
  const chosen = hours.find((one) => String(one) === text)
  if (chosen === undefined) throw createFieldError('hours', 'must be one that the page offers')
  return chosen
}

/** Reads the items; those without any word are left out. */
export function readItems({ field, amount }: ActionCall): NewLineItem[] {
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
export const sumItems = (items: readonly NewLineItem[]): string =>
  items.length === 0
    ? ''
    : sumLines(items.map(({ quantity = 1, unit_amount: unitAmount }) => ({ quantity, unitAmount })))

/** Leaves out what is ''. */
export function omitEmpty<T extends Record<string, string>>(values: T): Partial<T> {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return Object.fromEntries(given) as Partial<T>
}
