// Every write of the journal is in this one file, so that the rules can be compared.
import type { Intent } from '../../../checkout/ports/intent.ts'
import type { Journal, JournalEntry, UnreportedHash } from '../../../checkout/ports/journal.ts'
import { storageBlockedText } from '../../../checkout/ports/journal.ts'
import { isUnresolved } from '../../../checkout/quote/settlement.ts'
import { type FailureDetails, PayError } from '../../../errors.ts'
import { getEntryKey, getOrderKey, parseStoredOrder, readItem } from '../../first/order-storage.ts'
import { entryVersion, parseEntry } from './journal-entry.ts'
import { createLocks } from './locks.ts'

/**
 * Creates a journal in localStorage, which survives the end of tab and browser. Each charge has one Web Lock, so that
 * only one tab pays.
 */
export function createJournal(
  getStorage: () => Storage,
  lockManager: LockManager | undefined,
  now: () => number = Date.now,
): Journal {
  const locks = createLocks(lockManager)
  /** Entries that the storage did not accept, of payers who pay anyway. They last as long as the page. */
  const memoryEntries = new Map<string, string>()
  /** Entries that this page has written, in case the storage is blocked later while the page is open. */
  const writtenEntries = new Map<string, string>()

  const readStored = (chargeId: string): string | null => {
    try {
      return getStorage().getItem(getEntryKey(chargeId))
    } catch {
      return writtenEntries.get(chargeId) ?? null
    }
  }
  const read = (chargeId: string): JournalEntry | undefined => {
    const storedEntry = readStored(chargeId)
    // An entry in this page's memory must not hide a receipt that another tab has written since.
    if (
      memoryEntries.has(chargeId) &&
      storedEntry !== null &&
      tryRead(() => parseEntry(storedEntry, chargeId))?.settledAt !== undefined
    )
      memoryEntries.delete(chargeId)
    const text = memoryEntries.get(chargeId) ?? storedEntry
    return text === null ? undefined : parseEntry(text, chargeId)
  }
  /**
   * Returns whether the storage holds an unresolved intent of another tab, written after it refused the entry that
   * this page keeps in memory.
   */
  const hasOtherTabsIntent = (chargeId: string, intent: Intent | undefined) => {
    const storedEntry = memoryEntries.has(chargeId) ? readStored(chargeId) : null
    const entry =
      storedEntry === null ? undefined : tryRead(() => parseEntry(storedEntry, chargeId))
    return isUnresolved(entry) && entry?.intent?.id !== intent?.id
  }
  const write = (
    chargeId: string,
    entry: JournalEntry,
    hasConsented = memoryEntries.has(chargeId),
  ) => {
    const text = JSON.stringify({ version: entryVersion, ...entry }, stringifyBigint)
    if (hasOtherTabsIntent(chargeId, entry.intent)) return void memoryEntries.set(chargeId, text)
    try {
      writeVerified(getStorage, getEntryKey(chargeId), text)
      writtenEntries.set(chargeId, text)
      memoryEntries.delete(chargeId)
    } catch (cause) {
      if (!hasConsented) throw cause
      memoryEntries.set(chargeId, text)
    }
  }
  const removeEntry = (chargeId: string) => {
    const memoryText = memoryEntries.get(chargeId)
    const isOtherTabs =
      memoryText !== undefined &&
      hasOtherTabsIntent(chargeId, tryRead(() => parseEntry(memoryText, chargeId))?.intent)
    memoryEntries.delete(chargeId)
    writtenEntries.delete(chargeId)
    if (!isOtherTabs) withStorageErrors(() => getStorage().removeItem(getEntryKey(chargeId)))
  }

  return {
    read,
    async writeIntent(intent, hasConsented = false) {
      const { chargeId } = intent.quote
      if (!(await locks.tryAcquire(getEntryKey(chargeId)))) return false
      let wasWritten = false
      try {
        const previousEntry = hasConsented ? tryRead(() => read(chargeId)) : read(chargeId)
        if (
          previousEntry &&
          (isUnresolved(previousEntry) || wasPaidMeanwhile(previousEntry, intent))
        )
          return false
        write(
          chargeId,
          {
            intent,
            ...pickBesideIntent(previousEntry),
          },
          hasConsented,
        )
        wasWritten = true
        return true
      } finally {
        if (!wasWritten) locks.release(getEntryKey(chargeId))
      }
    },
    acquireLock: (chargeId) => locks.tryAcquire(getEntryKey(chargeId)),
    waitForLock: (chargeId, signal) => locks.acquire(getEntryKey(chargeId), signal),
    releaseLock: (chargeId) => locks.release(getEntryKey(chargeId)),
    writeHash(intent, hash) {
      const { chargeId } = intent.quote
      const entry = read(chargeId)
      // A receipt is kept unchanged, and the other hash is reported to the service as well.
      if (entry?.settledAt !== undefined) return this.addUnreportedHash(intent.quote, hash)
      // An intent that the payer abandoned gets its hash back, or is kept in addition to another intent in progress.
      if (isUnresolved(entry) && entry?.intent?.id !== intent.id)
        return this.addUnreportedHash(intent.quote, hash)
      // The service does not know a new hash yet, even if the hash that it replaces was already recorded.
      const previousFields: Partial<JournalEntry> =
        entry?.hash === hash ? entry : pickBesideIntent(entry)
      write(chargeId, { ...previousFields, intent, hash })
    },
    addUnreportedHash({ chargeId, chainId, token }, hash, isSubmitted = false) {
      const entry = read(chargeId)
      const { unreportedHashes = [] } = entry ?? {}
      if (entry?.hash === hash || unreportedHashes.some((transaction) => transaction.hash === hash))
        return
      write(chargeId, {
        ...entry,
        unreportedHashes: [
          ...unreportedHashes,
          {
            hash,
            chainId,
            token: token.address,
            ...(isSubmitted && { wasSubmitted: isSubmitted }),
          },
        ],
      })
    },
    updateIntent(intent) {
      const { chargeId } = intent.quote
      const entry = read(chargeId)
      if (entry?.intent?.id === intent.id) write(chargeId, { ...entry, intent })
    },
    writeMisdirection(intent, hash, misdirection) {
      const { chargeId } = intent.quote
      try {
        const entry = read(chargeId)
        if (isUnresolved(entry) && entry?.intent?.id !== intent.id) return
        // One that was settled meanwhile is a receipt.
        if (entry?.settledAt === undefined)
          write(chargeId, { ...entry, intent, hash, misdirection })
      } finally {
        locks.release(getEntryKey(chargeId))
      }
    },
    markAwaited(chargeId) {
      write(chargeId, { ...read(chargeId), isAwaited: true })
    },
    markRecorded(chargeId, hash) {
      const entry = read(chargeId)
      if (entry?.hash === hash) write(chargeId, { ...entry, isRecorded: true })
      else if (entry?.unreportedHashes?.some((transaction) => transaction.hash === hash)) {
        const wasSubmittedByPayer = entry.unreportedHashes.some(
          (transaction) => transaction.hash === hash && transaction.wasSubmitted,
        )
        if (!wasSubmittedByPayer) return this.removeUnreportedHash(chargeId, hash)
        // A hash that the payer entered is also followed by the next page, until the service has decided.
        const markIfSame = (transaction: UnreportedHash): UnreportedHash =>
          transaction.hash === hash ? { ...transaction, isRecorded: true } : transaction
        write(chargeId, { ...entry, unreportedHashes: entry.unreportedHashes.map(markIfSame) })
      }
    },
    removeUnreportedHash(chargeId, hash) {
      const entry = read(chargeId)
      if (!entry?.unreportedHashes?.some((transaction) => transaction.hash === hash)) return
      const unreportedHashes = entry.unreportedHashes.filter(
        (transaction) => transaction.hash !== hash,
      )
      const { intent, settledAt, abandonedHashes, isAwaited, refused } = entry
      // Nothing else is known about the charge, so the next page does not have to search.
      if (
        unreportedHashes.length === 0 &&
        !intent &&
        settledAt === undefined &&
        !isAwaited &&
        !refused &&
        !abandonedHashes?.length
      )
        removeEntry(chargeId)
      else write(chargeId, { ...entry, unreportedHashes })
    },
    markSettled(chargeId, hash) {
      try {
        const entry = tryRead(() => read(chargeId))
        // When two transfers have both paid the charge, the receipt of the first one is kept.
        if (entry?.settledAt !== undefined && entry.hash) return false
        const unreportedHashes = entry?.unreportedHashes?.filter(
          (transaction) => transaction.hash !== hash,
        )
        write(chargeId, { ...entry, unreportedHashes, hash, isRecorded: true, settledAt: now() })
        return true
      } finally {
        locks.release(getEntryKey(chargeId))
      }
    },
    close(chargeId, intentId, hash, refused) {
      try {
        const entry = read(chargeId)
        const abandonedHashes = [...(entry?.abandonedHashes ?? []), ...(hash ? [hash] : [])]
        // A receipt is removed only for its own hash: an outdated tab that abandons the intent does not know of the
        // receipt.
        const belongsToOther =
          entry?.settledAt === undefined
            ? isUnresolved(entry) && entry?.intent?.id !== intentId
            : (entry.hash || undefined) !== (hash || undefined) || hash === undefined
        if (belongsToOther) return hash ? write(chargeId, { ...entry, abandonedHashes }) : undefined
        const kept = { ...pickBesideIntent(entry), abandonedHashes, ...(refused && { refused }) }
        if (abandonedHashes.length > 0 || kept.unreportedHashes || kept.isAwaited || kept.refused)
          write(chargeId, kept)
        else if (entry) removeEntry(chargeId)
      } finally {
        locks.release(getEntryKey(chargeId))
      }
    },
  }
}

/** Returns the fields that an entry keeps when its intent ends, or another one begins. */
function pickBesideIntent(entry: JournalEntry | undefined): JournalEntry {
  const { abandonedHashes, unreportedHashes, isAwaited, refused } = entry ?? {}
  return { abandonedHashes, unreportedHashes, isAwaited, refused }
}

/**
 * Writes an item and verifies it: some browsers accept a write and keep nothing. @throws PayError
 * `storage_unavailable`
 */
function writeVerified(getStorage: () => Storage, key: string, text: string) {
  withStorageErrors(() => {
    try {
      getStorage().setItem(key, text)
    } catch {
      // The storage is full: settled entries are removed to make room for a current payment.
      pruneStorage(getStorage(), isSettled)
      getStorage().setItem(key, text)
    }
  })
  if (readItem(getStorage, key) !== text) throw createStorageError()
}

/** Removes the entries that `canDelete` accepts, and then the orders whose charge has no entry left. */
function pruneStorage(storage: Storage, canDelete: (text: string) => boolean) {
  const keys = Object.keys(storage).filter((key) => key.startsWith(getEntryKey('')))
  const isOrder = (key: string) => key.startsWith(getOrderKey(''))
  for (const key of keys) {
    if (!isOrder(key) && canDelete(storage.getItem(key) ?? '')) storage.removeItem(key)
  }
  for (const key of keys.filter(isOrder)) {
    const { chargeId = '' } = parseStoredOrder(storage.getItem(key)) ?? {}
    if (storage.getItem(getEntryKey(chargeId)) === null) storage.removeItem(key)
  }
}

/**
 * Returns whether an entry is a settled payment that the charge did not list yet when this intent was created:
 * another tab has paid meanwhile.
 */
function wasPaidMeanwhile(
  { hash, settledAt }: JournalEntry,
  { earlierHashes = [] }: Intent,
): boolean {
  const isSameHash = (otherHash: string) => otherHash.toLowerCase() === hash?.toLowerCase()
  return settledAt !== undefined && !earlierHashes.some(isSameHash)
}

function isSettled(text: string): boolean {
  const entry = tryRead(() => parseEntry(text))
  return (
    entry !== undefined && !isUnresolved(entry) && !entry.unreportedHashes?.length && !entry.refused
  )
}

/** Returns an entry, or undefined where it cannot be read. */
function tryRead(read: () => JournalEntry | undefined): JournalEntry | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function withStorageErrors<T>(operation: () => T): T {
  try {
    return operation()
  } catch (cause) {
    throw createStorageError(cause)
  }
}

function createStorageError(cause?: unknown): PayError {
  const details = { kind: 'storage_blocked' } satisfies FailureDetails
  return new PayError('storage_unavailable', storageBlockedText, {
    cause,
    retryable: true,
    details,
  })
}

function stringifyBigint(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}
