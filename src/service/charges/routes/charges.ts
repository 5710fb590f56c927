import type { Hono } from 'hono'
import type { RouteOutput } from '../../../api/routes/route.ts'
import { routes } from '../../../api/routes/routes.ts'
import { isScopeGranted, type Scope } from '../../../api/routes/scope.ts'
import type { RequestProps } from '../../../api/schemas/charges/charge.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { type EndpointCall, type EndpointReply, registerEndpoint } from '../../http/endpoint.ts'
import { hashRequest, readIdempotencyKey } from '../../http/idempotency.ts'
import { createUnknownCursorError, readListQuery } from '../../http/list-query.ts'
import { findForeignRecipient } from '../destination.ts'
import { cancelUnpaidCharge } from '../lifecycle.ts'
import { listedPayments } from '../lists/payment-bounds.ts'
import { createChargeRecord } from '../new-charge.ts'
import type { ChargeRecord } from '../records.ts'
import { toFullCharge, toReducedCharge, toRequestChargeReply } from '../replies.ts'
import { shipCharge } from '../shipping.ts'
import type { ChargeStore } from '../store/charges.ts'
import type { ChargeListStore } from '../store/list.ts'
import { readChargeFilter } from './charge-filter.ts'
import { createChargeReply } from './charge-reply.ts'
import { refreshQuotes } from './fresh.ts'
import { findCharge } from './payment-asset.ts'
import { createReceiptReply, type ReceiptContext } from './receipts.ts'
import { type RequestReader, resolveCharge } from './resolve.ts'
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
 * POST /charges/:uuid/cancel, POST /charges/:uuid/shipped, and GET /charges/:uuid/receipt.
 */
export function registerChargeRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, routes.createCharge, async (call) => {
    const { account, body, raw, header } = call
    requireOwnRecipients(call.scopes, account, body.requestProps)
    const key = readIdempotencyKey(header)
    // "In half an hour" is another time when a lost reply is asked for again.
    const { expires_at: _, ...comparedFields } = raw as Record<string, unknown>
    const requestHash = hashRequest(comparedFields)
    const savedResponse = key && (await store.getSavedResponse(account.id, key, requestHash))
    if (savedResponse) return await toCreatedReply(call, savedResponse)
    const resolved = await resolveCharge(context, account, body)
    // Not the schema's copy, which drops a key __proto__: the merchant's metadata must be returned unchanged.
    const { metadata } = raw as { metadata?: typeof body.metadata }
    const now = new Date()
    const { expiry, quoteLifetimeMs } = context
    const charge = createChargeRecord({
      body: { ...body, metadata },
      account,
      shop: call.shop,
      now,
      expiry,
      quoteLifetimeMs,
      isTestChain: context.chains.isTestChain,
      ...resolved,
    })
    const response = JSON.stringify({
      data: toFullCharge(charge, account.brand, publicUrl),
      warnings: call.warnings,
    })
    const idempotencyKey: IdempotencyKeyRecord | undefined = key
      ? { key, requestHash, response }
      : undefined
    const storedResponse = await store.createCharge(charge, account.brand, idempotencyKey, {
      max: context.recipientsPerAccount,
      since: new Date(now.getTime() - context.watchMs),
    })
    context.markActive(charge)
    // Another response is of a call with the same key, which was faster.
    const isOwn = storedResponse === undefined || storedResponse === response
    return await toCreatedReply(call, storedResponse ?? response, isOwn ? charge : undefined)
  })

  registerEndpoint(app, context, routes.getCharge, async ({ account, params, query }) => {
    const charge = await findCharge(context, account, params.id)
    const body = await createChargeReply(context, charge, account, query, { isMerchant: true })
    return { status: 200, body }
  })

  registerEndpoint(app, context, routes.cancelCharge, async (call) => {
    const { account, author, params, warnings } = call
    const { id } = await findCharge(context, account, params.uuid)
    await store.cancelCharge(id, author, (charge) => cancelUnpaidCharge(charge, new Date()))
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
    const page = await store.listCharges(account.id, { ...readListQuery(query), filter })
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

  function requireOwnRecipients(
    scopes: readonly Scope[],
    { wallet }: MerchantAccount,
    props: RequestProps = {},
  ): void {
    if (isScopeGranted(scopes, ['settings'])) return
    const field = findForeignRecipient(props, wallet, context.chains.parseAddress)
    if (field === undefined) return
    const text =
      'is not the account’s receiving wallet. This api-key may have charges paid there only: leave the field out, set the ' +
      'wallet, or use a key with the scope settings.'
    throw new PayError('forbidden', `${field} ${text}`, { field })
  }

  /**
   * The stored response is without the request charge, whose amounts may have changed since.
   *
   * @param createdCharge the charge, if this call has created it: then nothing more can fail than its creation
   */
  async function toCreatedReply(
    { account, query }: Pick<EndpointCall<typeof routes.createCharge>, 'account' | 'query'>,
    json: string,
    createdCharge?: ChargeRecord,
  ): Promise<EndpointReply<typeof routes.createCharge>> {
    if (!query.expand) return { status: 201, body: { json } }
    const reply = JSON.parse(json) as RouteOutput<typeof routes.createCharge>
    const charge =
      createdCharge ??
      (await refreshQuotes(context, await findCharge(context, account, reply.data.id)))
    const request_charge = await createSignedRequestCharge(context, charge, account)
    return { status: 201, body: { ...reply, request_charge } }
  }

  function toChargeReply(charge: ChargeRecord, warnings: readonly string[] = []) {
    const data = toReducedCharge(charge, publicUrl, { isMerchant: true })
    return { data, warnings: [...warnings] }
  }
}
