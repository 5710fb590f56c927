import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { databaseOf, type Harness } from './harness.ts'
import { startService } from './service.ts'

/**
 * Lets minutes pass for a charge, in one moment: all of its times are set back, with the service stopped meanwhile. What
 * is on the chain keeps its time, so that a transfer that is sent next comes that much later.
 */
export async function letPass(harness: Harness, chargeId: string, minutes: number): Promise<void> {
  await harness.service.end()
  const by = `interval '${minutes} minutes'`
  const earlier = (...names: string[]) => names.map((name) => `${name} = ${name} - ${by}`).join()
  const ofCharge = `charge_id = '${chargeId}'`
  await execute(
    harness,
    [
      `update charges set ${earlier('created_at', 'expires_at', 'quote_expires_at', 'held_until')} where id = '${chargeId}'`,
      `update quote_periods set ${earlier('valid_from', 'valid_until')} where ${ofCharge}`,
      `update payments set ${earlier('created_at', 'verified_at', 'mined_at')} where ${ofCharge}`,
      `update transfers set ${earlier('created_at', 'mined_at')} where ${ofCharge}`,
    ].join(';'),
  )
  harness.service = await startService(harness.environment)
}

/** Runs SQL on a harness's database; on the embedded one only while the service is stopped. */
export async function execute(harness: Harness, statements: string): Promise<void> {
  const database = databaseOf(harness)
  if ('url' in database) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(statements).finally(() => client.end())
    return
  }
  const lite = await PGlite.create({ dataDir: join(database.dataDir, 'database') })
  await lite.exec(statements).finally(() => lite.close())
}
