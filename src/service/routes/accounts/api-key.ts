import type { Context } from 'hono'
import type { AccountStore, AuthenticatedKey } from '../../domain/accounts/accounts.ts'
import type { Env } from '../http/context.ts'

export interface FindKeyContext {
  store: Pick<AccountStore, 'authenticate'>
}

/**
 * Returns the api-key of a call, also an expired or revoked one; undefined for none. Asks the store once for each call, for
 * the limits and for the endpoint.
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
