import { routes } from '../../api/routes/routes.ts'
import type { ReducedCharge } from '../../api/schemas/charges/charge.ts'
import type { UnmatchedPayment } from '../../api/schemas/unmatched.ts'
import type { DeskCall } from './call.ts'
import type { SuggestedMoney } from './pages/unmatched/suggestion.ts'

/** Loads the charges that unmatched transfers may be for: the likeliest of each. */
export async function loadSuggestions(
  call: DeskCall,
  payments: readonly UnmatchedPayment[],
): Promise<SuggestedMoney[]> {
  return await Promise.all(payments.map(({ uuid }) => loadSuggested(call, uuid, 1)))
}

/** Loads one unmatched transfer with so many of the charges that it may be for; an assigned one with its own. */
export async function loadSuggested(
  call: DeskCall,
  uuid: string,
  count: number,
): Promise<SuggestedMoney> {
  const payment = await call(routes.getUnmatched, { params: { uuid } })
  const suggestions =
    payment.status === 'ASSIGNED' && payment.chargeUuid
      ? [{ chargeUuid: payment.chargeUuid, reasons: [], strong: false }]
      : payment.suggestions
  const charges = await Promise.all(
    suggestions.slice(0, count).map(async ({ chargeUuid, reasons, strong }) => ({
      charge: await loadCharge(call, chargeUuid),
      reasons,
      isStrong: strong,
    })),
  )
  return { payment, charges }
}

async function loadCharge(call: DeskCall, id: string): Promise<ReducedCharge> {
  return (await call(routes.getCharge, { params: { id } })).data
}
