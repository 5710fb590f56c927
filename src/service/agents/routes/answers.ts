import type { Context } from 'hono'
import { HttpError } from '../../../api/server/http-error.ts'
import { PayError } from '../../../errors.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { getHostedUrl, toReducedCharge } from '../../charges/replies.ts'
import { createReceiptReply } from '../../charges/routes/receipts.ts'
import type { Env } from '../../http/context.ts'
import { createConflict } from '../../relayer/rules.ts'
import { computeOfferNonce, writeChallenge, writePaymentReceipt } from '../mpp.ts'
import type { ProgramOffer } from '../offers.ts'
import type { PaymentRefusal, ProgramPayment } from '../payment.ts'
import { formatOffer, writePaymentRequired, writeRefused, writeSettled } from '../x402.ts'
import { type PageCharge, type ProgramContext, type ProgramParts, readOffers } from './context.ts'

/** Seconds after which a call is repeated whose outcome is not known yet. */
export const retryAfterSeconds = '5'

/** Answers with a paid charge and its receipt. */
export async function answerPaid(
  c: Context<Env>,
  context: ProgramContext,
  { charge, account }: PageCharge,
): Promise<Response> {
  const payment = charge.payments.findLast(({ status }) => status === 'COMPLETED')
  const receipt = await createReceiptReply(context, charge, account)
  const headers = {
    'cache-control': 'private, no-store',
    ...(payment && {
      'payment-response': writeSettled(payment),
      'payment-receipt': writePaymentReceipt(payment),
    }),
  }
  return c.json({ data: toReducedCharge(charge, context.publicUrl), ...receipt }, 200, headers)
}

/** Answers with 402 and what a program can sign, by each protocol. */
export async function answerUnpaid(
  c: Context<Env>,
  parts: ProgramParts,
  charge: ChargeRecord,
  refused: { payment: ProgramPayment; refusal: PaymentRefusal } | undefined,
): Promise<Response> {
  const { context, realm } = parts
  const offers = await readOffers(parts, charge)
  const [offer] = offers
  if (!offer) {
    const text = 'This charge cannot be paid by a program. Its page takes payments of wallets.'
    throw new PayError('conflict', text, { details: { reason: 'no_offer' } })
  }
  const description = [formatOffer(offer), charge.order.name].filter(Boolean).join(' for ')
  const resource = { url: getHostedUrl(charge, context.publicUrl), description }
  const message = refused?.refusal.message ?? `Payment required: ${description}.`
  c.header('payment-required', writePaymentRequired(offers, resource, message))
  await saveChallenges(parts, charge, offers)
  for (const one of offers)
    c.header('www-authenticate', writeChallenge(one, realm, new Date()), { append: true })
  if (refused) c.header('payment-response', writeRefused(refused.payment, refused.refusal))
  return c.json({ error: { type: 'payment_required', message } }, 402)
}

/** Saves the nonces that clients of the challenges sign, before a client can sign one. */
async function saveChallenges(
  { context, realm }: ProgramParts,
  { id: chargeId }: ChargeRecord,
  offers: readonly ProgramOffer[],
): Promise<void> {
  await context.store.saveChallenges(
    offers.map((offer) => ({
      nonce: computeOfferNonce(offer, realm),
      chargeId,
      chainId: Number(offer.chainId),
      token: offer.tokenAddress,
    })),
  )
}

/** Sent with 409, since a client signs once more at a 402, and takes a success for a payment. */
const heldText =
  'The money of a payment of this charge has arrived in a transaction that this service has not sent, so the merchant decides what it pays. Do not pay again.'

/** Creates the answer to a call whose charge takes no payment. */
export function createOutcomeError(kind: 'held' | 'closed' | 'unknown'): Error {
  if (kind === 'unknown') return createUnknownError()
  if (kind === 'held') return createConflict('payment_held', heldText)
  return createConflict('not_payable', 'The charge can no longer be paid.')
}

/** Creates the answer to a call whose outcome is not known yet. Its client repeats the call, and signs nothing. */
export function createUnknownError(
  message = 'A payment of this charge is under way, and its outcome is not known yet. Do not pay again: repeat this call.',
): HttpError {
  return new HttpError('service_unavailable', message, {
    headers: { 'retry-after': retryAfterSeconds },
  })
}
