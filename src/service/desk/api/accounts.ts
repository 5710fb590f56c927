import type { Context, Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import { scopesOfRole } from '../../accounts/desk-roles.ts'
import { toPendingChange } from '../../accounts/routes/operator.ts'
import { describeWallet } from '../../accounts/settings.ts'
import type { AccountStore } from '../../accounts/store/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { PendingChangeStore } from '../../accounts/store/pending-changes.ts'
import type { SettingStore } from '../../accounts/store/settings.ts'
import { describeTolerance } from '../../accounts/tolerance.ts'
import type { EndpointContext, Env, Identity, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import type { EndpointStore } from '../../webhooks/store/endpoints.ts'
import { deskRoutes } from './routes.ts'

/** The stores that these routes use. */
type Stores = AccountStore & EndpointStore & ModeStore & PendingChangeStore & SettingStore

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

/** Registers the desk's routes about the account: its settings. */
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
