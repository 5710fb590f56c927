import pg from 'pg'
import { openStore, type Store } from '../../src/service/app/store.ts'
import { listQuotes } from '../../src/service/charges/pricing/payment-assets.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { chargeOf } from '../attack/reserving.ts'
import { chainId, wallet } from '../support/harness.ts'
import type { LocalChain } from '../support/local-chain.ts'
import { scriptsPerSecond } from './pgbench.ts'

// What pgbench does with the very statements that the service sends for a call, in the same transactions. They are
// recorded where the service's own code sends them, so that they are the same whatever that code becomes.

const waitingLimits = { maxWaiting: 5, maxEnded: 20 }
const watchMs = 90 * 24 * 60 * 60_000

interface Statement {
  text: string
  values: readonly unknown[]
}

/** A value of the recorded call, and the SQL that stands for it in each transaction of pgbench. */
type Changing = ReadonlyMap<unknown, string>

/** Two numbers by chance for each transaction: enough for ids, references and hashes that nobody had before. */
const chance = `\\set one random(1, 9000000000000000000)\n\\set two random(1, 9000000000000000000)\n`
const newId = 'md5(:one::text)::uuid'
const newReference = 'md5(:two::text)'
const newHash = `'0x' || md5(:one::text) || md5(:two::text)`

/** How often a second pgbench does what POST /charges, and POST …/payments, send to the database. */
export async function benchSameStatements(
  databaseUrl: string,
  apiKey: string,
  chain: LocalChain,
  chargeIds: readonly string[],
): Promise<{ charges: number; payments: number }> {
  const store = await openStore({ url: databaseUrl }, (error) => {
    throw error
  })
  try {
    const accountId = (await store.authenticate(apiKey))?.account.id ?? ''
    const made = chargeOf(1, wallet, 5_000_000n, Date.now())
    const quote = { ...made.quote, chainId, token: chain.dusd }
    const limit = { max: 1000, since: new Date(made.createdAt.getTime() - watchMs) }
    const createCharge = async () => {
      const id = crypto.randomUUID()
      const charge = { ...made, accountId, id, reference: computeReference(id), quote }
      const brand = { color: '', logoUrl: '', organizationName: '', supportUrl: '' }
      await store.createCharge(charge, brand, undefined, limit)
      return charge
    }
    // As every charge but an account's first one of some minutes.
    await createCharge()
    let charge = made
    const charging = await record(async () => {
      await store.authenticate(apiKey)
      charge = await createCharge()
    })
    const eventId = await findEventId(store, accountId, charge.id)
    const [chargeId = ''] = chargeIds
    const hash = `0x${'9'.repeat(64)}`
    const id = crypto.randomUUID()
    const reporting = await record(async () => {
      await store.authenticate(apiKey)
      await store.getChargeBase(accountId, chargeId)
      const [{ token }] = listQuotes(charge) as [(typeof charge)['quote']]
      const waiting = { status: 'WAITING', pendingTransaction: undefined, reason: '' } as const
      const report = { id, chargeId, chainId, hash, token, signature: undefined, ...waiting }
      const asked = { attempts: 0, createdAt: new Date(), assignedBy: undefined }
      await store.addReport({ ...report, ...asked }, waitingLimits)
    })
    const oneOfThem = `('{${chargeIds.join(',')}}'::uuid[])[:charge]`
    const choice = `\\set charge random(1, ${chargeIds.length})\n`
    return {
      charges: await scriptsPerSecond(
        databaseUrl,
        chance +
          toScript(
            charging,
            new Map([
              [charge.id, newId],
              // The charges of its terms, of which there is one.
              [`{"${charge.id}"}`, `array[${newId}]::text`],
              [charge.reference, newReference],
              [eventId, newId],
            ]),
          ),
      ),
      payments: await scriptsPerSecond(
        databaseUrl,
        chance +
          choice +
          toScript(
            reporting,
            new Map([
              [id, newId],
              [hash, newHash],
              [chargeId, oneOfThem],
            ]),
          ),
      ),
    }
  } finally {
    await store.close()
  }
}

/** Returns the id of the event that tells of a charge's creation. */
async function findEventId(store: Store, accountId: string, chargeId: string): Promise<string> {
  const filter = {
    chargeId,
    ...{ status: undefined, endpointId: undefined, type: undefined, created: undefined },
  }
  const page = await store.listAccountEvents(accountId, { limit: 1, cursor: undefined, filter })
  const [event] = page?.events ?? []
  if (!event) throw new Error('The charge has no event.')
  return event.id
}

/** Records what this process sends to PostgreSQL meanwhile. */
async function record(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, values = []] = args as [string | { text: string; values?: unknown[] }, unknown[]?]
    if (typeof first === 'string') statements.push({ text: first, values })
    else statements.push({ text: first.text, values: first.values ?? values })
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

function toScript(statements: readonly Statement[], changing: Changing): string {
  return statements
    .map(({ text, values }) => {
      const filled = text.replace(/\$(\d+)/g, (_, at: string) =>
        toSql(values[Number(at) - 1], changing),
      )
      // A statement ends where its line does, and so would everything behind a comment.
      return `${filled.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()};\n`
    })
    .join('')
}

function toSql(value: unknown, changing: Changing): string {
  const changed = changing.get(value)
  if (changed) return `(${changed})`
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  const text = value instanceof Date ? value.toISOString() : String(value)
  // pgbench takes a colon and what follows for a variable, also between quotes.
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\003A')
  return `U&'${escaped}'`
}
