import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { demoAccount } from '../../../demo/chain/accounts.ts'
import type { BackupHeader } from '../../../src/service/cli/backup/backup-file.ts'
import { execute } from '../../support/aging.ts'
import { call, chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { commandsOf, refusalOf, runOperator } from '../../support/operator.ts'
import { newCharge } from '../../support/paying.ts'
import { startService, temporaryFolder } from '../../support/service.ts'
import { until } from '../../support/wait.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** A backup of the database with both accounts. */
let file: string
const harness = provideHarness({ SETTINGS_DELAY_HOURS: '24' }, null)
before(async () => {
  await harness.started
  folder = await temporaryFolder()
  file = join(folder.path, 'whole.backup')
  await cli('backup', file)
})
after(() => folder.remove())

const cli = commandsOf(harness)

const refusal = (args: readonly string[], extra: Record<string, string> = {}) =>
  refusalOf(runOperator(args, { ...harness.environment, ...extra }))

const readHeader = async (path = file) =>
  JSON.parse((await readFile(path)).subarray(0, 1024).toString()) as BackupHeader

async function hasCharge(id: string): Promise<boolean> {
  const { status } = await call(harness, 'GET', `/charges/${id}`)
  assert.ok(status === 200 || status === 404)
  return status === 200
}

/** Writes a copy of a backup with another first line. */
async function writeWithHeader(
  name: string,
  change: Partial<BackupHeader>,
  of = file,
): Promise<string> {
  const bytes = await readFile(of)
  const header = { ...(await readHeader(of)), ...change }
  const path = join(folder.path, name)
  const line = `${JSON.stringify(header).padEnd(1023)}\n`
  await writeFile(path, Buffer.concat([Buffer.from(line), bytes.subarray(1024)]))
  return path
}

describe('pay-charge backup', () => {
  test('writes one file, for its owner alone, also while the service runs', async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder.path), ['whole.backup'])
    const { migrations, bytes } = await readHeader()
    assert.deepEqual(migrations, ['0001_initial'])
    assert.equal((await stat(file)).size, 1024 + bytes)
  })

  test('writes over no file, and leaves nothing behind that is not whole', async () => {
    assert.match(await refusal(['backup', file]), /whole\.backup exists/)
    const missing = join(folder.path, 'missing/x')
    assert.match(await refusal(['backup', missing]), /missing\/x cannot be written: ENOENT/)
    assert.deepEqual(await readdir(folder.path), ['whole.backup'])
  })

  test('leaves PostgreSQL to its own programs, as restore does', async () => {
    const extra = { DATABASE_URL: 'postgres://127.0.0.1/pay_charge' }
    for (const args of [
      ['backup', join(folder.path, 'x')],
      ['restore', file],
    ])
      assert.match(await refusal(args, extra), /^DATABASE_URL: .* by pg_dump, .*operations\.md/)
  })
})

describe('pay-charge restore', () => {
  let copy: string
  beforeEach(async () => {
    copy = join(folder.path, 'copy.backup')
    await writeFile(copy, await readFile(file))
  })

  test('refuses what is no backup, is not whole, or is damaged', async () => {
    const { bytes } = await readHeader()
    const cases = [
      [/cannot be read: ENOENT/, () => rm(copy)],
      [/is not a backup of pay-charge/, () => writeFile(copy, 'Dear diary')],
      [/is not a backup of pay-charge/, () => writeFile(copy, Buffer.alloc(5000))],
      [/is not whole: it has \d+ bytes, and should \d+/, () => truncate(copy, bytes)],
      [
        /is damaged: its checksum/,
        async () => {
          const content = await readFile(copy)
          const at = 1024 + Math.floor(bytes / 2)
          content[at] = (content[at] ?? 0) ^ 1
          await writeFile(copy, content)
        },
      ],
    ] as const
    for (const [pattern, change] of cases) {
      await change()
      assert.match(await refusal(['restore', copy, '--replace']), pattern)
      await writeFile(copy, await readFile(file))
    }
  })

  test('refuses a backup of a later version', async () => {
    const migrations = ['0001_initial', '0002_later']
    assert.match(
      await refusal(['restore', await writeWithHeader('later', { migrations }), '--replace']),
      /is of a later version of pay-charge, with 0002_later\. Install that version\./,
    )
  })

  test('refuses while a service runs, and a database that has accounts', async () => {
    assert.match(await refusal(['restore', file, '--replace']), /in use by another process/)
    await harness.service.end()
    try {
      assert.match(await refusal(['restore', file]), /has accounts.* add --replace/)
    } finally {
      harness.service = await startService(harness.environment)
    }
  })

  test('with --replace has what was there then, and keeps the database of before', async () => {
    const late = JSON.parse(await cli('account', 'create', '--name', 'Late shop', '--json'))
    await harness.service.end()
    await cli('restore', file, '--replace')
    harness.service = await startService(harness.environment)
    const accounts = JSON.parse(await cli('account', 'list', '--json')) as { id: string }[]
    assert.deepEqual(
      accounts.map(({ id }) => id),
      [harness.shop.id, harness.other.id],
    )
    assert.ok(!accounts.some(({ id }) => id === late.id))
    const kept = (await readdir(String(harness.environment.DATA_DIR))).filter((name) =>
      name.startsWith('database.'),
    )
    assert.equal(kept.length, 1)
    assert.match(String(kept[0]), /^database\.before-\d{4}-/)
  })

  test('has everything that was acknowledged before the backup, also of a busy service', async () => {
    let isBusy = true
    const created: string[] = []
    const work = async () => {
      while (isBusy) created.push(await newCharge(harness))
    }
    const workers = Promise.all([work(), work(), work()])
    const busy = join(folder.path, 'busy.backup')
    const known: string[] = []
    try {
      await until('some charges', () => created.length >= 20 || undefined)
      known.push(...created)
      await cli('backup', busy)
    } finally {
      isBusy = false
      await workers
    }
    assert.ok(created.length > known.length, 'it was busy meanwhile')
    await harness.service.end()
    await cli('restore', busy, '--replace')
    harness.service = await startService(harness.environment)
    for (const id of known) assert.equal((await clientOf(harness).getCharge(id)).id, id)
    // The counts of lists are kept by a trigger: they are of the same moment as the charges.
    const { total } = (await clientOf(harness).listCharges({ limit: 1 })).pagination
    const kept = await Promise.all(created.map(hasCharge))
    assert.equal(total, kept.filter(Boolean).length)
  })

  test('a database that cannot be read is replaced, and kept', async () => {
    const dataDir = String(harness.environment.DATA_DIR)
    const database = join(dataDir, 'database')
    await harness.service.end()
    await truncate(join(database, 'global/pg_control'), 100)
    assert.match(await refusal(['restore', file]), /or cannot be read/)
    await cli('restore', file, '--replace')
    harness.service = await startService(harness.environment)
    assert.match(await cli('account', 'list'), new RegExp(harness.shop.id))
  })

  test('lets a change of the wallet wait anew that was pending in it: it may have been canceled since', async () => {
    const tokenAddress = harness.chain.dusd
    const setting = (walletAddress: string) => ({ walletAddress, chainId, tokenAddress })
    await clientOf(harness).setReceivingWallet(setting(wallet))
    await clientOf(harness).setReceivingWallet(setting(demoAccount(7).address))
    await harness.service.end()
    // As if the backup were two hours old: then the change was pending, and an hour ago it would have taken effect.
    await execute(harness, `update setting_changes set effective_at = now() - interval '1 hour'`)
    const pending = join(folder.path, 'pending.backup')
    await cli('backup', pending)
    const createdAt = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const old = await writeWithHeader('old', { createdAt }, pending)
    const said = await cli('restore', old, '--replace')
    assert.match(said, /pending again: 1\./)
    harness.service = await startService(harness.environment)
    const charge = await clientOf(harness).createCharge({
      pricing_type: 'fixed_price',
      local_price: { amount: '5' },
    })
    const { requestLink } = await clientOf(harness).getRequestCharge(charge.id)
    assert.equal(requestLink.recipientAddress, wallet)
    const [line = ''] = (await cli('settings', 'pending', '--json')).split('\n')
    const { effectiveAt } = JSON.parse(line) as { effectiveAt: string }
    assert.ok(Date.parse(effectiveAt) > Date.now() + 23 * 3_600_000)
  })
})
