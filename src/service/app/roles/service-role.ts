/**
 * A role of a process: `api` answers calls and shows payment pages, `watcher` follows the chains, expires charges and deletes
 * old rows, `webhooks` delivers events. Each role needs the database; `api` and `watcher` need the chains' nodes.
 */
export type ServiceRole = (typeof serviceRoles)[number]

/** All roles. A process has all of them by default. */
export const serviceRoles = ['api', 'watcher', 'webhooks'] as const
