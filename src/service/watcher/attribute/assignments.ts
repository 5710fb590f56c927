import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import type { Assignment } from '../../payments/credit.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { WatcherContext } from '../context.ts'

/**
 * Reads the merchant's decisions about a transaction, oldest first. A decision is ignored if another account holds the address: the
 * money is that account's.
 */
export async function readAssignments(
  { store }: Pick<WatcherContext, 'store'>,
  { chainId, reports }: { chainId: number; reports: readonly ReportRecord[] },
  charges: readonly ChargeRecord[],
): Promise<readonly Assignment[]> {
  const assignments: Assignment[] = []
  const byTime = reports.toSorted((a, b) => +a.createdAt - +b.createdAt)
  for (const { chargeId, assignedBy } of byTime) {
    const charge = charges.find(({ id }) => id === chargeId)
    if (!charge || !assignedBy) continue
    const quotes = listQuotes(charge).filter((quote) => quote.chainId === chainId)
    const decides = await Promise.all(
      quotes.map((quote) => store.isHolder(charge.accountId, quote)),
    )
    if (decides.every(Boolean)) assignments.push({ chargeId, author: assignedBy })
  }
  return assignments
}
