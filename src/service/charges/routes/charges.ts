import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { readAmountField } from '../../http/amount-field.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { acceptCharge, undoAcceptance } from '../acceptance.ts'
import { cancelUnpaidCharge } from '../lifecycle.ts'
import { listedPayments } from '../lists/payment-bounds.ts'
import type { ChargeRecord } from '../records.ts'
import { toReducedCharge, toRequestChargeReply } from '../replies.ts'
import { shipCharge } from '../shipping.ts'
import type { ChargeStore } from '../store/charges.ts'
import type { ChargeListStore } from '../store/list.ts'
import { readChargeFilter } from './charge-filter.ts'
import { createChargeReply } from './charge-reply.ts'
import { createCharge } from './create-charge.ts'
import { refreshQuotes } from './fresh.ts'
import { findCharge } from './payment-asset.ts'
import { createReceiptReply, type ReceiptContext } from './receipts.ts'
import type { RequestReader } from './resolve.ts'
import { createSignedRequestCharge } from './sign-quotes.ts'

/** The stores that these routes use. */
type Stores = ChargeListStore &
  ChargeStore &
  IdempotencyKeyStore &
  ModeStore &
  RequestReader &
  ReceiptContext['store']

/**
 * Registers POST /charges, GET /charges/:id, GET /charges, GET /request-charges/:uuid (interface 4.1 to 4.3, 4.10),
 * POST /charges/:uuid/cancel, /accept, /unaccept and /shipped, and GET /charges/:uuid/receipt.
 */
export function registerChargeRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, routes.createCharge, (call) => createCharge(context, call))

  registerEndpoint(app, context, routes.getCharge, async ({ account, params, query }) => {
    const charge = await findCharge(context, account, params.id)
    const body = await createChargeReply(context, charge, account, query, { isMerchant: true })
    return { status: 200, body }
  })

  registerEndpoint(app, context, routes.cancelCharge, async (call) => {
    const { account, author, params, warnings } = call
    const { id } = await findCharge(context, account, params.uuid)
    await store.decideCharge(id, {
      action: 'charge.canceled',
      author,
      decide: (charge) => cancelUnpaidCharge(charge, new Date()),
    })
    return { status: 200, body: toChargeReply(await findCharge(context, account, id), warnings) }
  })

  registerEndpoint(app, context, routes.acceptCharge, async (call) => {
    const { account, author, params, body, warnings } = call
    const { id, quote } = await findCharge(context, account, params.uuid)
    const expected = readAmountField('amount', body.amount, quote.decimals)
    await store.decideCharge(id, {
      action: 'charge.accepted',
      author,
      reason: body.reason?.trim() ?? '',
      decide: (charge, transfers) => acceptCharge(charge, transfers, new Date(), expected),
    })
    return { status: 200, body: toChargeReply(await findCharge(context, account, id), warnings) }
  })

  registerEndpoint(app, context, routes.unacceptCharge, async (call) => {
    const { account, author, params, warnings } = call
    const { id } = await findCharge(context, account, params.uuid)
    await store.decideCharge(id, {
      action: 'charge.unaccepted',
      author,
      decide: (charge) => undoAcceptance(charge, new Date()),
    })
    return { status: 200, body: toChargeReply(await findCharge(context, account, id), warnings) }
  })

  registerEndpoint(app, context, routes.markShipped, async (call) => {
    const { account, author, params, warnings } = call
    const { id } = await findCharge(context, account, params.uuid)
    await store.markShipped(id, author, (charge) => shipCharge(charge, new Date()))
    return { status: 200, body: toChargeReply(await findCharge(context, account, id), warnings) }
  })

  registerEndpoint(app, context, routes.getReceipt, async ({ account, params }) => {
    const charge = await findCharge(context, account, params.uuid)
    return { status: 200, body: await createReceiptReply(context, charge, account) }
  })

  registerEndpoint(app, context, routes.listCharges, async ({ account, query }) => {
    const filter = await readChargeFilter(context, account, query)
    const isOldestFirst = query.sort === 'oldest'
    const page = await store.listCharges(account.id, {
      ...readListQuery(query),
      filter,
      isOldestFirst,
    })
    if (!page) throw createUnknownCursorError(query)
    const { charges, hasMore: has_more, total } = page
    const data = charges.map((charge) =>
      toReducedCharge(charge, publicUrl, { isMerchant: true, payments: listedPayments }),
    )
    return { status: 200, body: { data, pagination: { has_more, total }, warnings: [] } }
  })

  registerEndpoint(app, context, routes.getRequestCharge, async ({ account, params }) => {
    const charge = await refreshQuotes(context, await findCharge(context, account, params.uuid))
    const requestCharge = await createSignedRequestCharge(context, charge, account)
    return { status: 200, body: toRequestChargeReply(requestCharge, charge) }
  })

  function toChargeReply(charge: ChargeRecord, warnings: readonly string[] = []) {
    const data = toReducedCharge(charge, publicUrl, { isMerchant: true })
    return { data, warnings: [...warnings] }
  }
}
