/** Under which name the journal keeps a charge. */
export const entryKey = (chargeId: string) => `pay-charge:${chargeId}`
/** Under which name it keeps which charge an order created. */
export const orderKey = (order: string) => `pay-charge:order:${order}`

/** A storage that is closed to the page holds nothing of ours. Writing is what must not fail in silence. */
export function peek(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** True when an earlier page left something of the charge unresolved. */
export function inJournal(storage: () => Storage, chargeId: string): boolean {
  return peek(storage, entryKey(chargeId)) !== null
}

/** What is kept of an order: only where to look. Whether its charge is resumed says the proxy, by the binding. */
export interface StoredOrder {
  chargeId: string
  /** The proxy's word that this charge was made for this order. */
  binding?: string | undefined
  /** The charge that was made for the order before. */
  earlier?: string | undefined
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads what is kept of an order; undefined for nothing, and for what has not its form. */
export function readOrder(text: string | null): StoredOrder | undefined {
  try {
    const { chargeId, binding, earlier } = Object(JSON.parse(text ?? 'null'))
    if (!uuid.test(chargeId)) return undefined
    return {
      chargeId,
      // Visible ASCII: it goes into a header.
      ...(/^[!-~]{1,512}$/.test(binding) && { binding }),
      ...(uuid.test(earlier) && { earlier }),
    }
  } catch {
    return undefined
  }
}

/**
 * Returns what is kept of an order, while this browser knows of a payment of its charge: a page that is opened again in
 * mid-payment goes on with that one. One that is paid counts only for whom comes back to it; anybody else buys anew, at
 * today's price.
 */
export function storedOrder(
  storage: () => Storage,
  order: string,
  comesBack: boolean,
): StoredOrder | undefined {
  const stored = readOrder(peek(storage, orderKey(order)))
  const entry = stored && peek(storage, entryKey(stored.chargeId))
  return entry && (comesBack || !entry.includes('"done":')) ? stored : undefined
}

/** Remembers which charge an order created. */
export function keepOrder(storage: () => Storage, order: string, stored: StoredOrder) {
  try {
    storage().setItem(orderKey(order), JSON.stringify(stored))
  } catch {
    // Said before any transfer: the journal writes to the same storage first, and throws.
  }
}
