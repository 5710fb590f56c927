/**
 * The permissions of an api-key:
 * - `charges:write`: create charges, paid to the receiving wallet or to the recipient of one of the account's requests; a key
 *   that also has `settings` may name another recipient
 * - `payments`: the calls of a payer's checkout for one charge whose uuid it has: read the charge and its price, report and
 *   follow payments, reserve amounts
 * - `payments:assign`: report a transaction as the merchant, which decides that it pays the charge; never for a key that passes
 *   on payers' calls
 * - `charges:read`: read and list everything about charges, requests and unmatched money
 * - `refunds`: begin, approve, sign and cancel refunds
 * - `settings`: change receiving wallet and webhook, make and end payment links, and read the audit log
 * - `admin`: everything except the desk
 * - `desk:see`, `desk:decide`, `desk:refund`, `desk:manage`: sign a person in at the desk with that role; with the key itself, no call
 *   is possible
 */
export const scopes = [
  'charges:write',
  'charges:read',
  'payments',
  'payments:assign',
  'refunds',
  'settings',
  'admin',
  'desk:see',
  'desk:decide',
  'desk:refund',
  'desk:manage',
] as const
export type Scope = (typeof scopes)[number]

/**
 * The roles of people at the desk. Each includes the ones before it:
 * - `see`: everything, and change nothing
 * - `decide`: also about unmatched money, and accept, ask for, ship and cancel charges; send events again
 * - `refund`: also begin, approve, send and cancel refunds
 * - `manage`: also settings, webhook endpoints, people, keys, and the closing of months
 */
export const deskRoles = ['see', 'decide', 'refund', 'manage'] as const
export type DeskRole = (typeof deskRoles)[number]

/**
 * The scopes of a proxy's key: exactly the proxy's routes. An attacker in the proxy can neither list the charges of
 * other payers nor change where money goes.
 */
export const proxyScopes = ['charges:write', 'payments'] as const satisfies readonly Scope[]

/** The scopes that open a route, in addition to `admin`, which opens every route: one of them is enough. */
export type RouteScopes = readonly [Scope, ...Scope[]]

/** Returns whether a key with the granted scopes may call a route. */
export function isScopeGranted(keyScopes: readonly Scope[], routeScopes: RouteScopes): boolean {
  return keyScopes.includes('admin') || routeScopes.some((scope) => keyScopes.includes(scope))
}
