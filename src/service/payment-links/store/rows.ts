import type { Insertable, Selectable } from 'kysely'
import type { PaymentLinkRow } from '../../db/tables/payment-links.ts'
import type { PaymentLinkRecord } from '../payment-links.ts'

/** Returns the record of a row. */
export function toLink(row: Selectable<PaymentLinkRow>): PaymentLinkRecord {
  return row
}

/** Returns the row of a new link. */
export function fromLink({
  charge,
  suggestedAmounts,
  fields,
  ...columns
}: PaymentLinkRecord): Insertable<PaymentLinkRow> {
  return {
    ...columns,
    charge: JSON.stringify(charge),
    suggestedAmounts: JSON.stringify(suggestedAmounts),
    fields: JSON.stringify(fields),
  }
}
