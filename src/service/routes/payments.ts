import type { Hono } from 'hono'
import type { NewPayment, Payment, PaymentStatus } from '../../api/payment.ts'
import { routes } from '../../api/routes.ts'
import { PayError } from '../../errors.ts'
import { pairsOf } from '../domain/pairs.ts'
import type { ChargeRecord, ChargeTerms, ReportRecord } from '../domain/records.ts'
import { paymentReply } from '../domain/replies.ts'
import { paymentStatus } from '../domain/status.ts'
import type { Env, ServiceContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { findCharge, findTerms, readPair } from './pair.ts'
import { amountReserver } from './reserve.ts'

/** Reports of one charge that may wait for the chain, and that are remembered when they have ended. */
const waitingReports = 5
const endedReports = 20

/** POST /charges/:uuid/payments (interface 4.6), and what else a payer asks of a charge. */
export function paymentRoutes(app: Hono<Env>, context: ServiceContext): void {
  const addPayment = paymentAdder(context)
  endpoint(app, context, routes.addPayment, async ({ account, params, body }) => ({
    status: 201,
    body: await addPayment(await findTerms(context, account, params.uuid), body),
  }))
  const readStatus = statusReader(context)
  endpoint(app, context, routes.getPayment, async ({ account, params }) => ({
    status: 200,
    body: await readStatus(await findCharge(context, account, params.uuid), params.hash),
  }))
  const reserve = amountReserver(context)
  endpoint(app, context, routes.reserveAmount, async ({ account, params, body }) => ({
    status: 200,
    body: await reserve(await findCharge(context, account, params.uuid), body),
  }))
}

/**
 * Makes what takes a report of a transaction for a charge. It answers at once and asks nothing of a chain;
 * a report changes nothing of the charge until the chain has shown what was reported.
 * Rejects with PayError `invalid_request`, `conflict`.
 */
export function paymentAdder(
  context: ServiceContext,
): (charge: ChargeTerms, body: NewPayment) => Promise<Payment> {
  const { store, publicUrl, wake, firstReport } = context
  return async (charge, body) => {
    const chargeId = charge.id
    const quote = readPair(context, charge, body)
    const report: ReportRecord = {
      id: crypto.randomUUID(),
      chargeId,
      chainId: quote.chainId,
      hash: body.hash.toLowerCase(),
      token: quote.token,
      signature: body.signature?.toLowerCase(),
      status: 'WAITING',
      trace: undefined,
      reason: '',
      looks: 0,
      createdAt: new Date(),
    }
    const limits = { waiting: waitingReports, ended: endedReports, firstReport }
    const reported = await store.report(report, limits)
    if (reported.outcome !== 'added') {
      throw new PayError('conflict', 'This transaction was already used for a payment.', {
        // Whose charge it is else is for nobody to know who did not know it.
        details: reported.outcome === 'known' ? { chargeUuid: chargeId } : undefined,
      })
    }
    wake(quote.chainId)
    return paymentReply(reported.report, charge, publicUrl)
  }
}

/** Makes what tells how a transaction stands for a charge. Rejects with PayError `not_found`. */
export function statusReader(
  context: ServiceContext,
): (charge: ChargeRecord, hash: string) => Promise<PaymentStatus> {
  const { store } = context
  return async (charge, text) => {
    const hash = text.toLowerCase()
    const pairs = pairsOf(charge)
    for (const chainId of new Set(pairs.map((pair) => pair.chainId))) {
      const report = await store.reportOf(charge.id, chainId, hash)
      const all = await store.transfersOf(chainId, hash)
      const transfers = all.filter((one) =>
        pairs.some(
          (pair) =>
            pair.chainId === chainId &&
            pair.token === one.token &&
            pair.recipient === one.recipient,
        ),
      )
      const status = paymentStatus({ charge, hash, report, transfers })
      if (status) return status
    }
    throw new PayError('not_found', 'Nothing is known of this transaction for this charge.')
  }
}
