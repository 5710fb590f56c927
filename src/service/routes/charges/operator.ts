import type { Hono } from 'hono'
import { Uuid } from '../../../api/schemas/fields.ts'
import { PayError } from '../../../errors.ts'
import type { OperatorStore } from '../../domain/accounts/accounts.ts'
import type { ChargeStore } from '../../domain/charges/charges.ts'
import { toFullCharge } from '../../domain/charges/replies.ts'
import type { Env } from '../http/context.ts'
import { registerOperatorEndpoint } from '../http/endpoint.ts'
import { operatorRoutes } from '../operator-routes.ts'

/** Registers the operator's route that finds a charge of any account. */
export function registerChargeSearch(
  app: Hono<Env>,
  {
    store,
    publicUrl,
  }: { store: Pick<ChargeStore, 'findCharges'> & OperatorStore; publicUrl: string },
): void {
  registerOperatorEndpoint(app, operatorRoutes.findCharge, async ({ query }) => {
    const name = query.name.toLowerCase()
    const names = Uuid.safeParse(name).success ? { ids: [name] } : { references: [name] }
    const [charge] = await store.findCharges(names)
    const account = charge && (await store.findAccount(charge.accountId))
    if (!account) throw new PayError('not_found', `There is no charge ${query.name.slice(0, 80)}.`)
    const body = { account: account.id, charge: toFullCharge(charge, account.brand, publicUrl) }
    return { status: 200, body }
  })
}
