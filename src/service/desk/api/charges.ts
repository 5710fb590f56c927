import type { Hono } from 'hono'
import { toAuditEntry } from '../../accounts/audit.ts'
import type { AuditStore } from '../../accounts/store/audit.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { findCharge } from '../../charges/routes/payment-asset.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ChargeFigureStore } from '../../charges/store/figures.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { deskRoutes } from './routes.ts'

/** The stores that these routes use. */
type Stores = AuditStore & ChargeFigureStore & ChargeStore & ModeStore

/** Registers the desk's routes about charges: figures, and the decisions about one. */
export function registerDeskChargeRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores> & { store: ChargeFigureStore },
): void {
  const { store } = context

  registerEndpoint(app, context, deskRoutes.getFigures, async ({ account, query }) => {
    const { paid, waiting } = await store.readChargeFigures(account.id, new Date(query.since))
    const oldest = waiting.oldest?.toISOString() ?? ''
    return { status: 200, body: { paid, waiting: { ...waiting, oldest } } }
  })

  registerEndpoint(app, context, deskRoutes.getChoices, async ({ account }) => {
    const { tokens, shops } = await store.readChargeChoices(account.id)
    const symbols = new Map(tokens.map(({ token, symbol }) => [token.toLowerCase(), symbol]))
    const body = {
      chains: [...new Set(tokens.map(({ chainId }) => String(chainId)))],
      tokens: [...symbols].map(([address, symbol]) => ({ address, symbol })),
      shops: [...shops],
    }
    return { status: 200, body }
  })

  registerEndpoint(app, context, deskRoutes.getPaidSince, async ({ account, query }) => {
    const times = query.since.split(',').map((text) => new Date(text))
    if (times.some((time) => Number.isNaN(time.getTime())))
      throw createFieldError('since', 'must be times')
    return { status: 200, body: { data: await store.readPaidSince(account.id, times) } }
  })

  registerEndpoint(app, context, deskRoutes.listDecisions, async ({ account, params }) => {
    const { id } = await findCharge(context, account, params.uuid)
    const decisions = await store.listChargeDecisions(account.id, id)
    return { status: 200, body: { data: decisions.map(toAuditEntry) } }
  })
}
