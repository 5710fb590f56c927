import type { Context } from 'hono'
import { HttpError } from '../../../api/server/http-error.ts'
import {
  exposedPaymentHeaders,
  findCredential,
  hasProgramPayment,
} from '../../../api/server/program-payment.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { listAuthorizationNonces } from '../../charges/authorization-nonce.ts'
import { isPayable } from '../../charges/lifecycle.ts'
import type { ChargeRecord, PaymentRecord } from '../../charges/records.ts'
import { getHostedUrl, toReducedCharge } from '../../charges/replies.ts'
import { refreshQuotes } from '../../charges/routes/fresh.ts'
import { createReceiptReply, type ReceiptContext } from '../../charges/routes/receipts.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { PaymentPageStore } from '../../charges/store/payment-page.ts'
import type { Env, ServiceContext } from '../../http/context.ts'
import type { HolderStore } from '../../payments/routes/payments.ts'
import type { ReportStore } from '../../payments/store/reports.ts'
import type { ReservationStore } from '../../payments/store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../../payments/store/transfers.ts'
import {
  createListOffers,
  createSendSigned,
  describeLimit,
} from '../../relayer/routes/authorizations.ts'
import { createConflict } from '../../relayer/rules.ts'
import type { AcceptedAuthorizationStore } from '../../relayer/store/accepted.ts'
import type { RelayerStore } from '../../relayer/store/relays.ts'
import {
  computeOfferNonce,
  getRealm,
  readCredential,
  writeChallenge,
  writePaymentReceipt,
} from '../mpp.ts'
import { type ProgramOffer, selectProgramOffers } from '../offers.ts'
import type { PaymentRefusal, ProgramPayment } from '../payment.ts'
import {
  formatOffer,
  readPaymentSignature,
  writePaymentRequired,
  writeRefused,
  writeSettled,
} from '../x402.ts'
import { createOutcomes, type Outcome } from './outcomes.ts'

/** The stores that these routes use. */
type Stores = AcceptedAuthorizationStore &
  ChargeStore &
  ModeStore &
  PaymentPageStore &
  RelayerStore &
  ReportStore &
  ReservationStore &
  TransferStore &
  HolderStore &
  ReceiptContext['store']

/** Milliseconds for which a call waits for an outcome. Clients and reverse proxies give up at some time. */
const holdMs = 240_000
/** How often a call hands in its payment, where another one was first and has failed. */
const maxAttempts = 4
/** Seconds after which a call may be repeated whose outcome is not known yet. */
const retryAfterSeconds = '5'

/** No 402, at which a client signs once more, and no success: an answer that every client passes on, and that stays the same. */
const heldText =
  'The money of a payment of this charge has arrived in a transaction that this service has not sent, so the merchant decides what it pays. Do not pay again.'

/** What browsers let a program of another origin send and read. */
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

/** Returns whether a call of a charge's page is a program's: browsers ask for HTML, and have nothing to pay with in a header. */
export function isProgram({ req }: Context): boolean {
  return (
    hasProgramPayment((name) => req.header(name)) || !/text\/html/i.test(req.header('accept') ?? '')
  )
}

interface PageCharge {
  charge: ChargeRecord
  account: MerchantAccount
}

/** What a page that programs pay needs. */
export type ProgramContext = ServiceContext<Stores>

/**
 * Creates what answers programs at a charge's page. A charge that is paid is answered with its receipt, and nothing is sent for it.
 * While anything is under way that may pay it, nobody is told that it is not paid: an honest client would pay twice.
 */
export function createProgramDoor(
  context: ProgramContext,
): (c: Context<Env>, found: PageCharge | undefined) => Promise<Response> {
  const { store, publicUrl, markActive, stopping = new AbortController().signal } = context
  const listOffers = createListOffers(context)
  const sendSigned = createSendSigned(context)
  const realm = getRealm(publicUrl)
  const outcomes = createOutcomes(readOutcome, stopping)

  async function readOutcome(id: string): Promise<Outcome<PageCharge>> {
    // First what is under way: what ends between the two readings has changed the charge by the second one.
    const relays = await store.listUnfailedRelays(id)
    const found = await store.getChargeWithAccount(id)
    if (!found) throw new PayError('not_found', 'There is no such charge.')
    const { charge } = found
    markActive(charge)
    if (charge.status === 'COMPLETED') return { kind: 'paid', charge: found }
    if (charge.payments.some(({ status }) => status === 'PENDING')) return { kind: 'unknown' }
    // Somebody else has carried out what was handed in here. Whose it is, the merchant decides; its client is not asked for more.
    if (relays.some(({ money }) => money === 'waiting')) return { kind: 'held' }
    if (relays.some(({ status }) => status === 'RELAYING')) return { kind: 'unknown' }
    if (!isPayable(charge, new Date())) return { kind: 'closed' }
    // The token has moved the money, and the watcher has not recorded it yet. Once it has, what is left to pay is asked for.
    if (relays.some(({ money }) => money === undefined)) return { kind: 'unknown' }
    return { kind: 'payable', charge: found }
  }

  return async (c, found) => {
    for (const [name, value] of Object.entries(corsHeaders)) c.header(name, value)
    // Its address is the page's, which another call gets as HTML.
    c.header('vary', 'accept')
    if (!found) throw new PayError('not_found', 'There is no such charge.')
    const { charge } = found
    const payment = readPayment(c)
    await checkPaymentId(charge, payment)
    const until = performance.now() + holdMs
    let refusal: PaymentRefusal | undefined
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const outcome = await outcomes.wait(charge.id, until - performance.now())
      if (outcome.kind === 'paid') return await answerPaid(c, outcome.charge)
      if (outcome.kind === 'held') throw createConflict('payment_held', heldText)
      if (outcome.kind === 'closed')
        throw createConflict('not_payable', 'The charge can no longer be paid.')
      if (outcome.kind === 'unknown') throw createUnknownError()
      const current = await refreshQuotes(context, outcome.charge.charge)
      if (!payment || refusal) return await answerUnpaid(c, current, payment, refusal)
      refusal = await pay(current, payment, until)
    }
    throw createUnknownError()
  }

  /** Hands in a payment. Returns why it was not taken; undefined where its outcome has to be waited for. */
  async function pay(
    charge: ChargeRecord,
    payment: ProgramPayment,
    until: number,
  ): Promise<PaymentRefusal | undefined> {
    const { body } = payment
    const offer = (await readOffers(charge)).find(
      ({ chainId, tokenAddress }) =>
        chainId === body.chainId && tokenAddress.toLowerCase() === body.tokenAddress.toLowerCase(),
    )
    if (!offer)
      return { code: 'invalid_network', message: 'The charge is not paid in this token there.' }
    const nonce = body.authorization.nonce.toLowerCase()
    const expected = payment.findNonce(offer)
    if (expected !== undefined && nonce !== expected)
      return { code: 'invalid_payload', message: 'The nonce is not that of the challenge.' }
    await checkForeignNonce(charge, nonce)
    try {
      const { paymentId } = payment
      const result = await sendSigned(charge, body, { isProgram: true, paymentId })
      if (result.outcome === 'refused')
        return { code: 'invalid_exact_evm_payload_signature', message: result.reason }
      // Where it was accepted, and only its transaction has to wait, the outcome is waited for.
      const isAccepted = (await readOutcome(charge.id)).kind !== 'payable'
      if (result.outcome === 'relaying' || isAccepted) return await waitAfterSending(charge, until)
      if (result.outcome === 'limited')
        throw new HttpError('rate_limit_exceeded', describeLimit(result.by), {
          headers: { 'retry-after': retryAfterSeconds },
        })
      throw createUnknownError('The payment cannot be sent now, and was not taken. Try again.')
    } catch (cause) {
      return explainRefusal(cause)
    }
  }

  /** Returns undefined once something is known that is not a failure of this payment. */
  async function waitAfterSending(
    { id }: ChargeRecord,
    until: number,
  ): Promise<PaymentRefusal | undefined> {
    const outcome = await outcomes.wait(id, until - performance.now())
    return outcome.kind === 'payable'
      ? { code: 'invalid_transaction_state', message: 'The token did not move the money.' }
      : undefined
  }

  /** Refuses a nonce that is made of another charge, by any protocol: the token's log proves the payment of that one. */
  async function checkForeignNonce(charge: ChargeRecord, nonce: string): Promise<void> {
    const others = await store.findCharges({ authorizationNonces: [nonce] })
    const isOfOther = others.some(
      (other) =>
        other.id !== charge.id &&
        context.chains.ids.some((chainId) =>
          listAuthorizationNonces(other, chainId).some((own) => own.nonce === nonce),
        ),
    )
    const challenge = await store.findChallenge(nonce)
    if (isOfOther || (challenge && challenge.chargeId !== charge.id))
      throw createConflict('authorization_taken', 'This authorization pays another charge.')
  }

  /** A client's own name of a payment means one payment. */
  async function checkPaymentId({ id }: ChargeRecord, payment: ProgramPayment | undefined) {
    if (payment?.paymentId === undefined) return
    const known = await store.findRelayByPaymentId(id, payment.paymentId)
    const { authorization, signature } = payment.body
    const isSame =
      !known ||
      (known.nonce === authorization.nonce.toLowerCase() &&
        known.from.toLowerCase() === authorization.from.toLowerCase() &&
        known.signature === signature.toLowerCase())
    if (!isSame)
      throw createConflict('payment_id_used', 'The payment-identifier is that of another payment.')
  }

  async function readOffers(charge: ChargeRecord): Promise<ProgramOffer[]> {
    const { data } = await listOffers(charge)
    return selectProgramOffers(charge, data, new Date())
  }

  /**
   * Reads what a call brings; undefined for nothing. Where it brings several payments, the first of these headers counts. HEAD moves
   * no money (RFC 9110 section 9.2.1), and its answer has no body: whoever paid by it would get nothing.
   */
  function readPayment(c: Context<Env>): ProgramPayment | undefined {
    if (c.req.method === 'HEAD') return undefined
    const signature = c.req.header('payment-signature')
    if (signature !== undefined) return readPaymentSignature(signature)
    for (const header of ['Payment-Authorization', 'Authorization']) {
      const credential = findCredential(c.req.header(header))
      if (credential !== undefined) return readCredential(header, credential, realm)
    }
    return undefined
  }

  async function answerPaid(c: Context<Env>, { charge, account }: PageCharge): Promise<Response> {
    const payment = findPayment(charge)
    const settled = payment && writeSettled(payment)
    const receipt = await createReceiptReply(context, charge, account)
    const headers = {
      'cache-control': 'private, no-store',
      ...(settled !== undefined && {
        'payment-response': settled,
        'payment-receipt': writePaymentReceipt(payment as PaymentRecord),
      }),
    }
    return c.json({ data: toReducedCharge(charge, publicUrl), ...receipt }, 200, headers)
  }

  async function answerUnpaid(
    c: Context<Env>,
    charge: ChargeRecord,
    payment: ProgramPayment | undefined,
    refusal: PaymentRefusal | undefined,
  ): Promise<Response> {
    const offers = await readOffers(charge)
    const [offer] = offers
    if (!offer) {
      const text = 'This charge cannot be paid by a program. Its page takes payments of wallets.'
      throw new PayError('conflict', text, { details: { reason: 'no_offer' } })
    }
    const description = [formatOffer(offer), charge.order.name].filter(Boolean).join(' for ')
    const resource = { url: getHostedUrl(charge, publicUrl), description }
    const error = refusal?.message ?? `Payment required: ${description}.`
    c.header('payment-required', writePaymentRequired(offers, resource, error))
    await store.saveChallenges(
      offers.map((one) => ({
        ...{ nonce: computeOfferNonce(one, realm), chargeId: charge.id },
        ...{ chainId: Number(one.chainId), token: one.tokenAddress },
      })),
    )
    for (const one of offers)
      c.header('www-authenticate', writeChallenge(one, realm, new Date()), { append: true })
    if (payment && refusal) c.header('payment-response', writeRefused(payment, refusal))
    return c.json({ error: { type: 'payment_required', message: error } }, 402)
  }
}

/** Returns the payment that completed a charge. */
function findPayment({ payments }: ChargeRecord): PaymentRecord | undefined {
  return payments.findLast(({ status }) => status === 'COMPLETED')
}

/** The codes of x402 by the field that is wrong. */
const refusalCodes: Record<string, string> = {
  'authorization.to': 'invalid_exact_evm_payload_recipient_mismatch',
  'authorization.value': 'invalid_exact_evm_payload_authorization_value',
  'authorization.validAfter': 'invalid_exact_evm_payload_authorization_valid_after',
  'authorization.validBefore': 'invalid_exact_evm_payload_authorization_valid_before',
}

/** Returns why the charge does not take a payment; undefined where another one has to be waited for. @throws anything else */
function explainRefusal(cause: unknown): PaymentRefusal | undefined {
  if (!(cause instanceof PayError)) throw cause
  if (cause.code === 'invalid_request')
    return { code: refusalCodes[cause.field ?? ''] ?? 'invalid_payload', message: cause.message }
  const { reason } = (cause.details ?? {}) as { reason?: string }
  const isWaitedFor =
    cause.code === 'conflict' &&
    ['not_payable', 'payment_pending', 'authorization_pending'].includes(reason ?? '')
  if (!isWaitedFor) throw cause
  return undefined
}

function createUnknownError(
  message = 'A payment of this charge is under way, and its outcome is not known yet. Do not pay again: repeat this call.',
): HttpError {
  return new HttpError('service_unavailable', message, {
    headers: { 'retry-after': retryAfterSeconds },
  })
}
