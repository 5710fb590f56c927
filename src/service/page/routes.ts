import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { Hash, Uuid } from '../../api/fields.ts'
import { NewPayment, NewReservedAmount } from '../../api/payment.ts'
import { PayError } from '../../errors.ts'
import type { ChargePages } from '../domain/ports.ts'
import type { Account, ChargeRecord } from '../domain/records.ts'
import { reducedCharge, requestCharge } from '../domain/replies.ts'
import { boundedBody, isJson, readJson } from '../routes/body.ts'
import type { Env, ServiceContext } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'
import { withFreshQuotes } from '../routes/fresh.ts'
import { paymentAdder, statusReader } from '../routes/payments.ts'
import { amountReserver } from '../routes/reserve.ts'
import { validate } from '../routes/validate.ts'
import { chargePage, failedPage, notBuiltPage, notFoundPage } from './html.ts'
import { pageStyle } from './style.ts'
import { entry, type Widget, widgetFiles } from './widget.ts'

/** Nothing but our own files, and images, since a brand's logo is elsewhere. Lit names its policy `lit-html`. */
const csp = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': csp,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

/**
 * The payment page of each charge, and all it loads, below /pay. There is no api-key: the charge's id, which nobody
 * guesses, opens that charge and nothing else.
 */
export function pageRoutes(
  app: Hono<Env>,
  context: ServiceContext & { store: ChargePages },
  widget: Widget = widgetFiles(),
): void {
  assetRoutes(app, widget)
  proxyRoutes(app, context)

  app.get('/pay/:page', async (c) => {
    try {
      const found = await find(context, c.req.param('page'))
      if (!found) return c.html(await notFoundPage(), 404, pageHeaders)
      if (!(await widget.isBuilt())) return c.html(await notBuiltPage(), 503, pageHeaders)
      const page = chargePage(found.charge, found.account, context.publicUrl)
      return c.html(await page, 200, pageHeaders)
    } catch (err) {
      // A payer's browser is no reader of JSON.
      context.log.error({ err, requestId: c.get('requestId') }, 'A payment page failed.')
      return c.html(await failedPage(), 500, pageHeaders)
    }
  })
}

function assetRoutes(app: Hono<Env>, widget: Widget): void {
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
    const file = await widget.file(name)
    if (!file) return refuse(c, 'not_found', `There is no file ${name.slice(0, 80)}.`)
    return c.body(file, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      // A chunk's name tells its content, the entry's does not.
      'cache-control': name === entry ? 'no-cache' : 'public, max-age=31536000, immutable',
    })
  })
}

/** What the merchant's proxy is to his page, for the one charge of this page. */
function proxyRoutes(app: Hono<Env>, context: ServiceContext & { store: ChargePages }): void {
  const { publicUrl } = context
  const addPayment = paymentAdder(context)
  const readStatus = statusReader(context)
  const reserve = amountReserver(context)
  app.use('/pay/:page/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
  })

  app.get('/pay/:page/charges/:id', async (c) => {
    const { charge } = await own(c, 'id')
    const fresh = await withFreshQuotes(context, charge)
    return c.json({ data: reducedCharge(fresh, publicUrl), warnings: [] })
  })

  app.get('/pay/:page/request-charges/:id', async (c) => {
    const { charge } = await own(c, 'id')
    return c.json(requestCharge(await withFreshQuotes(context, charge), publicUrl))
  })

  app.get('/pay/:page/charges/:id/payments/:hash', async (c) => {
    const { charge } = await own(c, 'id')
    const hash = c.req.param('hash')
    if (!Hash.safeParse(hash).success) throw new PayError('not_found', 'There is no such payment.')
    return c.json(await readStatus(charge, hash))
  })

  app.post('/pay/:page/charges/:id/payments', boundedBody, async (c) => {
    const refused = refuseOthers(c)
    if (refused) return refused
    const charge = isOwn(c, 'id') && (await context.store.chargeTerms(undefined, pageOf(c)))
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    const body = validate(NewPayment, await readJson(c.req.raw))
    return c.json(await addPayment(charge, body), 201)
  })

  app.post('/pay/:page/charges/:id/reserved-amounts', boundedBody, async (c) => {
    const refused = refuseOthers(c)
    if (refused) return refused
    const { charge } = await own(c, 'id')
    const body = validate(NewReservedAmount, await readJson(c.req.raw))
    return c.json(await reserve(charge, body))
  })

  async function own(c: Context<Env>, name: string): Promise<Found> {
    const found = isOwn(c, name) && (await find(context, pageOf(c)))
    if (found) return found
    throw new PayError('not_found', 'There is no such charge.')
  }
}

/** The charge's id that a page is of. */
function pageOf(c: Context<Env>): string {
  return c.req.param('page')?.toLowerCase() ?? ''
}

/** Whether a call from a page is about the charge of that page. */
function isOwn(c: Context<Env>, name: string): boolean {
  const page = pageOf(c)
  return page === c.req.param(name)?.toLowerCase() && Uuid.safeParse(page).success
}

interface Found {
  charge: ChargeRecord
  account: Account
}

async function find({ store }: { store: ChargePages }, id: string): Promise<Found | undefined> {
  return Uuid.safeParse(id).success ? await store.chargePage(id.toLowerCase()) : undefined
}

/** A call that changes something comes from the payment page only. */
function refuseOthers(c: Context<Env>): Response | undefined {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') {
    return refuse(c, 'forbidden', 'A payment is reported from the payment page only.')
  }
  // With this type no page of another origin gets here: it would need a preflight, which is not answered.
  if (isJson(c.req.header('content-type'))) return undefined
  return refuse(c, 'unsupported_media_type', 'Send the body as Content-Type: application/json.')
}
