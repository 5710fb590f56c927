import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { ServiceSettings } from '../../settings.ts'
import type { KeptReason } from '../../store/charges/archive.ts'
import { type OpenStore, openStore } from '../../store/store.ts'
import { runWithLease } from '../../watcher/lease.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import {
  type ArchiveManifest,
  type ArchiveWriter,
  createArchiveWriter,
  openManifest,
  readArchiveFile,
} from './archive-file.ts'

export interface ArchiveOptions {
  before?: string
  olderThan?: string
  delete?: boolean
}

const dayMs = 86_400_000
/** Reorganizations, retries of webhooks and reserved amounts are over by then, whatever the settings. */
const minAgeDays = 30
/** Charges that are read, and that are deleted, in one transaction. */
const pageSize = 500
const deleteSize = 100
const leaseMs = 30_000

/** What keeps charges that are old enough. */
const keptTexts: Record<KeptReason, string> = {
  request: 'of payment requests, which show them in their history',
  pending: 'with a payment that is pending',
  payer: 'with a reported transaction that is searched for, or a reserved amount',
  unmatched: 'with unmatched money to decide on: pay-charge unmatched list',
  webhook: 'with a webhook that was not delivered: pay-charge webhooks list',
}

/**
 * Writes charges that are over for long to files, and with `delete` removes them from the database: only what a file has
 * that was read back from the disk, and only charges that are still as the file says. It can be ended at any time; what
 * was not deleted is written again by the next run.
 *
 * @throws PayError `invalid_setting`
 */
export async function archive(
  { database, watchMs }: ServiceSettings,
  folder: string,
  options: ArchiveOptions,
  print: Print,
): Promise<void> {
  const before = readCutoff(options, watchMs, new Date())
  if ('dataDir' in database && !existsSync(database.dataDir))
    throw createOperatorError(`DATA_DIR: there is no database in ${database.dataDir}.`)
  const store = await openStore(database, () => undefined)
  const owner = crypto.randomUUID()
  try {
    const leaseOptions = { store, log: pino({ level: 'silent' }), owner, leaseMs }
    const isAlone = await runWithLease(leaseOptions, 'archive', async () => {
      const run = await createRun(
        store,
        folder,
        { before, deletes: options.delete ?? false },
        print,
      )
      await run()
    })
    if (!isAlone)
      throw createOperatorError(
        'Another pay-charge archive is at work on this database, or was killed less than a minute ago. Try again when it has ended.',
      )
  } finally {
    await store.releaseLeases(owner).catch(() => undefined)
    await store.close()
  }
}

/** Returns the time before which charges are over, in UTC. */
function readCutoff({ before, olderThan }: ArchiveOptions, watchMs: number, now: Date): Date {
  if ((before === undefined) === (olderThan === undefined))
    throw createOperatorError('Give --before, such as 2026-01-01, or --older-than with days.')
  const minDays = Math.max(Math.ceil(watchMs / dayMs), minAgeDays)
  const why = `younger charges may still be paid (WATCH_DAYS), or change`
  if (olderThan !== undefined) {
    if (!/^\d{1,5}$/.test(olderThan) || Number(olderThan) < minDays)
      throw createOperatorError(
        `--older-than must be a whole number of days from ${minDays} on: ${why}.`,
      )
    return new Date(now.getTime() - Number(olderThan) * dayMs)
  }
  const date = new Date(`${before}T00:00:00Z`)
  const isDate = /^\d{4}-\d\d-\d\d$/.test(before ?? '') && !Number.isNaN(date.getTime())
  // 2026-02-30 would be a day in March.
  if (!isDate || date.toISOString().slice(0, 10) !== before)
    throw createOperatorError('--before must be a date, such as 2026-01-01.')
  const latest = new Date(now.getTime() - minDays * dayMs)
  if (date > latest)
    throw createOperatorError(
      `--before must be ${latest.toISOString().slice(0, 10)} or earlier: ${why}.`,
    )
  return date
}

interface RunOptions {
  before: Date
  deletes: boolean
}

async function createRun(
  store: OpenStore,
  folder: string,
  { before, deletes }: RunOptions,
  print: Print,
): Promise<() => Promise<void>> {
  const manifest = await openManifest(folder)
  tellUnfinished(folder, print)
  // No two runs write files of one name.
  const runName = new Date().toISOString().replace(/[-:.]/g, '')
  const writers = new Map<string, ArchiveWriter>()
  let count = 0
  let archived = 0
  let deleted = 0

  async function openWriter(month: string): Promise<ArchiveWriter> {
    const known = writers.get(month)
    if (known) return known
    count += 1
    const path = join(folder, `charges-${month}.${runName}-${count}.jsonl.gz`)
    const writer = await createArchiveWriter(path, month)
    writers.set(month, writer)
    return writer
  }

  /** Finishes the files of the months before one, or of all. */
  async function finishBefore(month?: string): Promise<void> {
    for (const [one, writer] of [...writers].sort(([a], [b]) => a.localeCompare(b))) {
      if (month !== undefined && one >= month) continue
      const finished = await finishFile(store, { folder, manifest, writer, before, deletes })
      writers.delete(one)
      archived += finished.archived
      deleted += finished.deleted
      const end = deletes ? `, ${finished.deleted} deleted from the database` : ''
      print(`${join(folder, finished.name)}: ${finished.archived} charges${end}`)
    }
  }

  return async () => {
    const kept = new Map<KeptReason, number>()
    try {
      for (let seq: string | undefined = '0'; seq !== undefined; ) {
        const page = await store.archive.readArchivePage(seq, before, pageSize)
        // Charges come in the order of their creation, so that earlier months are over.
        if (page.firstCreatedAt) await finishBefore(toMonth(page.firstCreatedAt))
        for (const { createdAt, line } of page.charges)
          await (await openWriter(toMonth(createdAt))).write(line)
        for (const [reason, number] of page.kept) kept.set(reason, (kept.get(reason) ?? 0) + number)
        seq = page.nextSeq
      }
      await finishBefore()
    } finally {
      for (const writer of writers.values()) await writer.discard()
    }
    for (const [reason, number] of kept) print(`Kept: ${number} ${keptTexts[reason]}`)
    const end = deletes ? `, ${deleted} deleted from the database` : ''
    print(`Charges of before ${before.toISOString().slice(0, 10)}: ${archived} archived${end}.`)
    if (deletes && deleted < archived)
      print(`${archived - deleted} have changed meanwhile and were not deleted.`)
  }
}

const toMonth = (date: Date) => date.toISOString().slice(0, 7)

/** Says of files that a run which was killed has left: all that is in them is still in the database. */
function tellUnfinished(folder: string, print: Print): void {
  for (const name of readdirSync(folder))
    if (/^charges-.*\.part$/.test(name))
      print(`${join(folder, name)} is not whole, and of no use: delete it.`)
}

interface FinishOptions extends RunOptions {
  folder: string
  manifest: ArchiveManifest
  writer: ArchiveWriter
}

/** Finishes a file, enters it into the manifest, and deletes what is in it. */
async function finishFile(
  store: OpenStore,
  { folder, manifest, writer, before, deletes }: FinishOptions,
): Promise<{ name: string; archived: number; deleted: number }> {
  const entry = await writer.finish()
  // What cannot be read back is not named in the manifest.
  const digests = [...(await readArchiveFile(folder, entry))]
  await manifest.add(entry)
  let deleted = 0
  while (deletes && digests.length > 0) {
    const ids = await store.archive.deleteArchived(new Map(digests.splice(0, deleteSize)), before)
    deleted += ids.length
  }
  return { name: entry.name, archived: entry.charges, deleted }
}
