import * as z from 'zod/mini'
import { defineRoute } from '../../../api/routes/route.ts'
import { deskRoles, scopes } from '../../../api/routes/scope.ts'
import { Timestamp, Uuid } from '../../../api/schemas/fields.ts'
import { Shop } from '../../../api/schemas/webhook-endpoints.ts'
import { Name, OperatorKey } from '../../http/operator-routes.ts'
import { deskRoute } from './route.ts'

/** What the routes have in common that let people in. */
const manageRoute = {
  ...deskRoute,
  scopes: ['admin'],
  errorStatuses: [400, 403, 404, 409],
} as const

const givenName = Name.check(z.minLength(1, 'must not be empty'))
const Role = z.enum(deskRoles)
/** Days until a key ends; absent for one that does not end. */
const Days = z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(3650)))

/** An invitation that can be accepted. */
const Invitation = z.object({ uuid: Uuid, name: z.string(), role: Role, expires_at: Timestamp })
export type Invitation = z.infer<typeof Invitation>

/** The desk's own routes by which people of an account let others in. None of them gives more than its caller has. */
export const peopleRoutes = {
  listKeys: defineRoute({
    ...deskRoute,
    scopes: ['settings'],
    path: '/keys',
    reply: z.object({ data: z.array(OperatorKey) }),
  }),
  /** Creates a key for a program. The reply shows it only once. */
  createKey: defineRoute({
    ...manageRoute,
    method: 'POST',
    path: '/keys',
    body: z.object({
      name: givenName,
      scopes: z.array(z.enum(scopes)).check(z.minLength(1, 'must have at least one')),
      shop: z.optional(Shop),
      days: Days,
    }),
    reply: z.extend(OperatorKey, { apiKey: z.string() }),
    retryPolicy: 'never',
  }),
  /** Revokes a key of the account, also one's own; 409 for the last that manages it. */
  revokeKey: defineRoute({
    ...manageRoute,
    method: 'POST',
    path: '/keys/:prefix/revoke',
    params: ['prefix'],
    reply: OperatorKey,
  }),
  /** Gives a person another role, from their next call on; 409 where nobody would be left who manages the account. */
  changeRole: defineRoute({
    ...manageRoute,
    method: 'POST',
    path: '/keys/:prefix/role',
    params: ['prefix'],
    body: z.object({ role: Role }),
    reply: OperatorKey,
  }),
  /** Invites a person. The reply shows the token only once. */
  createInvitation: defineRoute({
    ...manageRoute,
    method: 'POST',
    path: '/invitations',
    body: z.object({ name: givenName, role: Role, days: Days }),
    reply: z.extend(Invitation, { token: z.string() }),
    retryPolicy: 'never',
  }),
  /** Lists the invitations that can be accepted, oldest first. */
  listInvitations: defineRoute({
    ...manageRoute,
    path: '/invitations',
    reply: z.object({ data: z.array(Invitation) }),
  }),
  withdrawInvitation: defineRoute({
    ...manageRoute,
    method: 'POST',
    path: '/invitations/:uuid/withdraw',
    params: ['uuid'],
    reply: z.object({}),
  }),
}
