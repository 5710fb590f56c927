import type { Route } from '../../api/routes/route.ts'
import { type DeskRole, deskRoles, isScopeGranted, type Scope } from '../../api/routes/scope.ts'

/** Returns the role that a key gives a person: the highest of its scopes of the desk; undefined for a program's key. */
export function readRole(scopes: readonly Scope[]): DeskRole | undefined {
  return deskRoles.findLast((role) => scopes.includes(`desk:${role}`))
}

/** What the calls of a person with a role may say. Which calls they may make at all, each route's role decides. */
export const scopesOfRole: Readonly<Record<DeskRole, readonly Scope[]>> = {
  see: ['charges:read'],
  decide: ['charges:read', 'charges:write', 'payments:assign'],
  refund: ['charges:read', 'charges:write', 'payments:assign', 'refunds'],
  manage: ['admin'],
}

/** Whether a person with a role may give somebody a scope: they have it, or a role that includes it. */
export function isGivable(role: DeskRole, scope: Scope): boolean {
  const given = readRole([scope])
  return given ? includesRole(role, given) : isScopeGranted(scopesOfRole[role], [scope])
}

/** Whether a role includes another. */
export function includesRole(role: DeskRole, wanted: DeskRole): boolean {
  return deskRoles.indexOf(role) >= deskRoles.indexOf(wanted)
}

/** Scopes whose routes change something, and the role that these take. Of all others it is `manage`. */
const changing: Partial<Record<Scope, DeskRole>> = {
  'charges:write': 'decide',
  'payments:assign': 'decide',
  refunds: 'refund',
}

/** Returns the role that a route takes of a person at the desk: its own, or what its scopes mean. */
export function getRouteRole({
  method,
  scopes,
  role,
}: Pick<Route, 'method' | 'scopes' | 'role'>): DeskRole {
  if (role) return role
  const isRead = scopes.includes('charges:read') || scopes.includes('settings')
  if (method === 'GET' && isRead) return 'see'
  const roles = scopes.map((scope) => changing[scope] ?? 'manage')
  return deskRoles.find((one) => roles.includes(one)) ?? 'manage'
}
