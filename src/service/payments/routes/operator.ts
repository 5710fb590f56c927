import type { Hono } from 'hono'
import type { DestinationStore } from '../../charges/store/destinations.ts'
import type { ScanStateStore } from '../../db/scan-states.ts'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'
import type { UnreadStore } from '../store/unread.ts'

/** The parts of the store that the operator's routes about the watcher's reading use. */
export type ScanStore = Pick<UnreadStore, 'listUnread' | 'retryUnread'> &
  Pick<ScanStateStore, 'requestRescan'> &
  DestinationStore

/** How many unread transactions are shown. */
const maxShownUnread = 1000

/** Registers the operator's routes for the watcher: transactions that no node returns, and rescanning blocks. */
export function registerScanRoutes(app: Hono<Env>, { store }: { store: ScanStore }): void {
  registerOperatorEndpoint(app, operatorRoutes.listUnread, async () => {
    const transactions = await store.listUnread(maxShownUnread)
    const data = transactions.map(({ chainId, hash, block, attempts, error, ...times }) => ({
      chainId,
      hash,
      block: String(block.number),
      attempts,
      error,
      since: times.createdAt.toISOString(),
      next: times.nextAttemptAt.toISOString(),
    }))
    return { status: 200, body: { data } }
  })

  registerOperatorEndpoint(app, operatorRoutes.retryUnread, async () => {
    return { status: 200, body: { count: await store.retryUnread() } }
  })

  registerOperatorEndpoint(app, operatorRoutes.requestRescan, async ({ body }) => {
    const chainId = Number(body.chain)
    const from = BigInt(body.from)
    const to = body.to === undefined ? undefined : BigInt(body.to)
    const destinations = await store.listWatchedDestinations(chainId, new Date(0))
    if (destinations.length === 0)
      throw createFieldError('chain', 'must be a chain on which there was ever a charge to be paid')
    if (to !== undefined && to < from)
      throw createFieldError('to', 'must not be before the first block')
    await store.requestRescan(chainId, from, to)
    return { status: 200, body: {} }
  })
}
