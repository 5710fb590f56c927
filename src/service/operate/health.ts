import type { Hono } from 'hono'
import type { PendingChangeRecord } from '../accounts/settings.ts'
import type { ChainReading } from '../chain/types/reading.ts'
import type { Env } from '../http/context.ts'
import { type DatabaseTrouble, findDatabaseTrouble } from '../kernel/unavailable.ts'

/** Checks of everything that answering calls and finding payments depends on. */
export interface HealthChecks {
  /** Rejects when the database cannot be written, or does not answer. */
  ping: () => Promise<void>
  /** Returns the loops by name, each with the time of its last heartbeat by `performance.now()`. */
  getHeartbeats: () => ReadonlyMap<string, number>
  /** Returns whether the process is about to stop. @default never */
  isDraining?: () => boolean
  /** Asks the node of each chain, and returns whether it can be read. */
  readChains?: () => Promise<ReadonlyMap<number, ChainReading>>
  /** Returns the chains whose search for payments has failed for minutes though they can be read. @default none */
  getStandingSearches?: () => readonly number[]
  /** Returns by how many milliseconds our clock is ahead of a chain, for chains where this is too much. */
  getClockOffsets?: () => ReadonlyMap<number, number>
  /** Returns the changes of wallets and webhooks that have not taken effect yet, the next one first. */
  listPendingChanges?: () => Promise<readonly PendingChangeRecord[]>
  /** Returns the currencies that have no rate. @default none */
  listWithoutRate?: () => readonly string[]
  /** Returns how many transactions were found that cannot be read. */
  countUnread?: () => Promise<number>
}

/** How long the database may take to answer. */
const pingTimeoutMs = 3000
/** A loop without a heartbeat for this long is dead. It is longer than any wait of a loop between two attempts. */
const maxHeartbeatAgeMs = 120_000

/** Seconds after which a monitor may ask again. */
const retryAfterSeconds = 10

/** The consequences of each trouble of the database. */
const databaseFailures: Record<DatabaseTrouble, string> = {
  unreachable: 'The database does not answer: nothing can be read or written.',
  'read-only': 'The database is read-only: no charge can be created, and no payment credited.',
  full: 'The disk of the database is full: no charge can be created, and no payment credited.',
}

/**
 * Adds GET /healthz, which shows that the process is alive, and GET /readyz, which shows whether it can do its work. It
 * answers 503 with the failures, and when the process stops. An unreachable chain is shown, but is not a failure: another
 * process could not reach it either, and charges can still be read.
 */
export function addHealthRoutes(app: Hono<Env>, checks: HealthChecks): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const [databaseState, chainReadings = new Map<number, ChainReading>()] = await Promise.all([
      readDatabase(checks),
      checks.readChains?.(),
    ])
    const database = 'trouble' in databaseState ? databaseState.trouble : 'ok'
    const now = performance.now()
    const loops = Object.fromEntries(
      [...checks.getHeartbeats()].map(([name, at]) => [
        name,
        now - at < maxHeartbeatAgeMs ? 'ok' : 'silent',
      ]),
    )
    const standingSearches = checks.getStandingSearches?.() ?? []
    const failures = [
      ...(database === 'ok' ? [] : [databaseFailures[database]]),
      ...standingSearches.map(describeStandingSearch),
    ]
    const isReady = failures.length === 0 && Object.values(loops).every((state) => state === 'ok')
    const isDraining = checks.isDraining?.() ?? false
    const status = isDraining ? 'stopping' : isReady ? 'ok' : 'not ready'
    c.header('cache-control', 'no-store')
    const offsets = [...(checks.getClockOffsets?.() ?? [])]
    const warnings = [
      // Only a warning, because block times are corrected by this offset.
      ...offsets.map(
        ([chainId, offset]) =>
          `The clock is ${Math.round(offset / 1000)} s ahead of chain ${chainId}.`,
      ),
      ...('trouble' in databaseState ? [] : databaseState.pendingChanges.map(describeChange)),
      ...(!('trouble' in databaseState) && databaseState.unread > 0
        ? [describeUnread(databaseState.unread)]
        : []),
      ...(checks.listWithoutRate?.() ?? []).map(describeMissingRate),
    ]
    const chains = Object.fromEntries([...chainReadings].map(([id, { health }]) => [id, health]))
    const body = {
      status,
      database,
      loops,
      ...(checks.readChains && { chains }),
      ...(failures.length > 0 && { failures }),
      ...(warnings.length > 0 && { warnings }),
    }
    if (isReady && !isDraining) return c.json(body)
    c.header('retry-after', String(retryAfterSeconds))
    return c.json(body, 503)
  })
}

function describeStandingSearch(chainId: number): string {
  return (
    `The search for payments on chain ${chainId} has stopped, so unreported payments are not found. ` +
    'The log has the reason; see also `pay-charge doctor`.'
  )
}

const settingNames = {
  wallet: 'receiving wallet',
  tolerance: 'tolerance of underpayments',
  webhook: 'webhook',
} as const

/** Names neither account nor wallet, because /readyz is public. */
function describeChange({ value, effectiveAt }: PendingChangeRecord): string {
  const name = settingNames[value.setting]
  const time = effectiveAt.toISOString()
  return `The ${name} of an account changes at ${time}. See \`pay-charge settings pending\`.`
}

function describeUnread(count: number): string {
  return `${count} transactions were found that cannot be read. See \`pay-charge call listUnread\`.`
}

/** Names neither source nor value, because /readyz is public. */
function describeMissingRate(currency: string): string {
  return `There is no rate of ${currency}, so nothing is priced in it. See \`pay-charge rates\`.`
}

/** The part of /readyz that is read from the database. */
interface DatabaseState {
  pendingChanges: readonly PendingChangeRecord[]
  unread: number
}

/** Returns whether the database answers in time. */
export async function isDatabaseReachable(checks: HealthChecks): Promise<boolean> {
  return !('trouble' in (await readDatabase(checks)))
}

/** Reads the database's part of the reply, or the trouble that prevents it. */
async function readDatabase({
  ping,
  listPendingChanges,
  countUnread,
}: HealthChecks): Promise<DatabaseState | { trouble: DatabaseTrouble }> {
  const { promise, resolve } = Promise.withResolvers<{ trouble: DatabaseTrouble }>()
  const timer = setTimeout(() => resolve({ trouble: 'unreachable' }), pingTimeoutMs)
  const reading = async () => {
    await ping()
    return {
      pendingChanges: (await listPendingChanges?.()) ?? [],
      unread: (await countUnread?.()) ?? 0,
    }
  }
  // The error itself is not shown here: every user of the database logs it.
  const describe = (error: unknown) => ({ trouble: findDatabaseTrouble(error) ?? 'unreachable' })
  const databaseState = await Promise.race([reading().catch(describe), promise])
  clearTimeout(timer)
  return databaseState
}
