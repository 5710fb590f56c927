import type { Quote } from '../quote/payment-option.ts'
import type { Intent, Misdirection } from './intent.ts'

/** The journal's entry for a charge. */
export interface JournalEntry {
  /** The transfer that was requested; absent if this browser has none for the charge. */
  intent?: Intent | undefined
  hash?: string | undefined
  isRecorded?: boolean | undefined
  /** The transfer, if the transaction pays another address. No other payment may start here then. */
  misdirection?: Misdirection | undefined
  /** When it was settled as paid, in Unix milliseconds. Such an entry is a receipt and does not prevent a payment. */
  settledAt?: number | undefined
  /** Hashes that pay nothing, or that the payer has abandoned. */
  abandonedHashes?: readonly string[] | undefined
  /** Other hashes, or hashes that came after it was settled. They are reported to the service too. */
  unreportedHashes?: readonly UnreportedHash[] | undefined
  /** Whether the payer was shown where to send the payment from another wallet, and may have sent it since. */
  isAwaited?: boolean | undefined
  /**
   * A signed authorization that was posted and that the token refuses. The signature may have been kept, so the token is asked
   * again before another payment begins. The refused intent alone does not prevent one.
   */
  refused?: Intent | undefined
}

/** A hash that the service does not know yet, with the chain and token address of its transfer. */
export interface UnreportedHash {
  hash: string
  chainId: number
  token: string
  /** Whether the payer submitted it. It is then followed until the service has decided. */
  wasSubmitted?: boolean | undefined
  /** Whether the service has recorded it. It is then kept only if the payer submitted it. */
  isRecorded?: boolean | undefined
}

/** What a payer reads where the browser keeps the page from storing anything. */
export const storageBlockedText =
  'This browser doesn’t let this page save data, so your payment can’t be resumed if the page closes. Allow storage for this site.'

/** The port to the journal, which outlives the page. Each charge has one lock, which only one tab can hold. */
export interface Journal {
  /**
   * Reads the entry of a charge.
   *
   * @throws PayError `storage_unavailable` for an entry that cannot be read
   */
  read(chargeId: string): JournalEntry | undefined
  /**
   * Writes an intent and takes the charge's lock.
   *
   * @param hasConsented whether the payer continues although the browser cannot store anything: then the entry is kept
   * in the page's memory, and an unreadable entry is overwritten
   * @returns false when another tab holds the lock, or when the entry has an unresolved intent, or a settled one that
   * the payer has not seen: then nothing may be sent
   * @throws PayError `storage_unavailable`
   */
  writeIntent(intent: Intent, hasConsented?: boolean): Promise<boolean>
  /** Takes the lock to resume a payment of an earlier page. Returns false if another tab holds it. */
  acquireLock(chargeId: string): Promise<boolean>
  /** Waits until the tab that holds the lock is closed or has finished. Rejects when the signal is aborted. */
  waitForLock(chargeId: string, signal: AbortSignal): Promise<void>
  /** Releases the lock of a charge that has nothing unresolved. */
  releaseLock(chargeId: string): void
  /**
   * Writes the hash of an intent, also if the intent was abandoned. In an entry of another intent, or a settled one, it
   * is added as an unreported hash.
   */
  writeHash(intent: Intent, hash: string): void
  /**
   * Adds a hash to the entry's own. It is kept until the service has answered; one that the payer submitted, until the service has
   * decided.
   */
  addUnreportedHash(quote: Quote, hash: string, isSubmitted?: boolean): void
  /** Updates the intent of an entry. An entry of another intent is left unchanged. */
  updateIntent(intent: Intent): void
  /**
   * Writes that the hash of an intent pays another address, or with undefined that it does not, and releases the charge's lock: the
   * other tabs then show the same. An unresolved entry of another intent is left unchanged.
   */
  writeMisdirection(intent: Intent, hash: string, misdirection: Misdirection | undefined): void
  /** Writes that the payer may send the payment from another wallet. */
  markAwaited(chargeId: string): void
  /** Marks a hash as recorded by the service, the entry's own or an unreported one. */
  markRecorded(chargeId: string, hash: string): void
  /** Removes an unreported hash on which the service has decided, or which it rejects. */
  removeUnreportedHash(chargeId: string, hash: string): void
  /**
   * Keeps a settled payment as a receipt and releases the lock. Returns false if any tab has settled the charge before.
   */
  markSettled(chargeId: string, hash: string): boolean
  /**
   * Ends an intent that is not paid and releases the charge's lock. An unresolved entry of another intent is left
   * unchanged, because a tab that holds the lock may have written it since. The hash is kept as an abandoned one.
   *
   * @param refused the intent, where its authorization was posted and the token refuses it
   */
  close(chargeId: string, intentId?: string, hash?: string, refused?: Intent): void
}
