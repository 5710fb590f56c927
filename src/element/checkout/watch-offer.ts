import { sleep } from '../../api/client/timing.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { getRefreshTime } from '../../checkout/quote/refresh-time.ts'
import { getEntryKey, hasJournalEntry } from '../first/order-storage.ts'

/** The handlers of the events that make an offer on the screen stale. */
interface StaleOfferHandlers {
  /** Another tab is paying the charge. */
  onPaidElsewhere: () => void
  /** The charge has expired, or its price is no longer valid. */
  onOutdated: () => void
}

/** Watches an offer that is on the screen, before the complete checkout runs. */
export function watchOffer(
  option: PaymentOption,
  getStorage: () => Storage,
  signal: AbortSignal,
  { onPaidElsewhere, onOutdated }: StaleOfferHandlers,
) {
  const { id } = option.charge
  // Another tab that writes an entry for this charge is paying it. It may have done so while this code was loading.
  if (hasJournalEntry(getStorage, id)) return onPaidElsewhere()
  addEventListener('storage', ({ key }) => key === getEntryKey(id) && onPaidElsewhere(), { signal })
  const delayMs = getRefreshTime(option) - Date.now()
  // A time in the past means a wrong clock, which must not end a charge. A timer holds at most 2^31 ms, about 25 days.
  if (!(delayMs > 0 && delayMs < 2 ** 31)) return
  sleep(delayMs, signal).then(onOutdated, () => undefined)
}
