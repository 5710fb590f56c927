import type { Context } from 'hono'
import { PayError } from '../../../errors.ts'
import type { Env, Identity, ServiceContext } from '../../http/context.ts'
import type { AuthenticatedKey } from '../accounts.ts'
import type { AccountStore } from '../store/accounts.ts'

/** The stores that these routes use. */
type Stores = AccountStore

export interface FindKeyContext {
  store: Pick<AccountStore, 'authenticate'>
}

/**
 * Returns the api-key of a call, including an expired or revoked one; undefined for none. Reads the store once per call: the limits
 * and the endpoint share the result.
 */
export async function findKey(
  c: Context<Env>,
  { store }: FindKeyContext,
): Promise<AuthenticatedKey | undefined> {
  const cached = c.get('foundKey')
  if (cached) return cached.key
  const apiKey = c.req.header('api-key')
  const key = apiKey ? await store.authenticate(apiKey) : undefined
  c.set('foundKey', { key })
  return key
}

/**
 * Returns who a call is from by its api-key.
 *
 * @throws PayError `unauthenticated`
 */
export async function identifyByKey(
  c: Context<Env>,
  { store, log }: Pick<ServiceContext<Stores>, 'store' | 'log'>,
): Promise<Identity> {
  if (!c.req.header('api-key')) {
    throw new PayError('unauthenticated', 'The header api-key is missing: send your API key in it.')
  }
  const key = await findKey(c, { store })
  // Only the holder of the whole key learns that it was once valid.
  if (key?.status !== 'valid') {
    const reason = key?.status === 'expired' ? 'has expired' : 'was revoked'
    throw new PayError(
      'unauthenticated',
      key ? `The api-key ${reason}.` : 'There is no such api-key.',
    )
  }
  // The call does not wait for it.
  if (key.isUseDue)
    store
      .recordKeyUse(key.id)
      .catch((err) => log.warn({ err }, 'The use of an api-key could not be recorded.'))
  const { account, scopes, shop } = key
  return { account, author: { keyId: key.id, requestId: c.get('requestId') }, scopes, shop }
}
