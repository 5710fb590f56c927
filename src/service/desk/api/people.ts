import type { Hono } from 'hono'
import { scopes as scopeOrder } from '../../../api/routes/scope.ts'
import { PayError } from '../../../errors.ts'
import type { Author, KeyAuthor } from '../../accounts/accounts.ts'
import { readRole } from '../../accounts/desk-roles.ts'
import type { InvitationRecord } from '../../accounts/people.ts'
import { toOperatorKey } from '../../accounts/routes/keys.ts'
import type { ApiKeyStore } from '../../accounts/store/keys.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { PeopleStore } from '../../accounts/store/people.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type Invitation, peopleRoutes } from './people-routes.ts'

/** The stores that these routes use. */
type Stores = ApiKeyStore & ModeStore & PeopleStore

/** Registers the desk's routes about the people of an account, and its keys. */
export function registerDeskPeopleRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store } = context

  registerEndpoint(app, context, peopleRoutes.listKeys, async ({ account }) => {
    const keys = await store.listApiKeys(account.id)
    return { status: 200, body: { data: keys.map(toOperatorKey) } }
  })

  registerEndpoint(app, context, peopleRoutes.createKey, async ({ account, author, body }) => {
    const { name, shop = '', days } = body
    const scopes = scopeOrder.filter((scope) => body.scopes.includes(scope))
    // A person's key is made by its person, who accepts an invitation: nobody else ever sees it.
    if (readRole(scopes)) throw createFieldError('scopes', 'must be those of a program')
    const newKey = { name, scopes, shop, expiresAt: readEnd(days) }
    const { key, apiKey } = await store.grantApiKey(account.id, newKey, toPerson(author))
    return { status: 200, body: { ...toOperatorKey(key), apiKey } }
  })

  registerEndpoint(app, context, peopleRoutes.revokeKey, async ({ account, author, params }) => {
    const by = { author, accountId: account.id }
    const key = await store.revokeApiKey(params.prefix, new Date(), by)
    if (key) return { status: 200, body: toOperatorKey(key) }
    throw new PayError('not_found', 'There is no such key.')
  })

  registerEndpoint(app, context, peopleRoutes.changeRole, async (call) => {
    const { account, author, params, body } = call
    const change = { prefix: params.prefix, role: body.role }
    const key = await store.changeRole(account.id, change, toPerson(author))
    if (key) return { status: 200, body: toOperatorKey(key) }
    throw new PayError('not_found', 'There is no such person.')
  })

  registerEndpoint(app, context, peopleRoutes.createInvitation, async (call) => {
    const { account, author, body } = call
    const { name, role, days } = body
    const asked = { name, role, keyExpiresAt: readEnd(days) }
    const { invitation, token } = await store.createInvitation(account.id, asked, toPerson(author))
    return { status: 200, body: { ...toInvitation(invitation), token } }
  })

  registerEndpoint(app, context, peopleRoutes.listInvitations, async ({ account }) => {
    const invitations = await store.listInvitations(account.id)
    return { status: 200, body: { data: invitations.map(toInvitation) } }
  })

  registerEndpoint(app, context, peopleRoutes.withdrawInvitation, async (call) => {
    const { account, author, params } = call
    if (await store.withdrawInvitation(account.id, params.uuid, toPerson(author)))
      return { status: 200, body: {} }
    throw new PayError('not_found', 'There is no such invitation.')
  })
}

/** Returns when a key ends that holds so many days; undefined for never. */
const readEnd = (days: number | undefined) =>
  days === undefined ? undefined : new Date(Date.now() + days * 86_400_000)

/** Returns the person who calls: a session of the desk always has one. */
export function toPerson(author: Author): KeyAuthor {
  if (author === 'cli') throw new Error('The operator is not at the desk.')
  return author
}

function toInvitation({ id: uuid, name, role, expiresAt }: InvitationRecord): Invitation {
  return { uuid, name, role, expires_at: expiresAt.toISOString() }
}
