import type { Context } from 'hono'
import { exposedPaymentHeaders } from '../../../api/server/program-payment.ts'
import { PayError } from '../../../errors.ts'
import { refreshQuotes } from '../../charges/routes/fresh.ts'
import type { Env } from '../../http/context.ts'
import { createListOffers, createSendSigned } from '../../relayer/routes/authorizations.ts'
import { getRealm } from '../mpp.ts'
import type { PaymentRefusal, ProgramPayment } from '../payment.ts'
import { answerPaid, answerUnpaid, createOutcomeError, createUnknownError } from './answers.ts'
import { callerHeaders } from './caller.ts'
import type { PageCharge, ProgramContext, ProgramParts } from './context.ts'
import { createOutcomes } from './outcomes.ts'
import { readOutcome } from './read-outcome.ts'
import { readPayment } from './read-payment.ts'
import { checkPaymentId, takePayment } from './take-payment.ts'

// Programs call a charge's page to learn its price, and call it again with a payment in a header. A client signs another
// payment at each 402, and the token accepts both. So a call reads 402 only while nothing is under way that may pay the
// charge. What a call is answered with depends on the outcome (`outcome.ts`):
//
// - `paid`: 200 with the charge and its receipt. A payment in the call is not submitted.
// - `unknown`: the call waits. After four minutes it is answered with 503, and its client repeats it without signing.
// - `held`, `closed`: 409. The client does not sign either.
// - `payable`: 402 with what can be signed, or, when the call has a payment, that payment is submitted (`take-payment.ts`)
//   and the outcome is read again. A payment that the charge or the token refuses is answered with 402 and the reason.
//
// Where another payment was first and has failed, the payment of the call is submitted again, a few times.

/** Milliseconds for which a call waits for an outcome. Clients and reverse proxies do not wait for ever. */
const holdMs = 240_000
/** How often a call submits its payment, where another payment was first and has failed. */
const maxAttempts = 4

/** Lets programs in browsers, of any origin, send and read the headers of payments. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedPaymentHeaders,
}
export const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers':
    'PAYMENT-SIGNATURE, Authorization, Payment-Authorization, Access-Control-Expose-Headers, Accept',
  'access-control-max-age': '86400',
}

/** Creates the handler that answers programs at a charge's page. */
export function createProgramPage(
  context: ProgramContext,
): (c: Context<Env>, found: PageCharge | undefined) => Promise<Response> {
  const { publicUrl, stopping = new AbortController().signal } = context
  const parts: ProgramParts = {
    context,
    realm: getRealm(publicUrl),
    outcomes: createOutcomes((id) => readOutcome(context, id), stopping),
    listOffers: createListOffers(context),
    sendSigned: createSendSigned(context),
  }
  return async (c, found) => {
    for (const [name, value] of Object.entries(corsHeaders)) c.header(name, value)
    // The page for people has the same address.
    c.header('vary', callerHeaders)
    if (!found) throw new PayError('not_found', 'There is no such charge.')
    const payment = readPayment(c, parts.realm)
    if (payment) await checkPaymentId(context, found.charge, payment)
    return await answer(c, parts, found.charge.id, payment)
  }
}

/** Answers a call as soon as the outcome of its charge is known, and submits the payment of the call while it can be paid. */
async function answer(
  c: Context<Env>,
  parts: ProgramParts,
  chargeId: string,
  payment: ProgramPayment | undefined,
): Promise<Response> {
  const { context, outcomes } = parts
  const until = performance.now() + holdMs
  let refusal: PaymentRefusal | undefined
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const outcome = await outcomes.wait(chargeId, until - performance.now())
    if (outcome.kind === 'paid') return await answerPaid(c, context, outcome.charge)
    if (outcome.kind !== 'payable') throw createOutcomeError(outcome.kind)
    const charge = await refreshQuotes(context, outcome.charge.charge)
    if (!payment) return await answerUnpaid(c, parts, charge, undefined)
    if (refusal) return await answerUnpaid(c, parts, charge, { payment, refusal })
    refusal = await takePayment(parts, charge, payment, until)
  }
  throw createUnknownError()
}
