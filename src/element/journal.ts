// All that is written of a payment, with its form and what becomes of it; hence its length.
import type { Entry, Intent, Journal, Late } from '../checkout/ports.ts'
import { isOpen } from '../checkout/settlement.ts'
import { PayError } from '../errors.ts'
import { readEntry, version } from './journal-entry.ts'
import { createLocks } from './locks.ts'
import { entryKey, orderKey, peek, readOrder } from './order-book.ts'

/** A journal in localStorage, which outlives tab and browser, with one Web Lock a charge so that one tab pays. */
export function createJournal(
  storage: () => Storage,
  manager: LockManager | undefined,
  now: () => number = Date.now,
): Journal {
  const locks = createLocks(manager)
  /** What the storage does not take, of payers who go on all the same: it lasts as long as the page. */
  const memory = new Map<string, string>()
  /** What this page has written, for when the storage is shut while the page lives. */
  const written = new Map<string, string>()

  const stand = (chargeId: string): string | null => {
    try {
      return storage().getItem(entryKey(chargeId))
    } catch {
      return written.get(chargeId) ?? null
    }
  }
  const read = (chargeId: string): Entry | undefined => {
    const stored = stand(chargeId)
    // What this page had to keep in memory hides no receipt that another tab could write since.
    if (
      memory.has(chargeId) &&
      stored !== null &&
      legible(() => readEntry(stored, chargeId))?.done !== undefined
    )
      memory.delete(chargeId)
    const text = memory.get(chargeId) ?? stored
    return text === null ? undefined : readEntry(text, chargeId)
  }
  /** True when the storage, which did not take what this page keeps in memory, has taken another tab's intent since. */
  const isAnothers = (chargeId: string, intent: Intent | undefined) => {
    const stored = memory.has(chargeId) ? stand(chargeId) : null
    const entry = stored === null ? undefined : legible(() => readEntry(stored, chargeId))
    return isOpen(entry) && entry?.intent?.id !== intent?.id
  }
  const write = (chargeId: string, entry: Entry, consented = memory.has(chargeId)) => {
    const text = JSON.stringify({ version, ...entry }, bigintsAsText)
    if (isAnothers(chargeId, entry.intent)) return void memory.set(chargeId, text)
    try {
      store(storage, entryKey(chargeId), text)
      written.set(chargeId, text)
      memory.delete(chargeId)
    } catch (cause) {
      if (!consented) throw cause
      memory.set(chargeId, text)
    }
  }
  const forget = (chargeId: string) => {
    const kept = memory.get(chargeId)
    const stays =
      kept !== undefined && isAnothers(chargeId, legible(() => readEntry(kept, chargeId))?.intent)
    memory.delete(chargeId)
    written.delete(chargeId)
    if (!stays) attempt(() => storage().removeItem(entryKey(chargeId)))
  }

  return {
    read,
    async open(intent, consented = false) {
      const { chargeId } = intent.quote
      if (!(await locks.take(entryKey(chargeId)))) return false
      let written = false
      try {
        const before = consented ? legible(() => read(chargeId)) : read(chargeId)
        if (before && (isOpen(before) || isNews(before, intent))) return false
        write(chargeId, { intent, former: before?.former, late: before?.late }, consented)
        written = true
        return true
      } finally {
        if (!written) locks.release(entryKey(chargeId))
      }
    },
    hold: (chargeId) => locks.take(entryKey(chargeId)),
    inherit: (chargeId, signal) => locks.wait(entryKey(chargeId), signal),
    release: (chargeId) => locks.release(entryKey(chargeId)),
    hash(intent, hash) {
      const { chargeId } = intent.quote
      const entry = read(chargeId)
      // A receipt stays, and the service hears of the other hash beside it.
      if (entry?.done !== undefined) return this.late(intent.quote, hash)
      // An intent that the payer gave up comes back with its hash, or beside another that is under way.
      if (isOpen(entry) && entry?.intent?.id !== intent.id) return this.late(intent.quote, hash)
      // Of another hash the service knows nothing yet, whatever it was told of the one that it replaces.
      const told = entry?.hash === hash ? entry : { former: entry?.former, late: entry?.late }
      write(chargeId, { ...told, intent, hash })
    },
    late({ chargeId, chainId, token }, hash, named = false) {
      const entry = read(chargeId)
      const { late = [] } = entry ?? {}
      if (entry?.hash === hash || late.some((one) => one.hash === hash)) return
      write(chargeId, {
        ...entry,
        late: [...late, { hash, chainId, token: token.address, ...(named && { named }) }],
      })
    },
    note(intent) {
      const { chargeId } = intent.quote
      const entry = read(chargeId)
      if (entry?.intent?.id === intent.id) write(chargeId, { ...entry, intent })
    },
    recorded(chargeId, hash) {
      const entry = read(chargeId)
      if (entry?.hash === hash) write(chargeId, { ...entry, recorded: true })
      else if (entry?.late?.some((one) => one.hash === hash)) {
        const isNamed = entry.late.some((one) => one.hash === hash && one.named)
        if (!isNamed) return this.forgetLate(chargeId, hash)
        // What the payer named is followed by the next page, too, until the service has decided.
        const mark = (one: Late) => (one.hash === hash ? { ...one, recorded: true } : one)
        write(chargeId, { ...entry, late: entry.late.map(mark) })
      }
    },
    forgetLate(chargeId, hash) {
      const entry = read(chargeId)
      if (!entry?.late?.some((one) => one.hash === hash)) return
      const late = entry.late.filter((one) => one.hash !== hash)
      const { intent, done, former } = entry
      // Nothing else is known of the charge: the next page need not look.
      if (late.length === 0 && !intent && done === undefined && !former?.length) forget(chargeId)
      else write(chargeId, { ...entry, late })
    },
    done(chargeId, hash) {
      try {
        const entry = legible(() => read(chargeId))
        // Paid is paid: of two transfers that both did it, the first one's receipt stays.
        if (entry?.done !== undefined && entry.hash) return false
        const late = entry?.late?.filter((one) => one.hash !== hash)
        write(chargeId, { ...entry, late, hash, recorded: true, done: now() })
        return true
      } finally {
        locks.release(entryKey(chargeId))
      }
    },
    close(chargeId, intentId, hash) {
      try {
        const entry = read(chargeId)
        const former = [...(entry?.former ?? []), ...(hash ? [hash] : [])]
        // A receipt ends only for its own hash: a stale tab that gives the intent up knows nothing of it.
        const stands =
          entry?.done === undefined
            ? isOpen(entry) && entry?.intent?.id !== intentId
            : (entry.hash || undefined) !== (hash || undefined) || hash === undefined
        if (stands) return hash ? write(chargeId, { ...entry, former }) : undefined
        if (former.length > 0 || entry?.late) write(chargeId, { former, late: entry?.late })
        else if (entry) forget(chargeId)
      } finally {
        locks.release(entryKey(chargeId))
      }
    },
  }
}

/** Writes, and looks whether it was written: some browsers take a write and keep nothing. */
function store(storage: () => Storage, key: string, text: string) {
  attempt(() => {
    try {
      storage().setItem(key, text)
    } catch {
      // Full: receipts of long ago make room for a payment of now.
      prune(storage(), isSettled)
      storage().setItem(key, text)
    }
  })
  if (peek(storage, key) !== text) throw unavailable()
}

/** Forgets the entries whose text says that they may go, and the orders of charges that nothing is known of any more. */
function prune(storage: Storage, mayGo: (text: string) => boolean) {
  const keys = Object.keys(storage).filter((key) => key.startsWith(entryKey('')))
  const isOrder = (key: string) => key.startsWith(orderKey(''))
  for (const key of keys) {
    if (!isOrder(key) && mayGo(storage.getItem(key) ?? '')) storage.removeItem(key)
  }
  for (const key of keys.filter(isOrder)) {
    const { chargeId = '' } = readOrder(storage.getItem(key)) ?? {}
    if (storage.getItem(entryKey(chargeId)) === null) storage.removeItem(key)
  }
}

/** True for a settled payment that the charge did not show yet when this intent was made: another tab has paid. */
function isNews({ hash, done }: Entry, { known = [] }: Intent): boolean {
  const same = (one: string) => one.toLowerCase() === hash?.toLowerCase()
  return done !== undefined && !known.some(same)
}

function isSettled(text: string): boolean {
  const entry = legible(() => readEntry(text))
  return entry !== undefined && !isOpen(entry) && !entry.late?.length
}

/** An entry, or none where it cannot be read. */
function legible(read: () => Entry | undefined): Entry | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw unavailable(cause)
  }
}

function unavailable(cause?: unknown): PayError {
  const text =
    'This browser stores nothing for this page, so a payment could be lost if the page closes. Allow storage and try again.'
  return new PayError('storage_unavailable', text, { cause, retryable: true })
}

function bigintsAsText(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}
