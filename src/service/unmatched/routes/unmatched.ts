import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { computeUsdAmount } from '../../charges/pricing/decided-price.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { toUnmatchedPayment } from '../reply.ts'
import type { CandidateStore } from '../store/candidates.ts'
import type { UnmatchedStore } from '../store/unmatched.ts'
import { findUnmatched } from './find.ts'
import { suggest } from './suggest.ts'

/** The stores that these routes use. */
type Stores = CandidateStore & ChargeStore & ModeStore & UnmatchedStore

/** Registers GET /unmatched-payments, and GET /unmatched-payments/:uuid with suggestions. */
export function registerUnmatchedRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store } = context

  registerEndpoint(app, context, routes.listUnmatched, async ({ account, query }) => {
    const { status = 'UNMATCHED', hidden, shop, ...page } = query
    const { limit, cursor } = readListQuery(page)
    const result = await store.listUnmatched(account.id, {
      limit,
      cursor,
      status,
      isHidden: hidden === 'true',
      shop,
    })
    if (!result) throw createUnknownCursorError(page)
    const data = result.transfers.map(toUnmatchedPayment)
    return { status: 200, body: { data, pagination: { has_more: result.hasMore } } }
  })

  registerEndpoint(app, context, routes.getUnmatched, async (call) => {
    const record = await findUnmatched(store, call, call.params.uuid)
    const isOpen = record.status === 'UNMATCHED'
    const suggested = isOpen
      ? await suggest(context, call.account, record)
      : { suggestions: [], fitting: 0 }
    const usdAmount = computeUsdAmount(record)
    return { status: 200, body: { ...toUnmatchedPayment(record), usdAmount, ...suggested } }
  })
}
