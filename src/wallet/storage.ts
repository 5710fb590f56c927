/** The wallet and the token of a payer's last visit. A loss of either costs a click, not money. */
export type RememberedItem = 'last-wallet' | 'last-token'

const getKey = (item: RememberedItem) => `pay-charge.${item}`

/** Reads an item. Undefined also where the page may store nothing: some browsers throw on the mere access. */
export function recall(item: RememberedItem): string | undefined {
  try {
    return localStorage.getItem(getKey(item)) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes an item, if the page may store anything. */
export function remember(item: RememberedItem, value: string): void {
  try {
    localStorage.setItem(getKey(item), value)
  } catch {
    // The payer chooses again the next time.
  }
}
