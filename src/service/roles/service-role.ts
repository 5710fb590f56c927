/**
 * What a process of the service does: `api` answers calls and shows payment pages, `watcher` follows the chains and ends
 * what is over, `webhooks` delivers events. Each role needs the database; `api` and `watcher` need the chains' nodes.
 */
export type ServiceRole = (typeof serviceRoles)[number]

/** All roles. A process has all of them if nothing else is said. */
export const serviceRoles = ['api', 'watcher', 'webhooks'] as const
