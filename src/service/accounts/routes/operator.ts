import type { Context, Hono } from 'hono'
import { proxyScopes, scopes } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { EndpointContext, Env, Identity } from '../../http/context.ts'
import { registerEndpoint, registerOperatorEndpoint } from '../../http/endpoint.ts'
import {
  type OperatorAccount,
  operatorAccountRoutes,
  operatorRoutes,
  type PendingChange,
} from '../../http/operator-routes.ts'
import type { MerchantAccount } from '../accounts.ts'
import { describeSetting, type PendingChangeRecord } from '../settings.ts'
import type { AccountStore } from '../store/accounts.ts'
import type { ApiKeyStore } from '../store/keys.ts'
import type { ModeStore } from '../store/modes.ts'
import type { OperatorStore } from '../store/operator.ts'
import type { PendingChangeStore } from '../store/pending-changes.ts'
import type { SettingStore } from '../store/settings.ts'

/** The parts of the store that the operator's routes about accounts use. */
export type OperatorAccountStore = AccountStore &
  ApiKeyStore &
  ModeStore &
  OperatorStore &
  PendingChangeStore &
  SettingStore

const keyOptions = { shop: '', expiresAt: undefined }

/** How many pending changes are shown. */
const maxShownChanges = 1000

/** Registers the operator's routes about accounts, and about the changes of their settings. */
export function registerAccountRoutes(
  app: Hono<Env>,
  { store, settingsDelayMs }: { store: OperatorAccountStore; settingsDelayMs: number },
): void {
  registerOperatorEndpoint(app, operatorRoutes.listAccounts, async () => {
    const accounts = await store.listAccounts()
    return { status: 200, body: { data: accounts.map(toOperatorAccount) } }
  })

  registerOperatorEndpoint(app, operatorRoutes.createAccount, async ({ body }) => {
    const { account, apiKey } = await store.createAccount(body.name)
    const { id, name } = account
    const live = { id, apiKey, ...(await createProxyKey(id, body)) }
    if (!body.test) return { status: 200, body: { ...live, name } }
    const { id: testId } = await store.openTestAccount(id)
    const key = await store.createApiKey(testId, { ...keyOptions, name: '', scopes: ['admin'] })
    const test = { id: testId, apiKey: key.apiKey, ...(await createProxyKey(testId, body)) }
    return { status: 200, body: { ...live, name, test } }
  })

  registerOperatorEndpoint(app, operatorRoutes.listPendingChanges, async ({ query }) => {
    const { account } = query
    const id = account === undefined ? undefined : (await getAccountNamed(store, account)).id
    const changes = await store.listPendingChanges(id, maxShownChanges)
    return { status: 200, body: { data: changes.map(toPendingChange) } }
  })

  registerOperatorEndpoint(app, operatorRoutes.postponeChanges, async ({ body }) => {
    const count = await store.postponeChanges(new Date(body.pendingAt), settingsDelayMs)
    return { status: 200, body: { count } }
  })

  async function createProxyKey(
    id: string,
    { proxyKey: isWanted }: { proxyKey?: boolean | undefined },
  ): Promise<{ proxyKey?: string }> {
    if (!isWanted) return {}
    const newKey = { ...keyOptions, name: 'proxy', scopes: proxyScopes }
    const { apiKey: proxyKey } = await store.createApiKey(id, newKey)
    return { proxyKey }
  }
}

/** Registers the operator's routes about one account: its public profile, and the changes of its settings. */
export function registerProfileRoutes(
  app: Hono<Env>,
  context: Pick<EndpointContext<OperatorAccountStore>, 'identify'> & {
    store: OperatorAccountStore
  },
): void {
  const { store } = context

  registerEndpoint(app, context, operatorAccountRoutes.updateProfile, async ({ account, body }) => {
    const { color, logo: logoUrl, name: organizationName, supportUrl } = body
    const username = body.username?.toLowerCase()
    const profile = { color, logoUrl, organizationName, supportUrl, username }
    const updated = await store.updateAccount(account.id, profile)
    return { status: 200, body: toOperatorAccount(updated) }
  })

  registerEndpoint(app, context, operatorAccountRoutes.cancelSettingChange, async (call) => {
    const { account, author, body } = call
    if (await store.cancelSettingChange(account.id, body.setting, author))
      return { status: 200, body: {} }
    const message = `The ${body.setting} of this account has no pending change to cancel.`
    throw new PayError('not_found', message)
  })
}

/**
 * Identifies a call to the operator's app: everything that reaches it is the operator's. The path names the account.
 *
 * @throws PayError `not_found`
 */
export async function identifyOperator(
  c: Context<Env>,
  store: Pick<OperatorStore, 'findAccount' | 'findTestAccount'>,
): Promise<Identity> {
  const account = await getAccountNamed(store, c.req.param('account') ?? '')
  return { account, author: 'cli', scopes, shop: '' }
}

/** Returns the account with this id or username; with `:test` behind it, its test account. */
async function getAccountNamed(
  store: Pick<OperatorStore, 'findAccount' | 'findTestAccount'>,
  text: string,
): Promise<MerchantAccount> {
  const name = text.replace(/:test$/, '')
  const account = await store.findAccount(name)
  if (account && name === text) return account
  const test = account && (await store.findTestAccount(account.id))
  if (test) return test
  if (account)
    throw new PayError(
      'not_found',
      `The account has no test account yet. Create one with its first key: \`pay-charge keys create --test\`.`,
      { field: 'account' },
    )
  const message = `There is no account ${name.slice(0, 80)}. List them with \`pay-charge account list\`.`
  throw new PayError('not_found', message, { field: 'account' })
}

/** Returns an account with the field names of the interface. */
function toOperatorAccount(account: MerchantAccount): OperatorAccount {
  const { id, name, livemode, liveAccountId, username, brand } = account
  return {
    id,
    name,
    livemode,
    live_account: liveAccountId ?? '',
    username: username ?? '',
    brand_color: brand.color,
    brand_logo_url: brand.logoUrl,
    organization_name: brand.organizationName,
    support_url: brand.supportUrl,
  }
}

/** Returns a pending change as the operator and the desk see it. */
export function toPendingChange({
  value,
  requestedAt,
  effectiveAt,
  ...change
}: PendingChangeRecord): PendingChange {
  return {
    ...change,
    requestedAt: requestedAt.toISOString(),
    effectiveAt: effectiveAt.toISOString(),
    setting: value.setting,
    to: describeSetting(value),
  }
}
