import type { Hono } from 'hono'
import { routes } from '../../api/routes.ts'
import { cancel } from '../domain/life.ts'
import { newCharge } from '../domain/new-charge.ts'
import type { Repeat } from '../domain/ports.ts'
import type { ChargeRecord } from '../domain/records.ts'
import { fullCharge, reducedCharge, requestCharge } from '../domain/replies.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { withFreshQuotes } from './fresh.ts'
import { readPageWish, unknownCursor } from './page-wish.ts'
import { findCharge } from './pair.ts'
import { fingerprint, readIdempotencyKey } from './repeat.ts'
import { resolve } from './resolve.ts'

/** POST /charges, GET /charges/:id, GET /charges, GET /request-charges/:uuid (interface 4.1 to 4.3, 4.10), and POST /charges/:uuid/cancel. */
export function chargeRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, publicUrl } = context

  endpoint(app, context, routes.createCharge, async ({ account, body, raw, header }) => {
    const key = readIdempotencyKey(header)
    const print = fingerprint(raw)
    const before = key && (await store.repeated(account.id, key, print))
    if (before) return { status: 201, body: { json: before } }
    const place = await resolve(context, account, body)
    // Not the schema's copy, which drops a key __proto__: metadata is the merchant's, and goes back as it came.
    const { metadata } = raw as { metadata?: typeof body.metadata }
    const now = new Date()
    const { expiry, quoteLifeMs } = context
    const charge = newCharge({
      ...{ body: { ...body, metadata }, account, now, expiry, quoteLifeMs },
      ...place,
    })
    const reply = JSON.stringify({
      data: fullCharge(charge, account.brand, publicUrl),
      warnings: [],
    })
    const repeat: Repeat | undefined = key ? { key, fingerprint: print, reply } : undefined
    const kept = await store.createCharge(charge, repeat, {
      most: context.recipientsPerAccount,
      since: new Date(now.getTime() - context.watchMs),
    })
    return { status: 201, body: { json: kept ?? reply } }
  })

  endpoint(app, context, routes.getCharge, async ({ account, params }) => {
    const charge = await withFreshQuotes(context, await findCharge(context, account, params.id))
    return { status: 200, body: single(charge) }
  })

  endpoint(app, context, routes.cancelCharge, async ({ account, params }) => {
    const { id } = await findCharge(context, account, params.uuid)
    await store.changeCharge(id, (charge) => cancel(charge, new Date()))
    return { status: 200, body: single(await findCharge(context, account, id)) }
  })

  endpoint(app, context, routes.listCharges, async ({ account, query }) => {
    const page = await store.listCharges(account.id, readPageWish(query))
    if (!page) throw unknownCursor(query)
    const { charges, hasMore: has_more, total } = page
    const data = charges.map((charge) => reducedCharge(charge, publicUrl, { metadata: true }))
    return { status: 200, body: { data, pagination: { has_more, total }, warnings: [] } }
  })

  endpoint(app, context, routes.getRequestCharge, async ({ account, params }) => {
    const charge = await withFreshQuotes(context, await findCharge(context, account, params.uuid))
    return { status: 200, body: requestCharge(charge, publicUrl) }
  })

  function single(charge: ChargeRecord) {
    return { data: reducedCharge(charge, publicUrl, { metadata: true }), warnings: [] }
  }
}
