import { routes } from '../../../api/routes/routes.ts'
import { createFieldError } from '../../http/field-error.ts'
import { registerAction } from '../act.ts'
import type { Desk, DeskContext } from '../desk.ts'
import { deskMetadata } from '../made-at-desk.ts'
import { renderNewCharge } from '../pages/charges/new-charge.ts'
import { buildPath } from '../paths.ts'
import { registerFile, registerPage } from '../register.ts'
import { answerCode, omitEmpty, readAskable, readPrice } from './asking.ts'

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
    async ({ call, view }) =>
      renderNewCharge(view, await readAskable(context, call), listHours(context)),
    routes.createCharge,
  )

  registerAction(desk, '/charges/new', routes.createCharge, async (typed) => {
    const { call, field } = typed
    const { price, items } = readPrice(typed, context)
    if (price.amount === '') throw createFieldError('amount', 'must be given')
    const order = field('order')
    const body = {
      pricing_type: 'fixed_price' as const,
      local_price: price,
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
    return answerCode(c, param('format'), data.hosted_url)
  })
}

/** Returns the offered hours that the operator's bounds allow; the longest allowed ones where none is. */
function listHours({ expiry }: Pick<DeskContext, 'expiry'>): number[] {
  const allowed = offeredHours.filter(
    (hours) => hours * hourMs >= expiry.minMs && hours * hourMs <= expiry.maxMs,
  )
  return allowed.length > 0 ? allowed : [expiry.defaultMs / hourMs]
}

function readHours(text: string, hours: readonly number[]): number {
  const chosen = hours.find((one) => String(one) === text)
  if (chosen === undefined) throw createFieldError('hours', 'must be one that the page offers')
  return chosen
}
