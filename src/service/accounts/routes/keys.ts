import type { Hono } from 'hono'
import { keyPrefixPattern } from '../../../api/formats.ts'
import { proxyScopes, type Scope, scopes as scopeOrder } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint, registerOperatorEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import {
  type OperatorKey,
  operatorAccountRoutes,
  operatorRoutes,
} from '../../http/operator-routes.ts'
import type { ApiKeyRecord } from '../accounts.ts'
import type { ApiKeyStore } from '../store/keys.ts'
import type { ModeStore } from '../store/modes.ts'
import type { OperatorStore } from '../store/operator.ts'

/** The stores that these routes use. */
type Stores = ApiKeyStore & ModeStore & OperatorStore

/** Registers the operator's routes about the api-keys of one account. */
export function registerKeyRoutes(
  app: Hono<Env>,
  context: Pick<EndpointContext<Stores>, 'identify'> & { store: Stores },
): void {
  const { store } = context

  registerEndpoint(
    app,
    context,
    operatorAccountRoutes.createKey,
    async ({ account: named, body }) => {
      const isOfLive = body.test === true && named.livemode
      const account = isOfLive ? await store.openTestAccount(named.id) : named
      const scopes = resolveScopes(body.scopes)
      const expiresAt = body.expires === undefined ? undefined : parseExpiry(body.expires)
      const newKey = { name: body.name, scopes, shop: body.shop ?? '', expiresAt }
      // Only its hash is stored, so it cannot be shown again.
      const { key, apiKey } = await store.createApiKey(account.id, newKey)
      return { status: 200, body: { ...toOperatorKey(key), account: account.id, apiKey } }
    },
  )

  registerEndpoint(app, context, operatorAccountRoutes.listKeys, async ({ account }) => {
    const keys = await store.listApiKeys(account.id)
    return { status: 200, body: { data: keys.map(toOperatorKey) } }
  })
}

/** Registers the operator's route that revokes a key, whose account need not be known. */
export function registerRevocation(app: Hono<Env>, { store }: { store: ApiKeyStore }): void {
  registerOperatorEndpoint(app, operatorRoutes.revokeKey, async ({ body }) => {
    const [prefix = ''] = keyPrefixPattern.exec(body.key) ?? []
    const key = await store.revokeApiKey(prefix, new Date())
    if (key) return { status: 200, body: toOperatorKey(key) }
    const message = `There is no key ${prefix}. List them with \`pay-charge keys list\`.`
    throw new PayError('not_found', message)
  })
}

/** Returns the scopes in their order; `proxy` stands for those of a proxy's key. */
function resolveScopes(names: readonly (Scope | 'proxy')[]): Scope[] {
  const chosen = names.flatMap((name) => (name === 'proxy' ? proxyScopes : [name]))
  return scopeOrder.filter((scope) => chosen.includes(scope))
}

/** Parses a number of days from now, such as `90d`, or a date. */
function parseExpiry(text: string): Date {
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  if (days) return new Date(Date.now() + Number(days) * 86_400_000)
  // Only ISO 8601: Date.parse reads much more, and some of it differently in each time zone.
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text)
  const date = new Date(isDate ? text : Number.NaN)
  if (date.getTime() > Date.now()) return date
  throw createFieldError(
    'expires',
    `must be days such as 90d, or a time to come in UTC such as 2027-01-31 or 2027-01-31T12:00Z, not "${text.slice(0, 40)}"`,
  )
}

/** Returns an api-key as the operator and the desk see it. */
export function toOperatorKey(key: ApiKeyRecord): OperatorKey {
  const { prefix, name, scopes, shop } = key
  return {
    prefix,
    name,
    scopes: [...scopes],
    shop,
    created: key.createdAt.toISOString(),
    used: key.lastUsedAt?.toISOString() ?? '',
    expires: key.expiresAt?.toISOString() ?? '',
    revoked: key.revokedAt?.toISOString() ?? '',
  }
}
