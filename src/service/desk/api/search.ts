import type { Hono } from 'hono'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { listedPayments } from '../../charges/lists/payment-bounds.ts'
import { readTypedSearch } from '../../charges/lists/typed-search.ts'
import { toReducedCharge } from '../../charges/replies.ts'
import { resolveSearch } from '../../charges/routes/charge-filter.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ChargeListStore } from '../../charges/store/list.ts'
import type { OrderStore } from '../../charges/store/orders.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import type { RefundSearch } from '../../refunds/store/find.ts'
import { toUnmatchedPayment } from '../../unmatched/reply.ts'
import type { UnmatchedSearch } from '../../unmatched/store/find.ts'
import { toListedEvent } from '../../webhooks/events.ts'
import type { EventStore } from '../../webhooks/store/events.ts'
import { nameRefunds } from './named-refunds.ts'
import { deskRoutes, maxFound } from './routes.ts'

/** The stores that this route uses. */
type Stores = ChargeListStore &
  ChargeStore &
  EventStore &
  ModeStore &
  OrderStore &
  RefundSearch &
  UnmatchedSearch

/** Registers the search of the desk: over charges with their payments, unmatched money, refunds and events. */
export function registerDeskSearch(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, deskRoutes.search, async ({ account, query }) => {
    const typed = readTypedSearch(query.text, query.decimal)
    const filter = await resolveSearch(store, account.id, typed)
    const page = { limit: maxFound, cursor: undefined, filter }
    const charges = (await store.listCharges(account.id, page))?.charges ?? []
    const [unmatched, refunds, event] = await Promise.all([
      store.findTransfers(account.id, typed, maxFound),
      store.findRefunds(account.id, typed, {
        chargeIds: charges.map(({ id }) => id),
        limit: maxFound,
      }),
      typed.id ? store.getAccountEvent(account.id, typed.id) : undefined,
    ])
    const body = {
      charges: charges.map((charge) =>
        toReducedCharge(charge, publicUrl, { isMerchant: true, payments: listedPayments }),
      ),
      unmatched: unmatched.map(toUnmatchedPayment),
      refunds: await nameRefunds(context, account.id, refunds),
      events: event ? [toListedEvent(event.event)] : [],
    }
    return { status: 200, body }
  })
}
