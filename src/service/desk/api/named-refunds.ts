import type * as z from 'zod/mini'
import type { OrderStore } from '../../charges/store/orders.ts'
import type { RefundRecord } from '../../refunds/records.ts'
import { toListedRefund } from '../../refunds/replies.ts'
import type { NamedRefund } from './refund-routes.ts'

/** Returns refunds as the desk shows them: each with its order and customer. */
export async function nameRefunds(
  { store, publicUrl }: { store: OrderStore; publicUrl: string },
  accountId: string,
  refunds: readonly RefundRecord[],
): Promise<z.infer<typeof NamedRefund>[]> {
  const orders = await store.readOrderNames(
    accountId,
    refunds.map(({ chargeId }) => chargeId),
  )
  return refunds.map((refund) => {
    const { name = '', reference = '', payerEmail = '' } = orders.get(refund.chargeId) ?? {}
    const order = { name, reference, payer_email: payerEmail }
    return { ...toListedRefund(refund, publicUrl), order }
  })
}
