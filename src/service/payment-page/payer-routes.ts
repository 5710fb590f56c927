import type { Context, Hono } from 'hono'
import { payerRoutes } from '../../api/routes/proxy-routes.ts'
import type { Route } from '../../api/routes/route.ts'
import { Uuid } from '../../api/schemas/fields.ts'
import { parseJsonText, readJsonText } from '../../api/server/body.ts'
import {
  type BodyOutput,
  getChargeId,
  type QueryOutput,
  readFields,
  readParams,
  readQuery,
} from '../../api/server/read-call.ts'
import { PayError } from '../../errors.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import { createChargeReply } from '../charges/routes/charge-reply.ts'
import { refreshQuotes } from '../charges/routes/fresh.ts'
import { savePayerLanguage } from '../charges/routes/payer-language.ts'
import { createReceiptReply, type ReceiptContext } from '../charges/routes/receipts.ts'
import { createSignedRequestCharge } from '../charges/routes/sign-quotes.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { PaymentPageStore } from '../charges/store/payment-page.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import {
  addWarnings,
  createAddPayment,
  createGetPaymentStatus,
} from '../payments/routes/payments.ts'
import { createReserveAmount } from '../payments/routes/reserved-amounts.ts'
import type { ReportStore } from '../payments/store/reports.ts'
import type { ReservationStore } from '../payments/store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../payments/store/transfers.ts'
import { createNameRefundRecipient } from '../refunds/routes/recipient.ts'
import { createRefundList } from '../refunds/routes/refunds.ts'
import type { RefundStore } from '../refunds/store/refunds.ts'
import { createAddAuthorization, createListOffers } from '../relayer/routes/authorizations.ts'
import type { AcceptedAuthorizationStore } from '../relayer/store/accepted.ts'
import type { RelayStore } from '../relayer/store/relays.ts'
import type { UnmatchedStore } from '../unmatched/store/unmatched.ts'
import type { PageCharge } from './charge-page.ts'

// What a payer without an api-key may ask about one charge. Each door to it answers the same calls in the same way.

/** The stores that these routes use. */
export type PayerStores = AcceptedAuthorizationStore &
  ChargeStore &
  ModeStore &
  PaymentPageStore &
  RefundStore &
  RelayStore &
  ReportStore &
  ReservationStore &
  TransferStore &
  UnmatchedStore &
  ReceiptContext['store']

/** The dependencies of these calls. */
export type PayerContext = ServiceContext<PayerStores>

/** A way by which payers' browsers reach charges without an api-key. */
export interface PayerDoor {
  /** The path below which the calls are. */
  base: string
  /** Refuses a call that may not reach this charge. */
  admit(c: Context<Env>, chargeId: string): void | Promise<void>
}

/** Registers at a door the calls about one charge that a merchant's proxy would forward. */
export function registerPayerRoutes(app: Hono<Env>, context: PayerContext, door: PayerDoor): void {
  const addPayment = createAddPayment(context)
  const getPaymentStatus = createGetPaymentStatus(context)
  const reserveAmount = createReserveAmount(context)
  const listOffers = createListOffers(context)
  const addAuthorization = createAddAuthorization(context)
  const nameRefundRecipient = createNameRefundRecipient(context)
  const { getCharge, getRequestCharge } = payerRoutes

  register(getCharge, async (id, { query }) => {
    const { charge, account } = await readPageCharge(id)
    return await createChargeReply(context, charge, account, query)
  })
  register(getRequestCharge, async (id) => {
    const { charge, account } = await readPageCharge(id)
    return await createSignedRequestCharge(context, await refreshQuotes(context, charge), account)
  })
  register(payerRoutes.getPaymentStatus, async (id, { params }) => {
    const { charge } = await readPageCharge(id)
    return await getPaymentStatus(charge, params.hash)
  })
  register(payerRoutes.getReceipt, async (id) => {
    const { charge, account } = await readPageCharge(id)
    return await createReceiptReply(context, charge, account)
  })
  register(payerRoutes.listChargeRefunds, async (id) => {
    const { charge } = await readPageCharge(id)
    return await createRefundList(context, charge)
  })
  register(payerRoutes.nameRefundRecipient, async (id, { params, body }) => {
    const { charge } = await readPageCharge(id)
    return await nameRefundRecipient(charge, params.refund, body)
  })
  register(payerRoutes.addPayment, async (id, { body, warnings, acceptLanguage }) => {
    const charge = await context.store.getChargeBase(undefined, id)
    if (!charge) throw createUnknownChargeError()
    const payment = await addPayment(charge, body)
    await savePayerLanguage(context, charge, acceptLanguage)
    return addWarnings(payment, warnings)
  })
  register(payerRoutes.listAuthorizationOffers, async (id) => {
    const { charge } = await readPageCharge(id)
    return await listOffers(charge)
  })
  register(payerRoutes.addAuthorization, async (id, { body, warnings, acceptLanguage }) => {
    const { charge } = await readPageCharge(id)
    const payment = await addAuthorization(charge, body)
    await savePayerLanguage(context, charge, acceptLanguage)
    return addWarnings(payment, warnings)
  })
  register(payerRoutes.reserveAmount, async (id, { body }) => {
    const { charge } = await readPageCharge(id)
    return await reserveAmount(charge, body)
  })

  async function readPageCharge(id: string): Promise<PageCharge> {
    const pageCharge = await findPageCharge(context, id)
    if (pageCharge) return pageCharge
    throw createUnknownChargeError()
  }

  function register<R extends Route>(
    route: R,
    answer: (chargeId: string, call: PayerCall<R>) => Promise<object>,
  ): void {
    const [status] = route.successStatuses as [200 | 201]
    app.on(route.method, `${door.base}${route.path}`, async (c) => {
      const params = readParams(route, c.req.param())
      const chargeId = getChargeId(params)
      if (chargeId === undefined) throw createUnknownChargeError()
      await door.admit(c, chargeId)
      const query = readQuery(route, c.req.url)
      const raw = route.body && parseJsonText(await readJsonText(c.req.raw))
      const { body, warnings } = readFields(route, raw)
      const acceptLanguage = c.req.header('accept-language')
      const call = { params, query, body, warnings, acceptLanguage }
      return c.json(await answer(chargeId, call), status)
    })
  }
}

/** A parsed call of a payer. */
interface PayerCall<R extends Route> {
  params: Record<R['params'][number], string>
  query: QueryOutput<R>
  body: BodyOutput<R>
  /** Warnings about ignored fields of the body, for replies that have them. */
  warnings: readonly string[]
  /** The languages of the payer's browser. */
  acceptLanguage: string | undefined
}

/** Returns the error of a charge that this door does not know, or does not open. */
export function createUnknownChargeError(): PayError {
  return new PayError('not_found', 'There is no such charge.')
}

/** Finds the charge of a page, and tells the watcher that somebody looks at it. */
export async function findPageCharge(
  context: { store: PaymentPageStore } & Pick<ServiceContext<PayerStores>, 'markActive'>,
  id: string,
): Promise<PageCharge | undefined> {
  const pageCharge = await readCharge(context, id)
  if (pageCharge) context.markActive(pageCharge.charge)
  return pageCharge
}

export async function readCharge(
  { store }: { store: PaymentPageStore },
  id: string,
): Promise<PageCharge | undefined> {
  if (!Uuid.safeParse(id).success) return undefined
  return await store.getChargeWithAccount(id.toLowerCase())
}
