import { callRoute } from '../../api/client/call.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import type { LinkOffer } from '../../api/schemas/link-offer.ts'
import { getChargeEndReason } from '../../checkout/transitions/open-charge.ts'
import { PayError } from '../../errors.ts'
import {
  type ChargeSource,
  createProxyTransport,
  isReturningPayer,
} from '../first/charge-source.ts'
import {
  getEntryKey,
  getOrderKey,
  parseStoredOrder,
  readItem,
  saveOrder,
} from '../first/order-storage.ts'

// The charge that this browser has opened by a link is remembered as those of orders are, so that a reload or another tab takes no
// second place.

/** Remembers the charge that this customer has opened. */
export function saveOwnCharge(source: ChargeSource, chargeId: string): void {
  const { settings, getStorage } = source
  saveOrder(getStorage, settings.proxy, { chargeId })
  saveCall(source, '')
}

const getCallKey = ({ settings }: ChargeSource) => `${getOrderKey(settings.proxy)} call`

/**
 * Remembers the key of a customer's click until its answer is there, so that a page that ends before that leaves no place taken by
 * nobody.
 *
 * @param key '' once the answer is there
 */
export function saveCall(source: ChargeSource, key: string): void {
  try {
    source.getStorage().setItem(getCallKey(source), key)
  } catch {
    // Only this page knows it then.
  }
}

/** Returns the key of a click whose answer never came; undefined for none. */
export function readCall(source: ChargeSource): string | undefined {
  return readItem(source.getStorage, getCallKey(source)) || undefined
}

/** A charge that this browser has opened by a link. */
export interface OwnCharge {
  id: string
  /** Whether this browser knows of a payment of it that may be on its way: whatever the link offers, that comes first. */
  isBeingPaid: boolean
}

/** Returns the charge that this browser has opened by the link before; undefined for none. */
export function readOwnCharge({ settings, getStorage }: ChargeSource): OwnCharge | undefined {
  const id = parseStoredOrder(readItem(getStorage, getOrderKey(settings.proxy)))?.chargeId
  if (id === undefined) return undefined
  const entry = readItem(getStorage, getEntryKey(id))
  return { id, isBeingPaid: !!entry && !entry.includes('"settledAt":') }
}

/** Returns whether a customer goes on with the charge that they have opened before, in place of the offer. */
export async function isStillWanted(
  { settings, session, fetch }: ChargeSource,
  { id }: OwnCharge,
  offer: LinkOffer,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const transport = createProxyTransport(settings.proxy, fetch, 2)
    const { data } = await callRoute(transport, getCheckoutCharge, { params: { id }, signal })
    const { data: charge } = data
    if (getChargeEndReason(charge)) return false
    // A paid one is for who comes back to the page. For any other visit it is a new purchase, where there can be one.
    if (charge.status === 'COMPLETED') return !offer.is_open || isReturningPayer(session)
    // Where there is another place, customers may choose anew.
    return charge.status !== 'NEW' || !offer.is_open || offer.questions.length === 0
  } catch (cause) {
    // Deleted, since nobody paid it.
    if (cause instanceof PayError && cause.code === 'not_found') return false
    throw cause
  }
}
