import type { Hono } from 'hono'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { newCharge } from '../domain/new-charge.ts'
import type { Repeat } from '../domain/ports.ts'
import type { Account, ChargeRecord } from '../domain/records.ts'
import { fullCharge, reducedCharge, requestCharge } from '../domain/replies.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { fingerprint, readIdempotencyKey } from './repeat.ts'
import { resolve } from './resolve.ts'

/** POST /charges, GET /charges/:id, GET /request-charges/:uuid (interface 4.1, 4.2, 4.10). */
export function chargeRoutes(app: Hono<Env>, context: ServiceContext): void {
  const { store, publicUrl } = context

  endpoint(app, context, routes.createCharge, async ({ account, body, raw, header }) => {
    const key = readIdempotencyKey(header)
    const print = fingerprint(raw)
    const before = key && (await store.repeated(account.id, key, print))
    if (before) return { status: 201, body: { json: before } }
    const { destination, token } = await resolve(context, account, body)
    const charge = newCharge({ body, account, destination, token, now: new Date() })
    const reply = JSON.stringify({
      data: fullCharge(charge, account.brand, publicUrl),
      warnings: [],
    })
    const repeat: Repeat | undefined = key ? { key, fingerprint: print, reply } : undefined
    const kept = await store.createCharge(charge, repeat)
    return { status: 201, body: { json: kept ?? reply } }
  })

  endpoint(app, context, routes.getCharge, async ({ account, params }) => {
    const charge = await find(context, account, params.id)
    return { status: 200, body: { data: reducedCharge(charge, publicUrl), warnings: [] } }
  })

  endpoint(app, context, routes.getRequestCharge, async ({ account, params }) => {
    const charge = await find(context, account, params.uuid)
    return { status: 200, body: requestCharge(charge, publicUrl) }
  })
}

/** A charge of this account; that of another is not told from none. */
async function find(context: ServiceContext, account: Account, id: string): Promise<ChargeRecord> {
  const charge = await context.store.charge(account.id, id)
  if (charge) return charge
  throw new PayError('not_found', `There is no charge ${id}.`)
}
