import { buildCallUrl } from '../../api/client/call-url.ts'
import { sleep } from '../../api/client/timing.ts'
import { expandRequestCharge, freshParameter } from '../../api/routes/checkout-charge-url.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { getRefreshTime } from '../../checkout/quote/refresh-time.ts'
import type { CheckoutEvent } from '../../checkout/state.ts'
import { decideFirstState } from '../../checkout/transitions/open-charge.ts'
import type { ElementSettings } from '../attributes.ts'
import type { Session } from '../first/context.ts'
import { getEntryKey, hasJournalEntry } from '../first/order-storage.ts'
import { guardPayButton } from './views/card/click-guard.ts'
import { onceNearScreen } from './views/card/near-screen.ts'

/** What a session does for its offer. */
interface OfferActions {
  /** Loads the offer again. */
  loadAgain(): Promise<readonly [PaymentOption, ...unknown[]]>
  dispatch(event: CheckoutEvent): void
  /** Lets the complete checkout continue with an event. */
  handOver(event: CheckoutEvent): Promise<void>
}

/**
 * Attends to an offer that is on the screen, before the complete checkout runs. The button is guarded immediately: one outside the
 * screen may be moved under a pointer. The styles of the later screens and the palette are applied once an element is near the
 * screen, or rendered again: a page may have a hundred elements.
 */
export async function attendOffer(
  session: Session,
  option: PaymentOption,
  signal: AbortSignal,
  actions: OfferActions,
): Promise<void> {
  for (const { element, requestUpdate } of session.contexts) {
    const { shadowRoot } = element
    if (!shadowRoot) continue
    guardPayButton(shadowRoot)
    onceNearScreen(shadowRoot, signal, requestUpdate)
  }
  if (signal.aborted) return
  watchOffer(session, option, signal, actions)
  await replaceReusedReply(session, signal, actions)
}

/** Watches whether another tab pays the charge, or its price or the charge itself ends. */
function watchOffer(
  { activeContext }: Session,
  option: PaymentOption,
  signal: AbortSignal,
  { dispatch, handOver }: OfferActions,
) {
  const { id } = option.charge
  const onPaidElsewhere = () => dispatch({ type: 'fetched', option })
  // Another tab that writes an entry for this charge is paying it. It may have done so while this code was loading.
  if (hasJournalEntry(activeContext.getStorage, id)) return onPaidElsewhere()
  addEventListener('storage', ({ key }) => key === getEntryKey(id) && onPaidElsewhere(), { signal })
  const delayMs = getRefreshTime(option) - Date.now()
  // A time in the past means a wrong clock, which must not end a charge. A timer holds at most 2^31 ms, about 25 days.
  if (!(delayMs > 0 && delayMs < 2 ** 31)) return
  sleep(delayMs, signal).then(
    () => handOver({ type: 'start' }),
    () => undefined,
  )
}

/**
 * Loads the charge again after its reply came from the browser's cache: then it is the one of a page that was open
 * some seconds ago, and the charge may be paid by now.
 */
async function replaceReusedReply(
  session: Session,
  signal: AbortSignal,
  { loadAgain, handOver }: OfferActions,
): Promise<void> {
  const { state, source } = session
  if (!isReplyReused(source.settings)) return
  const [option] = await loadAgain()
  if (signal.aborted || session.state !== state || decideFirstState(option, false)) return
  // The old reply is not treated as seen: a payer who comes back to a paid charge is not redirected again.
  session.show({ step: 'loading' })
  await handOver({ type: 'fetched', option })
}

/**
 * Returns whether the reply with the settings' charge came from the browser's cache (Resource Timing, transferSize)
 * without being preloaded by this page. Of a proxy of another origin this is only known where it allows it, which ours
 * does (Timing-Allow-Origin); of any other one it is assumed.
 */
export function isReplyReused({ proxy, chargeId }: ElementSettings): boolean {
  if (!chargeId) return false
  const input = { params: { id: chargeId }, query: expandRequestCharge }
  const url = new URL(buildCallUrl(proxy, getCheckoutCharge, input), document.baseURI)
  // A later request with the parameter `fresh` counts too: it shows that the reply is not a reused one.
  const isOfCharge = ({ name }: PerformanceEntry) =>
    name === url.href || name.startsWith(`${url.href}&${freshParameter}=`)
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const entries = resources.filter(isOfCharge)
  return entries.length > 0 && entries.every(({ transferSize }) => transferSize === 0)
}
