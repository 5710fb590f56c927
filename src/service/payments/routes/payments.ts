import type { Hono } from 'hono'
import { payerHeader } from '../../../api/routes/proxy-routes.ts'
import { routes } from '../../../api/routes/routes.ts'
import { isScopeGranted, type Scope } from '../../../api/routes/scope.ts'
import type { NewPayment, Payment, PaymentStatus } from '../../../api/schemas/payments/payment.ts'
import type { RecordedPayment } from '../../../api/schemas/requests/request-charge-reply.ts'
import { PayError } from '../../../errors.ts'
import type { KeyAuthor } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { Address } from '../../chain/types/address.ts'
import { listQuotes } from '../../charges/pricing/payment-assets.ts'
import type { ChargeBase, ChargeRecord } from '../../charges/records.ts'
import { toPaymentReply } from '../../charges/replies.ts'
import { readPayerHeader, savePayerLanguage } from '../../charges/routes/payer-language.ts'
import { findCharge, findTerms, readPriceQuote } from '../../charges/routes/payment-asset.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createId } from '../../kernel/id.ts'
import { createReport, type ReportRecord, reportLimits } from '../reports.ts'
import { toPaymentStatus } from '../status.ts'
import type { ReportStore } from '../store/reports.ts'
import type { ReservationStore } from '../store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../store/transfers.ts'
import { createForeignAddressError } from './foreign-address.ts'
import { createReserveAmount } from './reserved-amounts.ts'

/** The account that decides about money at an address: see the store of unmatched money. */
export interface HolderStore {
  isHolder(accountId: string, place: { chainId: number; recipient: Address }): Promise<boolean>
}

/** The stores that these routes use. */
type Stores = ChargeStore & ModeStore & ReportStore & ReservationStore & TransferStore & HolderStore

/** Registers POST /charges/:uuid/payments (interface 4.6), and a payer's other calls about a charge. */
export function registerPaymentRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const addPayment = createAddPayment(context)
  registerEndpoint(app, context, routes.addPayment, async (call) => {
    const { account, params, body, author, warnings } = call
    const charge = await findTerms(context, account, params.uuid)
    const assignedBy = isMerchantsWord(call) && author !== 'cli' ? author : undefined
    const payment = await addPayment(charge, body, assignedBy)
    await savePayerLanguage(context, charge, readPayerHeader(call.header))
    return { status: 201, body: addWarnings(payment, warnings) }
  })
  const getPaymentStatus = createGetPaymentStatus(context)
  registerEndpoint(app, context, routes.getPaymentStatus, async ({ account, params }) => ({
    status: 200,
    body: await getPaymentStatus(await findCharge(context, account, params.uuid), params.hash),
  }))
  const reserveAmount = createReserveAmount(context)
  registerEndpoint(app, context, routes.reserveAmount, async ({ account, params, body }) => ({
    status: 200,
    body: await reserveAmount(await findCharge(context, account, params.uuid), body),
  }))
}

/** Returns the reply to a report, with warnings about ignored fields. */
export function addWarnings<P extends Payment>(payment: P, warnings: readonly string[]): P {
  return warnings.length > 0 ? { ...payment, warnings: [...warnings] } : payment
}

/**
 * Returns whether a report is the merchant's decision. A proxy's call for a payer never is, also where the proxy was given
 * a key that may do more than a proxy needs.
 */
function isMerchantsWord({
  scopes,
  header,
}: {
  scopes: readonly Scope[]
  header: (name: string) => string | undefined
}): boolean {
  return isScopeGranted(scopes, ['payments:assign']) && header(payerHeader) === undefined
}

/**
 * Creates the handler for POST /charges/:id/payments. It replies without calling a node; a report changes nothing about the charge
 * until the chain has shown the transaction. `assignedBy` is the merchant's key if the merchant, not a payer, reports the
 * transaction.
 *
 * Rejects with PayError `invalid_request`, `conflict`.
 */
export function createAddPayment(
  context: ServiceContext<Stores>,
): (charge: ChargeBase, body: NewPayment, assignedBy?: KeyAuthor) => Promise<RecordedPayment> {
  const { store, publicUrl, markActive } = context
  return async (charge, body, assignedBy) => {
    const chargeId = charge.id
    const quote = readPriceQuote(context, charge, body)
    const decides = !assignedBy || (await store.isHolder(charge.accountId, quote))
    // A signature is the payer's own proof: it needs no authority over the address.
    if (!decides && body.signature === undefined) throw createForeignAddressError()
    const { chainId, token } = quote
    const hash = body.hash.toLowerCase()
    const report: ReportRecord = {
      ...createReport({ id: createId(), chargeId, chainId, hash, token }),
      signature: body.signature?.toLowerCase(),
      assignedBy: decides ? assignedBy : undefined,
    }
    const result = await store.addReport(report, reportLimits)
    if (result.outcome !== 'added') {
      throw new PayError('conflict', 'This transaction was already used for a payment.', {
        // A caller must not learn the id of a charge that they did not name themselves.
        details: result.outcome === 'known' ? { chargeUuid: chargeId } : undefined,
      })
    }
    markActive(charge)
    return toPaymentReply(result.report, charge, publicUrl)
  }
}

/**
 * Creates the function that returns the status of a transaction for a charge.
 * The function rejects with PayError `not_found`.
 */
export function createGetPaymentStatus(
  context: ServiceContext<Stores>,
): (charge: ChargeRecord, hash: string) => Promise<PaymentStatus> {
  const { store } = context
  return async (charge, text) => {
    const hash = text.toLowerCase()
    const quotes = listQuotes(charge)
    for (const chainId of new Set(quotes.map((quote) => quote.chainId))) {
      const report = await store.getReport(charge.id, chainId, hash)
      const transactionTransfers = await store.listTransfers(chainId, hash)
      // In any token: a payer who sent another token reads that the store has it.
      const transfers = transactionTransfers.filter((transfer) =>
        quotes.some((quote) => quote.chainId === chainId && quote.recipient === transfer.recipient),
      )
      const status = toPaymentStatus({ charge, hash, report, transfers })
      if (!status) continue
      if (status.status !== 'FAILED' && status.status !== 'UNMATCHED') return status
      // The charge was read earlier: a transfer credited to it since then is neither refused nor credited elsewhere.
      const latest = (await store.getCharge(charge.accountId, charge.id)) ?? charge
      return toPaymentStatus({ charge: latest, hash, report, transfers }) ?? status
    }
    throw new PayError(
      'not_found',
      'No payment with this transaction hash was found for this charge.',
    )
  }
}
