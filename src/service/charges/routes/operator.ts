import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { OperatorStore } from '../../accounts/store/operator.ts'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'
import { readTypedSearch } from '../lists/typed-search.ts'
import { toFullCharge } from '../replies.ts'
import type { ChargeStore } from '../store/charges.ts'
import type { ChargeListStore } from '../store/list.ts'
import type { ReceiptKeyStore } from '../store/receipt-keys.ts'
import { resolveSearch } from './charge-filter.ts'

/** How many charges an answer names when several match. */
const maxNamed = 10

/** Registers the operator's route that replaces the key of receipts. */
export function registerReceiptKeyRotation(
  app: Hono<Env>,
  { store }: { store: ReceiptKeyStore },
): void {
  registerOperatorEndpoint(app, operatorRoutes.rotateReceiptKey, async ({ body }) => {
    const { id: keyId } = await store.rotateReceiptKey({ withdraws: body.withdraw })
    return { status: 200, body: { keyId } }
  })
}

/** Registers the operator's route that finds a charge of any account. */
export function registerChargeSearch(
  app: Hono<Env>,
  {
    store,
    publicUrl,
  }: {
    store: Pick<ChargeStore, 'findCharges'> & ChargeListStore & OperatorStore
    publicUrl: string
  },
): void {
  registerOperatorEndpoint(app, operatorRoutes.findCharge, async ({ query }) => {
    const name = query.name.slice(0, 80)
    const [id, ...others] = await searchAccounts(query.name)
    if (others.length > 0)
      throw new PayError(
        'conflict',
        `Several charges have ${name}. Give the id of one: ${[id, ...others].join(', ')}.`,
      )
    const [charge] = id === undefined ? [] : await store.findCharges({ ids: [id] })
    const account = charge && (await store.findAccount(charge.accountId))
    if (!account) throw new PayError('not_found', `There is no charge ${name}.`)
    const body = { account: account.id, charge: toFullCharge(charge, account.brand, publicUrl) }
    return { status: 200, body }
  })

  /** Returns the ids of the charges of all accounts that match a search text. */
  async function searchAccounts(text: string): Promise<string[]> {
    const ids: string[] = []
    for (const { id } of await store.listAccounts()) {
      const filter = await resolveSearch(store, id, readTypedSearch(text))
      const page = await store.listCharges(id, { limit: maxNamed, cursor: undefined, filter })
      ids.push(...(page?.charges ?? []).map((charge) => charge.id))
      if (ids.length >= maxNamed) break
    }
    return ids.slice(0, maxNamed)
  }
}
