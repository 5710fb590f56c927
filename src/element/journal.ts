import type { Entry, Intent, Journal } from '../checkout/ports.ts'
import { PayError } from '../errors.ts'
import { entryKey, peek } from './order-book.ts'

/** The form below. A page that finds another number leaves the entry alone and says so. */
const version = 1

/** A journal in localStorage, which outlives tab and browser, with one Web Lock a charge so that one tab pays. */
export function createJournal(storage: () => Storage, locks: LockManager | undefined): Journal {
  const held = new Map<string, () => void>()

  const read = (chargeId: string): Entry | undefined => {
    const text = peek(storage, entryKey(chargeId))
    return text === null ? undefined : parse(text)
  }
  const write = (chargeId: string, entry: Entry) => {
    const text = JSON.stringify({ version, ...entry }, bigintsAsText)
    attempt(() => storage().setItem(entryKey(chargeId), text))
    // Some browsers take a write and keep nothing. What is not there afterwards was not written.
    if (peek(storage, entryKey(chargeId)) !== text) throw unavailable()
  }
  const change = (chargeId: string, part: Partial<Entry>) => {
    const entry = read(chargeId)
    if (entry) write(chargeId, { ...entry, ...part })
  }

  return {
    read,
    async open(intent: Intent) {
      const { chargeId } = intent.quote
      const release = await take(locks, entryKey(chargeId))
      if (!release) return false
      try {
        if (read(chargeId)) {
          release()
          return false
        }
        write(chargeId, { intent })
      } catch (cause) {
        release()
        throw cause
      }
      held.set(chargeId, release)
      return true
    },
    hash(intent, hash) {
      const { chargeId } = intent.quote
      const entry = read(chargeId)
      if (!entry || entry.intent.id === intent.id) write(chargeId, { ...entry, intent, hash })
    },
    recorded: (chargeId) => change(chargeId, { recorded: true }),
    close(chargeId, intentId) {
      try {
        const another = intentId !== undefined && read(chargeId)?.intent.id !== intentId
        if (!another) attempt(() => storage().removeItem(entryKey(chargeId)))
      } finally {
        held.get(chargeId)?.()
        held.delete(chargeId)
      }
    },
  }
}

/** Takes a lock without waiting. Undefined: another tab has it. */
function take(locks: LockManager | undefined, name: string): Promise<(() => void) | undefined> {
  // Without Web Locks (a page that is not a secure context) the journal's own entry is the guard.
  if (!locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
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

function parse(text: string): Entry {
  try {
    const { version: found, intent, hash, recorded } = JSON.parse(text)
    if (found !== version) throw new TypeError(`version ${found}`)
    const { quote } = intent
    return {
      intent: {
        ...intent,
        block: BigInt(intent.block),
        quote: { ...quote, amount: BigInt(quote.amount) },
      },
      ...(hash !== undefined && { hash: String(hash) }),
      ...(recorded && { recorded: true }),
    }
  } catch (cause) {
    const message =
      'The note of an earlier payment cannot be read. Ask the shop before you pay again.'
    throw new PayError('storage_unavailable', message, { cause })
  }
}
