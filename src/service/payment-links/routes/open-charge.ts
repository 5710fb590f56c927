import { HttpError } from '../../../api/server/http-error.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { IdempotencyKeyStore } from '../../accounts/store/idempotency-keys.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { createResolvedCharge } from '../../charges/routes/create-charge.ts'
import type { RequestReader } from '../../charges/routes/resolve.ts'
import type { ServiceContext } from '../../http/context.ts'
import { hashRequest } from '../../http/idempotency.ts'
import { buildChargeBody, type LinkChoice } from '../choice.ts'
import type { LinkLimits } from '../limits.ts'
import { getLinkUrl, type LinkUse, type PaymentLinkRecord } from '../payment-links.ts'
import type { PaymentLinkStore } from '../store/payment-links.ts'

/** A call that its customer may repeat. */
export interface RepeatableCall {
  /** The key by which it is known. */
  key: string
  /** Of the whole call. */
  requestHash: string
}

/** Identifies a customer's call by a key that only their browser has. No key of the merchant's backend has a space. */
export function identifyCall(
  { id }: PaymentLinkRecord,
  key: string,
  answers: unknown,
): RepeatableCall {
  return { key: `${id} ${hashRequest(key)}`, requestHash: hashRequest(['POST /l', id, answers]) }
}

/** The dependencies of opening a charge by a link. */
export type OpenContext = ServiceContext<PaymentLinkStore & IdempotencyKeyStore & RequestReader> & {
  links: LinkLimits
}

/**
 * Creates the charge that a customer has chosen on a link, where the link has room for it. The merchant's present wallet and settings
 * count, as for any charge that is created now.
 *
 * @param payerLocale the language in which the customer has read the link's page
 * @throws HttpError 503 where no such charge can be created now, such as without a rate or a wallet; the log says why
 * @returns the id of the charge, also of the one that the same call has created before; or what has taken the room
 */
export async function openLinkCharge(
  context: OpenContext,
  { link, account }: { link: PaymentLinkRecord; account: MerchantAccount },
  choice: LinkChoice,
  payerLocale: string,
  repeat?: RepeatableCall,
): Promise<{ id: string } | { use: LinkUse }> {
  const { store, links, publicUrl, log } = context
  const findEarlier = async () =>
    repeat && (await store.getSavedResponse(account.id, repeat.key, repeat.requestHash))
  const earlier = await findEarlier()
  if (earlier !== undefined) return { id: earlier }
  const resolved = await createResolvedCharge(context, {
    account,
    shop: link.shop,
    body: buildChargeBody(link, choice),
    expiry: { defaultMs: links.chargeMs, minMs: 0, maxMs: links.chargeMs },
  }).catch((err: unknown) => {
    if (!(err instanceof PayError)) throw err
    // The answers were judged before: what is wrong is the merchant's or the operator's to mend, and theirs to read.
    log.warn({ err, paymentLink: link.id }, 'A payment link could create no charge.')
    throw new HttpError('service_unavailable', 'Nobody can pay by this link now. Try again later.')
  })
  const charge: ChargeRecord = { ...resolved, paymentLinkId: link.id, payerLocale }
  if (charge.successUrl === '' && link.thankYou !== '')
    charge.successUrl = getThanksUrl(link, charge.id, publicUrl)
  const result = await store.createLinkCharge(
    {
      charge,
      brand: account.brand,
      idempotencyKey: repeat && { ...repeat, response: charge.id },
      maxOpen: links.maxOpen,
    },
    {
      max: context.recipientsPerAccount,
      since: new Date(charge.createdAt.getTime() - context.watchMs),
    },
  )
  if ('use' in result) {
    // The same call, sent twice, may have taken the room itself.
    const simultaneous = await findEarlier()
    return simultaneous === undefined ? result : { id: simultaneous }
  }
  context.markActive(charge)
  return { id: result.response ?? charge.id }
}

/** Returns the URL of the page that thanks a customer, once the charge is paid. */
function getThanksUrl(link: PaymentLinkRecord, chargeId: string, publicUrl: string): string {
  return `${getLinkUrl(link, publicUrl)}/thanks/${chargeId}`
}
