import type { Hono } from 'hono'
import { toAuditEntry } from '../../accounts/audit.ts'
import type { AuditStore } from '../../accounts/store/audit.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { readChargeFilter } from '../../charges/routes/charge-filter.ts'
import { findCharge } from '../../charges/routes/payment-asset.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ChargeFigureStore } from '../../charges/store/figures.ts'
import type { ChargeListStore } from '../../charges/store/list.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { deskRoutes } from './routes.ts'

/** The stores that these routes use. */
type Stores = AuditStore & ChargeFigureStore & ChargeListStore & ChargeStore & ModeStore

/** Registers the desk's routes about charges: figures, and the decisions about one. */
export function registerDeskChargeRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores> & { store: ChargeFigureStore },
): void {
  const { store } = context

  registerEndpoint(app, context, deskRoutes.sumCharges, async ({ account, query }) => {
    const { starts, ...asked } = query
    const filter = await readChargeFilter(context, account, asked)
    const sums = starts
      ? await store.sumPaidCharges(account.id, filter, readTimes(starts))
      : [await store.sumCharges(account.id, filter)]
    const data = sums.map((all) =>
      all.map((sum) => ({ ...sum, oldest: sum.oldest?.toISOString() ?? '' })),
    )
    return { status: 200, body: { data } }
  })

  registerEndpoint(app, context, deskRoutes.getChoices, async ({ account }) => {
    const { tokens, shops, currencies } = await store.readChargeChoices(
      account.id,
      context.rates.currencies,
    )
    const symbols = new Map(tokens.map(({ token, symbol }) => [token.toLowerCase(), symbol]))
    const body = {
      chains: [...new Set(tokens.map(({ chainId }) => String(chainId)))],
      tokens: [...symbols].map(([address, symbol]) => ({ address, symbol })),
      shops: [...shops],
      currencies: [...currencies],
    }
    return { status: 200, body }
  })

  registerEndpoint(app, context, deskRoutes.listDecisions, async ({ account, params }) => {
    const { id } = await findCharge(context, account, params.uuid)
    const decisions = await store.listChargeDecisions(account.id, id)
    return { status: 200, body: { data: decisions.map(toAuditEntry) } }
  })
}

function readTimes(text: string): Date[] {
  const times = text.split(',').map((time) => new Date(time))
  if (times.some((time) => Number.isNaN(time.getTime())))
    throw createFieldError('starts', 'must be times')
  return times
}
