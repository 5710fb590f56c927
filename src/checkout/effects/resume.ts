import { PayError } from '../../errors.ts'
import type { JournalEntry } from '../ports/journal.ts'
import type { Ports } from '../ports/ports.ts'
import { listPaymentOptions } from '../quote/payment-assets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { hasPaymentFrom, isUnresolved } from '../quote/settlement.ts'
import type { CheckoutEvent } from '../state.ts'
import { readEntry } from './read-entry.ts'
import { refreshPrices } from './refresh-prices.ts'
import type { Run } from './run.ts'
import { type Dispatch, renew } from './wait.ts'

type Loaded = Extract<CheckoutEvent, { type: 'loaded' }>

/** Loads the charge. A load that was restarted in the meantime dispatches no event. */
export async function load(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  run: Run,
  shouldCreate?: boolean,
) {
  try {
    const option = await ports.proxy.load(signal, shouldCreate)
    if (!signal.aborted) await resume(ports, dispatch, signal, run, option)
  } catch (cause) {
    if (signal.aborted) return
    const chargeId = ports.proxy.getChargeId()
    dispatch({
      type: 'loadFailed',
      error: PayError.from(cause, 'service_failed'),
      // One that cannot be read is reported when there is a charge to pay.
      entry: chargeId === undefined ? undefined : readEntry(ports.journal, chargeId),
    })
  }
}

/** Resumes this browser's knowledge of a charge: its payment, with the lock if one is unresolved. */
export async function resume(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  run: Run,
  option: PaymentOption,
) {
  const { id } = option.charge
  const { journal } = ports
  const dispatchLoaded = (
    entry: JournalEntry | undefined,
    rest: Pick<Loaded, 'hasLock' | 'options' | 'previousEntry' | 'journalError'>,
  ) => {
    const chainId = entry?.intent?.quote.chainId ?? entry?.unreportedHashes?.[0]?.chainId
    dispatch({
      type: 'loaded',
      option,
      entry,
      requiredConfirmations: ports.getRequiredConfirmations(chainId ?? option.quote.chainId),
      isAwaited: run.awaited.has(id) || hasPaymentFrom(option, run.account?.address),
      ...rest,
    })
  }
  try {
    const hasTakenLock = isUnresolved(journal.read(id)) && (await journal.acquireLock(id))
    if (signal.aborted) return
    // The entry is read again, because the tab that had the lock may have changed it until now.
    const entry = journal.read(id)
    const hasLock = hasTakenLock && isUnresolved(entry)
    if (!isUnresolved(entry)) journal.releaseLock(id)
    const options = listOptions(ports, option)
    const previous = isUnresolved(entry) ? {} : await readPreviousEntry(ports, id)
    if (signal.aborted) return
    dispatchLoaded(entry, { hasLock, options, ...previous })
  } catch (cause) {
    if (signal.aborted) return
    const journalError = PayError.from(cause, 'storage_unavailable')
    dispatchLoaded(undefined, { hasLock: false, journalError })
  }
  // Listening starts when there is a screen, because a tab that is paying answers immediately.
  followOffer(ports, dispatch, run, id)
}

/** Listens to the other tabs of a charge and keeps its price fresh, and stops watching the previous one. */
export function followOffer(ports: Ports, dispatch: Dispatch, run: Run, chargeId: string) {
  run.stops.tabs?.()
  run.stops.tabs = ports.tabs.listen(chargeId, (tabStatus) =>
    dispatch({ type: 'tabUpdated', chargeId, tabStatus }),
  )
  run.refresh = renew(run.refresh)
  void refreshPrices(ports, dispatch, run.refresh.signal, () => run.state)
}

/**
 * Reads the unresolved entry of an earlier charge of the same order, which the merchant has replaced by this charge.
 * If it cannot be read, the error is reported, and this charge's own entry is used all the same.
 */
async function readPreviousEntry(
  { proxy, journal }: Ports,
  chargeId: string,
): Promise<{ previousEntry?: JournalEntry; journalError?: PayError }> {
  const previousChargeId = proxy.getPreviousChargeId()
  if (previousChargeId === undefined || previousChargeId === chargeId) return {}
  try {
    const entry = journal.read(previousChargeId)
    if (!entry || !isUnresolved(entry)) return {}
    await journal.acquireLock(previousChargeId)
    return { previousEntry: entry }
  } catch (cause) {
    return { journalError: PayError.from(cause, 'storage_unavailable') }
  }
}

/**
 * Returns the payment options to match an entry with. Invalid assets do not stop it: that error is shown when
 * connecting.
 */
function listOptions(ports: Ports, option: PaymentOption): PaymentOption[] {
  try {
    return listPaymentOptions(option, ports.getAcceptedAssets())
  } catch {
    return []
  }
}
