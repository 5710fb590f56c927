import type { Context, Hono } from 'hono'
import type { DeskRole, Scope } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import { toOperatorKey } from '../../accounts/routes/keys.ts'
import { toPendingChange } from '../../accounts/routes/operator.ts'
import { describeWallet } from '../../accounts/settings.ts'
import type { AccountStore } from '../../accounts/store/accounts.ts'
import type { ApiKeyStore } from '../../accounts/store/keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { PendingChangeStore } from '../../accounts/store/pending-changes.ts'
import type { SettingStore } from '../../accounts/store/settings.ts'
import { describeTolerance } from '../../accounts/tolerance.ts'
import type { EndpointContext, Env, Identity, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import type { EndpointStore } from '../../webhooks/store/endpoints.ts'
import { deskRoutes } from './routes.ts'

/** The stores that these routes use. */
type Stores = AccountStore &
  ApiKeyStore &
  EndpointStore &
  ModeStore &
  PendingChangeStore &
  SettingStore

/** What the calls of a person with a role may say. Which calls they may make at all, each route's role decides. */
const scopesOfRole: Readonly<Record<DeskRole, readonly Scope[]>> = {
  see: ['charges:read'],
  decide: ['charges:read', 'charges:write', 'payments:assign'],
  refund: ['charges:read', 'charges:write', 'payments:assign', 'refunds'],
  manage: ['admin'],
}

/** How many pending changes are shown. */
const maxShownChanges = 100

/**
 * Identifies a call from a page of the desk by the session that the service itself passes with it: the third way to authenticate,
 * after the api-key's and the operator's. The author of the call's changes is the person's key.
 *
 * @throws PayError `unauthenticated`
 */
export function identifyBySession(c: Context<Env>): Identity {
  const session = c.env.deskSession
  if (!session) throw new PayError('unauthenticated', 'You are not signed in.')
  const { account, keyId, role } = session
  const author = { keyId, requestId: c.get('requestId') }
  return { account, author, scopes: scopesOfRole[role], role, shop: '' }
}

/** Registers the desk's routes about the account: its settings, and its keys. */
export function registerDeskAccountRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, settingsDelayMs } = context

  registerEndpoint(app, context, deskRoutes.getSettings, async ({ account }) => {
    const { wallet } = account
    const pending = await store.listPendingChanges(account.id, maxShownChanges)
    return {
      status: 200,
      body: {
        wallet: wallet && {
          ...describeWallet(wallet),
          tokenSymbol: await readSymbol(context, wallet),
        },
        tolerance: describeTolerance(account.tolerance),
        delayMs: settingsDelayMs,
        pending: pending.map(toPendingChange),
      },
    }
  })

  registerEndpoint(app, context, deskRoutes.cancelSettingChange, async (call) => {
    const { account, author, body } = call
    if (await store.cancelSettingChange(account.id, body.setting, author))
      return { status: 200, body: {} }
    throw new PayError('not_found', 'There is no pending change to cancel.')
  })

  registerEndpoint(app, context, deskRoutes.listRemovedEndpoints, async ({ account }) => {
    const endpoints = await store.listRemovedEndpoints(account.id)
    return {
      status: 200,
      body: { data: endpoints.map(({ id: uuid, ...one }) => ({ uuid, ...one })) },
    }
  })

  registerEndpoint(app, context, deskRoutes.listKeys, async ({ account }) => {
    const keys = await store.listApiKeys(account.id)
    return { status: 200, body: { data: keys.map(toOperatorKey) } }
  })

  registerEndpoint(app, context, deskRoutes.revokeKey, async ({ account, author, params }) => {
    const by = { author, accountId: account.id }
    const key = await store.revokeApiKey(params.prefix, new Date(), by)
    if (key) return { status: 200, body: toOperatorKey(key) }
    throw new PayError('not_found', 'There is no such key.')
  })
}

/** Returns the symbol of a wallet's token; '' where its chain cannot be read. */
async function readSymbol(
  { chains }: Pick<ServiceContext<Stores>, 'chains'>,
  { chainId, token }: { chainId: number; token: string },
): Promise<string> {
  if (!chains.ids.includes(chainId)) return ''
  return await chains.getToken(chainId, token).then(
    (metadata) => metadata?.symbol ?? '',
    () => '',
  )
}
