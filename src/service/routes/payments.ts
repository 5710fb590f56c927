import type { Hono } from 'hono'
import { routes } from '../../api/routes/routes.ts'
import type { NewPayment, Payment, PaymentStatus } from '../../api/schemas/payment.ts'
import { PayError } from '../../errors.ts'
import { createId } from '../domain/id.ts'
import { listQuotes } from '../domain/payment-assets.ts'
import type { ChargeRecord, ChargeTerms, ReportRecord } from '../domain/records.ts'
import { toPaymentReply } from '../domain/replies.ts'
import { toPaymentStatus } from '../domain/status.ts'
import type { Env, ServiceContext } from './context.ts'
import { registerEndpoint } from './endpoint.ts'
import { findCharge, findTerms, readPriceQuote } from './payment-asset.ts'
import { createReserveAmount } from './reserve.ts'

/** The most reports of one charge that may wait for the chain, and that are kept after they ended. */
const maxWaitingReports = 5
const maxEndedReports = 20

/** Registers POST /charges/:uuid/payments (interface 4.6), and a payer's other calls about a charge. */
export function registerPaymentRoutes(app: Hono<Env>, context: ServiceContext): void {
  const addPayment = createAddPayment(context)
  registerEndpoint(app, context, routes.addPayment, async (call) => {
    const { account, params, body, warnings } = call
    const payment = await addPayment(await findTerms(context, account, params.uuid), body)
    return { status: 201, body: addWarnings(payment, warnings) }
  })
  const getPayment = createGetPayment(context)
  registerEndpoint(app, context, routes.getPayment, async ({ account, params }) => ({
    status: 200,
    body: await getPayment(await findCharge(context, account, params.uuid), params.hash),
  }))
  const reserveAmount = createReserveAmount(context)
  registerEndpoint(app, context, routes.reserveAmount, async ({ account, params, body }) => ({
    status: 200,
    body: await reserveAmount(await findCharge(context, account, params.uuid), body),
  }))
}

/** Returns the reply to a report, with what was ignored of it. */
export function addWarnings(payment: Payment, warnings: readonly string[]): Payment {
  return warnings.length > 0 ? { ...payment, warnings: [...warnings] } : payment
}

/**
 * Makes what takes a report of a transaction for a charge. It answers at once and asks nothing of a chain;
 * a report changes nothing of the charge until the chain has shown what was reported.
 * Rejects with PayError `invalid_request`, `conflict`.
 */
export function createAddPayment(
  context: ServiceContext,
): (charge: ChargeTerms, body: NewPayment) => Promise<Payment> {
  const { store, publicUrl, attend, creditsFirstReport } = context
  return async (charge, body) => {
    const chargeId = charge.id
    const quote = readPriceQuote(context, charge, body)
    const report: ReportRecord = {
      id: createId(),
      chargeId,
      chainId: quote.chainId,
      hash: body.hash.toLowerCase(),
      token: quote.token,
      signature: body.signature?.toLowerCase(),
      status: 'WAITING',
      pendingTransaction: undefined,
      reason: '',
      checkCount: 0,
      createdAt: new Date(),
    }
    const limits = {
      maxWaiting: maxWaitingReports,
      maxEnded: maxEndedReports,
      creditsFirstReport,
    }
    const reported = await store.addReport(report, limits)
    if (reported.outcome !== 'added') {
      throw new PayError('conflict', 'This transaction was already used for a payment.', {
        // A caller must not learn the id of a charge that they did not name themselves.
        details: reported.outcome === 'known' ? { chargeUuid: chargeId } : undefined,
      })
    }
    attend(charge)
    return toPaymentReply(reported.report, charge, publicUrl)
  }
}

/**
 * Creates the function that returns the status of a transaction for a charge.
 * The function rejects with PayError `not_found`.
 */
export function createGetPayment(
  context: ServiceContext,
): (charge: ChargeRecord, hash: string) => Promise<PaymentStatus> {
  const { store } = context
  return async (charge, text) => {
    const hash = text.toLowerCase()
    const quotes = listQuotes(charge)
    for (const chainId of new Set(quotes.map((quote) => quote.chainId))) {
      const report = await store.getReport(charge.id, chainId, hash)
      const transactionTransfers = await store.listTransfers(chainId, hash)
      const transfers = transactionTransfers.filter((one) =>
        quotes.some(
          (quote) =>
            quote.chainId === chainId &&
            quote.token === one.token &&
            quote.recipient === one.recipient,
        ),
      )
      const status = toPaymentStatus({ charge, hash, report, transfers })
      if (status) return status
    }
    throw new PayError('not_found', 'Nothing is known of this transaction for this charge.')
  }
}
