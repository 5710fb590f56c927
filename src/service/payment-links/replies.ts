import type { PaymentLink } from '../../api/schemas/payment-links.ts'
import { readOrderDetails, toOrderFields } from '../charges/order-details.ts'
import { getLinkState, getLinkUrl, type LinkUse, type PaymentLinkRecord } from './payment-links.ts'

/** A link with its charges that count. */
export interface ListedLink {
  link: PaymentLinkRecord
  use: LinkUse
}

/** Returns a link as the API shows it. */
export function toPaymentLink(
  { link, use }: ListedLink,
  publicUrl: string,
  now: Date,
): PaymentLink {
  const { charge } = link
  const { name, description, line_items, tax_note } = toOrderFields(readOrderDetails(charge))
  return {
    id: link.id,
    url: getLinkUrl(link, publicUrl),
    code: link.code,
    livemode: link.livemode,
    state: getLinkState(link, use, now),
    payments_count: use.completed,
    pricing_type: charge.pricing_type,
    local_price: { amount: charge.local_price?.amount ?? '0', currency: getLinkCurrency(link) },
    name,
    description,
    line_items,
    tax_note,
    redirect_url: charge.redirect_url ?? '',
    image_url: link.imageUrl,
    suggested_amounts: [...link.suggestedAmounts],
    quantity: { min: link.minQuantity, max: link.maxQuantity },
    fields: link.fields.map(({ kind, label, required }) => ({ kind, label, required })),
    max_payments: link.maxPayments ?? null,
    thank_you: link.thankYou,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt?.toISOString() ?? null,
    ended_at: link.endedAt?.toISOString() ?? null,
  }
}

/** Returns the currency that a link's amounts are in. */
export function getLinkCurrency({ charge }: Pick<PaymentLinkRecord, 'charge'>): string {
  return charge.local_price?.currency ?? 'USD'
}
