import type { OrderDetails } from '../../src/service/charges/records.ts'

/** What is kept of a charge whose merchant says nothing of the order. */
export const noOrder: OrderDetails = {
  ...{ name: '', description: '', lineItems: [], taxNote: '', payerEmail: '' },
}
