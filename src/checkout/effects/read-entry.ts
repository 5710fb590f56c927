import type { Journal, JournalEntry } from '../ports/journal.ts'

/** Reads the journal's entry of a charge. Undefined also for one that cannot be read. */
export function readEntry(journal: Journal, chargeId: string): JournalEntry | undefined {
  try {
    return journal.read(chargeId)
  } catch {
    return undefined
  }
}
