import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { toChargePayment } from '../../charges/replies.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createUnknownCursorError, readListQuery, readTimeRange } from '../../http/list-query.ts'
import type { ListedPayment } from '../list.ts'
import type { PaymentListStore } from '../store/list.ts'

/** The stores that these routes use. */
type Stores = ModeStore & PaymentListStore

/** Registers GET /payments and GET /payments/:uuid. */
export function registerPaymentListRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, chains } = context

  registerEndpoint(app, context, routes.listPayments, async ({ account, query }) => {
    const { status, charge, hash, payer, since, before } = query
    const filter = {
      status,
      chargeId: charge?.toLowerCase(),
      hash: hash?.toLowerCase(),
      payer: payer === undefined ? undefined : chains.parseAddress(payer, 'payer'),
      created: readTimeRange({ since, before }),
    }
    const page = await store.listPayments(account.id, { ...readListQuery(query), filter })
    if (!page) throw createUnknownCursorError(query)
    const data = page.payments.map((payment) => toReply(payment, account))
    return { status: 200, body: { data, pagination: { has_more: page.hasMore } } }
  })

  registerEndpoint(app, context, routes.getPayment, async ({ account, params }) => {
    const payment = await store.getPayment(account.id, params.uuid)
    if (!payment) throw new PayError('not_found', 'There is no such payment.')
    return { status: 200, body: toReply(payment, account) }
  })
}

function toReply({ payment, quote }: ListedPayment, { livemode }: MerchantAccount) {
  return { ...toChargePayment(payment, { id: payment.chargeId, quote }), livemode }
}
