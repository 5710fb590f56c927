import { uuidPattern } from '../../api/formats.ts'

/** Returns the storage key of a charge's journal entry. */
export const getEntryKey = (chargeId: string) => `pay-charge:${chargeId}`
/** Returns the storage key of the charge that an order created. */
export const getOrderKey = (order: string) => `pay-charge:order:${order}`

/** Reads an item; null where the page has no access to the storage. Only a write must never fail silently. */
export function readItem(getStorage: () => Storage, key: string): string | null {
  try {
    return getStorage().getItem(key)
  } catch {
    return null
  }
}

/** Returns whether the storage holds a journal entry of the charge. */
export function hasJournalEntry(getStorage: () => Storage, chargeId: string): boolean {
  return readItem(getStorage, getEntryKey(chargeId)) !== null
}

/** A stored order. It only decides where to look: the proxy decides by the binding whether its charge is resumed. */
export interface StoredOrder {
  chargeId: string
  /** The proxy's proof that this charge was created for this order. */
  binding?: string | undefined
  /** The id of the charge that was created for the order before. */
  earlier?: string | undefined
}

/** Parses a stored order. Returns undefined where there is none, or where it is not valid. */
export function parseStoredOrder(text: string | null): StoredOrder | undefined {
  try {
    const { chargeId, binding, earlier } = Object(JSON.parse(text ?? 'null'))
    if (!uuidPattern.test(chargeId)) return undefined
    return {
      chargeId,
      // Visible ASCII only, because it is sent in a header.
      binding: /^[!-~]{1,512}$/.test(binding) ? binding : undefined,
      earlier: uuidPattern.test(earlier) ? earlier : undefined,
    }
  } catch {
    return undefined
  }
}

/**
 * Returns the stored order while this browser knows of a payment for its charge, so that a page that is opened again during a
 * payment continues with it. A paid charge counts only for payers who return to the page. For any other visit it is a new purchase,
 * at today's price.
 */
export function findStoredOrder(
  getStorage: () => Storage,
  order: string,
  isReturning: boolean,
): StoredOrder | undefined {
  const storedOrder = parseStoredOrder(readItem(getStorage, getOrderKey(order)))
  const entry = storedOrder && readItem(getStorage, getEntryKey(storedOrder.chargeId))
  return entry && (isReturning || !entry.includes('"settledAt":')) ? storedOrder : undefined
}

/** Stores which charge an order created. */
export function saveOrder(getStorage: () => Storage, order: string, storedOrder: StoredOrder) {
  try {
    getStorage().setItem(getOrderKey(order), JSON.stringify(storedOrder))
  } catch {
    // Reported before any transfer: the journal writes to the same storage before that, and throws.
  }
}
