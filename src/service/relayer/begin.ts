import type { BeginResult, PayerFunds, RelayCounts, RelayLimit, RelayRecord } from './records.ts'
import { hasShareLeft, type RelayShare } from './rules.ts'

// Whether the relayer begins with an authorization. Each rule is checked under the lock that its facts were read under: that of the
// charge, then the payer's, then that of the relayer's account. A call that one rule refuses does not wait for the later locks.

/** The answer to a call that begins nothing. */
export type RelayRefusal = Exclude<BeginResult, { outcome: 'begun' }>

/** Returns how a charge answers an authorization that it has already, or while another one is in progress; undefined otherwise. */
export function findChargeRefusal(
  known: RelayRecord | undefined,
  isOtherUnderWay: boolean,
): RelayRefusal | undefined {
  if (known && known.status !== 'FAILED') return { outcome: 'known', relay: known }
  return isOtherUnderWay ? { outcome: 'busy' } : undefined
}

/**
 * Returns whether a payer's balance covers an authorization together with all of the payer's authorizations in progress: each alone
 * would pass the token's simulation, and all but the first would cost a fee for nothing.
 *
 * @param underWay base units
 */
export function isCovered(
  { value }: Pick<RelayRecord, 'value'>,
  underWay: bigint,
  { balance }: Pick<PayerFunds, 'balance'>,
): boolean {
  return underWay + value <= balance
}

/** The transactions sent in the last hour, and the open slots of the relayer's account. */
export interface CountedRelays extends RelayShare {
  ofPayer: number
  open: number
}

/** Returns the hourly or per-account limit that keeps an authorization from being sent now; undefined for none. */
export function findReachedLimit(
  counted: CountedRelays | undefined,
  { perAccount, total, openSlots }: RelayCounts,
): RelayLimit | undefined {
  if (!counted || counted.ofPayer >= perAccount || !hasShareLeft(counted, total)) return 'hour'
  return counted.open >= openSlots ? 'slots' : undefined
}
