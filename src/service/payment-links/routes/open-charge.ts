import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { createResolvedCharge } from '../../charges/routes/create-charge.ts'
import type { RequestReader } from '../../charges/routes/resolve.ts'
import type { ServiceContext } from '../../http/context.ts'
import { buildChargeBody, type LinkChoice } from '../choice.ts'
import type { LinkLimits } from '../limits.ts'
import { getLinkUrl, type LinkUse, type PaymentLinkRecord } from '../payment-links.ts'
import type { PaymentLinkStore } from '../store/payment-links.ts'

/** The dependencies of opening a charge by a link. */
export type OpenContext = ServiceContext<PaymentLinkStore & IdempotencyKeyStore & RequestReader> & {
  links: LinkLimits
}

/**
 * Creates the charge that a customer has chosen on a link, where the link has room for it. The merchant's present wallet and settings
 * count, as for any charge that is created now.
 *
 * @param key the customer's Idempotency-Key; undefined for none
 * @returns the id of the charge, also of the one that a call with the same key has created; or what has taken the room
 */
export async function openLinkCharge(
  context: OpenContext,
  { link, account }: { link: PaymentLinkRecord; account: MerchantAccount },
  choice: LinkChoice,
  idempotency?: { key: string; requestHash: string },
): Promise<{ id: string } | { use: LinkUse }> {
  const { store, links, publicUrl } = context
  const findEarlier = async () => {
    if (!idempotency) return undefined
    const { key, requestHash } = idempotency
    return await store.getSavedResponse(account.id, key, requestHash)
  }
  const earlier = await findEarlier()
  if (earlier) return { id: earlier }
  const resolved = await createResolvedCharge(context, {
    account,
    shop: link.shop,
    body: buildChargeBody(link, choice),
    expiry: { defaultMs: links.chargeMs, minMs: 0, maxMs: links.chargeMs },
  })
  const charge: ChargeRecord = { ...resolved, paymentLinkId: link.id }
  if (charge.successUrl === '' && link.thankYou !== '')
    charge.successUrl = getThanksUrl(link, charge.id, publicUrl)
  const result = await store.createLinkCharge(
    {
      charge,
      brand: account.brand,
      idempotencyKey: idempotency && { ...idempotency, response: charge.id },
      maxOpen: links.maxOpen,
    },
    {
      max: context.recipientsPerAccount,
      since: new Date(charge.createdAt.getTime() - context.watchMs),
    },
  )
  if ('use' in result) {
    // A call with the same key may have taken the room itself.
    const simultaneous = await findEarlier()
    return simultaneous ? { id: simultaneous } : result
  }
  const id = result.response ?? charge.id
  if (id === charge.id) context.markActive(charge)
  return { id }
}

/** Returns the URL of the page that thanks a customer, once the charge is paid. */
function getThanksUrl(link: PaymentLinkRecord, chargeId: string, publicUrl: string): string {
  return `${getLinkUrl(link, publicUrl)}/thanks/${chargeId}`
}

/** Returns the error of a link that creates no charge now, in words for programs. */
export function createRefusal(
  { expiresAt, endedAt }: PaymentLinkRecord,
  { freeAt }: LinkUse,
  state: string,
): PayError {
  const text = {
    ended: `The payment link was ended at ${endedAt?.toISOString()}.`,
    expired: `The payment link expired at ${expiresAt?.toISOString()}.`,
    paid: 'The payment link has all its payments.',
  }[state]
  const until = freeAt ? ` It may be free again at ${freeAt.toISOString()}.` : ''
  return new PayError('conflict', text ?? `Somebody else is paying by this link now.${until}`, {
    details: { reason: state, ...(freeAt && { freeAt: freeAt.toISOString() }) },
  })
}
