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

/**
 * The charge that was created for an order, while this browser knows of a payment of it: a page that is opened again in
 * mid-payment goes on with that one. One that is paid counts only for whom comes back to it; anybody else buys anew, at
 * today's price.
 */
export function chargeOf(
  storage: () => Storage,
  order: string,
  comesBack: boolean,
): string | undefined {
  const chargeId = peek(storage, orderKey(order))
  const entry = chargeId && peek(storage, entryKey(chargeId))
  return entry && (comesBack || !entry.includes('"done":')) ? chargeId : undefined
}

/** Remembers which charge an order created. */
export function keepOrder(storage: () => Storage, order: string, chargeId: string) {
  try {
    storage().setItem(orderKey(order), chargeId)
  } catch {
    // Said before any transfer: the journal writes to the same storage first, and throws.
  }
}
