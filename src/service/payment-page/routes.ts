import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { payerRoutes } from '../../api/routes/proxy-routes.ts'
import type { Route } from '../../api/routes/route.ts'
import { Uuid } from '../../api/schemas/fields.ts'
import { entryFileName } from '../../api/script-tags.ts'
import { parseJsonText, readJsonText } from '../../api/server/body.ts'
import { HttpError } from '../../api/server/http-error.ts'
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
import { createReceiptReply, type ReceiptContext } from '../charges/routes/receipts.ts'
import { createSignedRequestCharge } from '../charges/routes/sign-quotes.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { PaymentPageStore } from '../charges/store/payment-page.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import { replyWithError } from '../http/errors.ts'
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
import { type PageCharge, pageHeaders, registerChargePage } from './charge-page.ts'
import { describeLink } from './link.ts'
import type { Pictures } from './link-preview/pictures.ts'
import { openPictures, registerPictureRoute } from './link-preview/route.ts'
import { registerRefundPage } from './refund-page.ts'
import { pageStyle } from './style.ts'
import { openWidgetAssets, type WidgetAssets } from './widget.ts'

/** The stores that these routes use. */
type Stores = AcceptedAuthorizationStore &
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

/**
 * Registers the payment page of each charge, and everything it loads, below /pay. It needs no api-key: the charge's id, which
 * cannot be guessed, gives access to that charge and nothing else.
 */
export function registerPageRoutes(
  app: Hono<Env>,
  context: ServiceContext<Stores>,
  widget: WidgetAssets = openWidgetAssets(),
  pictures: Pictures = openPictures(context),
): void {
  // First: the name of its script is among those of the element's files.
  registerRefundPage(app, context, {
    widget,
    headers: pageHeaders,
    findCharge: (id) => findPageCharge(context, id),
    checkOwnPage,
  })
  registerAssetRoutes(app, widget)
  registerPayerRoutes(app, context)
  registerPictureRoute(app, {
    path: '/pay/:page',
    pictures,
    async describePicture(page, language) {
      const found = await readCharge(context, page)
      const facts = found && describeLink(found.charge, found.account, language).picture
      return facts && { facts, owner: found.account.id }
    },
  })
  registerChargePage(app, context, { widget, findCharge: (id) => findPageCharge(context, id) })
}

function registerAssetRoutes(app: Hono<Env>, widget: WidgetAssets): void {
  app.use('/pay/assets/*', compress())
  app.get('/pay/assets/page.css', (c) =>
    c.body(pageStyle, 200, {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/pay/assets/:file', async (c) => {
    const name = c.req.param('file')
    const file = await widget.readAsset(name)
    if (!file) return replyWithError(c, 'not_found', `There is no file ${name.slice(0, 80)}.`)
    return c.body(file, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      // A chunk's name contains a hash of its content, the entry's does not.
      'cache-control': name === entryFileName ? 'no-cache' : 'public, max-age=31536000, immutable',
    })
  })
}

/** Registers for the one charge of a page the calls that a merchant's proxy would forward. */
function registerPayerRoutes(app: Hono<Env>, context: ServiceContext<Stores>): void {
  const addPayment = createAddPayment(context)
  const getPaymentStatus = createGetPaymentStatus(context)
  const reserveAmount = createReserveAmount(context)
  const listOffers = createListOffers(context)
  const addAuthorization = createAddAuthorization(context)
  const nameRefundRecipient = createNameRefundRecipient(context)
  const { getCharge, getRequestCharge } = payerRoutes

  registerPayerRoute(app, getCharge, async (id, { query }) => {
    const { charge, account } = await readPageCharge(id)
    return await createChargeReply(context, charge, account, query)
  })
  registerPayerRoute(app, getRequestCharge, async (id) => {
    const { charge, account } = await readPageCharge(id)
    return await createSignedRequestCharge(context, await refreshQuotes(context, charge), account)
  })
  registerPayerRoute(app, payerRoutes.getPaymentStatus, async (id, { params }) => {
    const { charge } = await readPageCharge(id)
    return await getPaymentStatus(charge, params.hash)
  })
  registerPayerRoute(app, payerRoutes.getReceipt, async (id) => {
    const { charge, account } = await readPageCharge(id)
    return await createReceiptReply(context, charge, account)
  })
  registerPayerRoute(app, payerRoutes.listChargeRefunds, async (id) => {
    const { charge } = await readPageCharge(id)
    return await createRefundList(context, charge)
  })
  registerPayerRoute(app, payerRoutes.nameRefundRecipient, async (id, { params, body }) => {
    const { charge } = await readPageCharge(id)
    return await nameRefundRecipient(charge, params.refund, body)
  })
  registerPayerRoute(app, payerRoutes.addPayment, async (id, { body, warnings }) => {
    const charge = await context.store.getChargeBase(undefined, id)
    if (!charge) throw createUnknownChargeError()
    return addWarnings(await addPayment(charge, body), warnings)
  })
  registerPayerRoute(app, payerRoutes.listAuthorizationOffers, async (id) => {
    const { charge } = await readPageCharge(id)
    return await listOffers(charge)
  })
  registerPayerRoute(app, payerRoutes.addAuthorization, async (id, { body, warnings }) => {
    const { charge } = await readPageCharge(id)
    return addWarnings(await addAuthorization(charge, body), warnings)
  })
  registerPayerRoute(app, payerRoutes.reserveAmount, async (id, { body }) => {
    const { charge } = await readPageCharge(id)
    return await reserveAmount(charge, body)
  })

  async function readPageCharge(id: string): Promise<PageCharge> {
    const pageCharge = await findPageCharge(context, id)
    if (pageCharge) return pageCharge
    throw createUnknownChargeError()
  }
}

/** A parsed call of a payer. */
interface PayerCall<R extends Route> {
  params: Record<R['params'][number], string>
  query: QueryOutput<R>
  body: BodyOutput<R>
  /** Warnings about ignored fields of the body, for replies that have them. */
  warnings: readonly string[]
}

/** Registers a payer's call below the page of its charge. It cannot name another charge. */
function registerPayerRoute<R extends Route>(
  app: Hono<Env>,
  route: R,
  answer: (chargeId: string, call: PayerCall<R>) => Promise<object>,
): void {
  const [status] = route.successStatuses as [200 | 201]
  app.on(route.method, `/pay/:page${route.path}`, async (c) => {
    if (route.method === 'POST') checkOwnPage((name) => c.req.header(name))
    const params = readParams(route, c.req.param())
    const chargeId = getChargeId(params)
    if (chargeId === undefined || chargeId !== c.req.param('page')?.toLowerCase())
      throw createUnknownChargeError()
    const query = readQuery(route, c.req.url)
    const raw = route.body && parseJsonText(await readJsonText(c.req.raw))
    const { body, warnings } = readFields(route, raw)
    return c.json(await answer(chargeId, { params, query, body, warnings }), status)
  })
}

function createUnknownChargeError(): PayError {
  return new PayError('not_found', 'There is no such charge.')
}

/** Finds the charge of a page, and tells the watcher that somebody looks at it. */
async function findPageCharge(
  context: { store: PaymentPageStore } & Pick<ServiceContext<Stores>, 'markActive'>,
  id: string,
): Promise<PageCharge | undefined> {
  const pageCharge = await readCharge(context, id)
  if (pageCharge) context.markActive(pageCharge.charge)
  return pageCharge
}

async function readCharge(
  { store }: { store: PaymentPageStore },
  id: string,
): Promise<PageCharge | undefined> {
  if (!Uuid.safeParse(id).success) return undefined
  return await store.getChargeWithAccount(id.toLowerCase())
}

/**
 * Refuses a call that changes something, unless it comes from the payment page. Pages of other origins cannot send JSON to
 * the service: that would need a preflight, which is not answered.
 */
function checkOwnPage(header: (name: string) => string | undefined): void {
  const site = header('sec-fetch-site')
  if (site === undefined || site === 'same-origin') return
  throw new HttpError('forbidden', 'A payment can be reported from the payment page only.')
}
