import type { RouteInput, RouteOutput } from '../../../api/routes/route.ts'
import type { routes } from '../../../api/routes/routes.ts'
import type { AwaitedFinality } from '../../../api/schemas/charges/charge.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ServiceContext } from '../../http/context.ts'
import { findAwaitedFinality } from '../awaited-finality.ts'
import type { ChargeRecord } from '../records.ts'
import { toCardFields, toReducedCharge, toWaitingReport } from '../replies.ts'
import type { ChargeStore } from '../store/charges.ts'
import { refreshQuotes } from './fresh.ts'
import { createSignedRequestCharge } from './sign-quotes.ts'

/** The stores that these routes use. */
type Stores = ChargeStore

/**
 * Returns the reply of GET /charges/:id, with the request charge where the query asks for it: both of the same reading.
 *
 * @param options `isMerchant`: whether to add the fields for the charge's merchant alone
 */
export async function createChargeReply(
  context: ServiceContext<Stores>,
  storedCharge: ChargeRecord,
  account: MerchantAccount,
  { expand }: RouteInput<typeof routes.getCharge>['query'],
  options: { isMerchant?: boolean } = {},
): Promise<RouteOutput<typeof routes.getCharge>> {
  const charge = await refreshQuotes(context, storedCharge)
  const data = {
    ...toReducedCharge(charge, context.publicUrl, options),
    ...toCardFields(charge, account.brand),
    waiting_report: toWaitingReport(charge, Date.now()),
    finality: await readAwaitedFinality(context, charge),
  }
  if (!expand) return { data, warnings: [] }
  const request_charge = await createSignedRequestCharge(context, charge, account)
  return { data, warnings: [], request_charge }
}

/** Reads what the charge's pending payments wait for. Most charges have none, and cost no query. */
async function readAwaitedFinality(
  { store, finalityAboveUsd }: ServiceContext<Stores>,
  charge: ChargeRecord,
): Promise<AwaitedFinality | null> {
  if (charge.payments.every(({ status }) => status !== 'PENDING')) return null
  return findAwaitedFinality(charge, await store.listPendingTransfers(charge.id), finalityAboveUsd)
}
