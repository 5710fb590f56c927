import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'
import { routes } from '../../api/routes/routes.ts'
import { Hash, Uuid } from '../../api/schemas/fields.ts'
import { NewPayment, NewReservedAmount } from '../../api/schemas/payments/payment.ts'
import { buildScriptTags, entryFileName } from '../../api/script-tags.ts'
import { PayError } from '../../errors.ts'
import type { MerchantAccount } from '../domain/accounts/accounts.ts'
import type { PaymentPageStore } from '../domain/charges/charges.ts'
import type { ChargeRecord } from '../domain/charges/records.ts'
import { createChargeReply } from '../routes/charges/charge-reply.ts'
import { refreshQuotes } from '../routes/charges/fresh.ts'
import { createSignedRequestCharge, getQuoteKey } from '../routes/charges/sign-quotes.ts'
import { isJsonContentType, jsonBodyLimit, readJson } from '../routes/http/body.ts'
import type { Env, ServiceContext } from '../routes/http/context.ts'
import { readQuery } from '../routes/http/endpoint.ts'
import { replyWithError } from '../routes/http/errors.ts'
import { checkQuery, readFields } from '../routes/http/unknown-input.ts'
import { validate } from '../routes/http/validate.ts'
import { addWarnings, createAddPayment, createGetPayment } from '../routes/payments/payments.ts'
import { createReserveAmount } from '../routes/payments/reserved-amounts.ts'
import {
  renderChargePage,
  renderFailedPage,
  renderNotBuiltPage,
  renderNotFoundPage,
} from './html.ts'
import { pageStyle } from './style.ts'
import { choosePageLanguage } from './texts.ts'
import { openWidgetAssets, type WidgetAssets } from './widget.ts'

/**
 * Allows only our own files, and images from anywhere, for a brand's logo. Lit's Trusted Types policy is `lit-html`.
 */
const contentSecurityPolicy = [
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
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
}

/** The headers of a page with the element: its import map is the only inline script, and no script runs without a hash. */
function buildPaymentHeaders(scriptSource: string): Record<string, string> {
  return {
    ...pageHeaders,
    'content-security-policy': `${contentSecurityPolicy}; script-src 'self' ${scriptSource}`,
    'integrity-policy': 'blocked-destinations=(script)',
  }
}

/**
 * Registers the payment page of each charge, and everything it loads, below /pay. It needs no api-key: the charge's id,
 * which nobody can guess, gives access to that charge and nothing else.
 */
export function registerPageRoutes(
  app: Hono<Env>,
  context: ServiceContext & { store: PaymentPageStore },
  widget: WidgetAssets = openWidgetAssets(),
): void {
  registerAssetRoutes(app, widget)
  registerPageApiRoutes(app, context)

  app.get('/pay/:page', async (c) => {
    try {
      const found = await findPageCharge(context, c.req.param('page'))
      if (!found) return c.html(await renderNotFoundPage(), 404, pageHeaders)
      const release = await widget.readIntegrity()
      if (!release) return c.html(await renderNotBuiltPage(), 503, pageHeaders)
      const tags = await buildScriptTags(release, './assets/')
      const page = renderChargePage(found.charge, found.account, {
        publicUrl: context.publicUrl,
        scriptTags: tags.html,
        quoteKey: getQuoteKey(context, found.account.id),
        language: choosePageLanguage(c.req.header('accept-language')),
      })
      const headers = { ...buildPaymentHeaders(tags.scriptSource), vary: 'accept-language' }
      return c.html(await page, 200, headers)
    } catch (err) {
      // A page and not JSON, because a payer's browser shows it.
      context.log.error({ err, requestId: c.get('requestId') }, 'A payment page failed.')
      return c.html(await renderFailedPage(), 500, pageHeaders)
    }
  })
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

/** Registers for the one charge of a page the calls that a merchant's proxy would serve. */
function registerPageApiRoutes(
  app: Hono<Env>,
  context: ServiceContext & { store: PaymentPageStore },
): void {
  const addPayment = createAddPayment(context)
  const getPayment = createGetPayment(context)
  const reserveAmount = createReserveAmount(context)
  app.use('/pay/:page/*', async (c, next) => {
    checkQuery(c, Object.keys(expandRequestCharge))
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
  })

  app.get('/pay/:page/charges/:id', async (c) => {
    const { charge, account } = await readPageCharge(c, 'id')
    const query = readQuery(c, routes.getCharge)
    return c.json(await createChargeReply(context, charge, account, query))
  })

  app.get('/pay/:page/request-charges/:id', async (c) => {
    const { charge, account } = await readPageCharge(c, 'id')
    const fresh = await refreshQuotes(context, charge)
    return c.json(await createSignedRequestCharge(context, fresh, account))
  })

  app.get('/pay/:page/charges/:id/payments/:hash', async (c) => {
    const { charge } = await readPageCharge(c, 'id')
    const hash = c.req.param('hash')
    if (!Hash.safeParse(hash).success) throw new PayError('not_found', 'There is no such payment.')
    return c.json(await getPayment(charge, hash))
  })

  app.post('/pay/:page/charges/:id/payments', jsonBodyLimit, async (c) => {
    const refused = rejectForeignCall(c)
    if (refused) return refused
    const charge = isOwn(c, 'id') && (await context.store.getChargeTerms(undefined, pageOf(c)))
    if (!charge) throw new PayError('not_found', 'There is no such charge.')
    const raw = await readJson(c.req.raw)
    const payment = await addPayment(charge, validate(NewPayment, raw))
    return c.json(addWarnings(payment, readFields(routes.addPayment, raw)), 201)
  })

  app.post('/pay/:page/charges/:id/reserved-amounts', jsonBodyLimit, async (c) => {
    const refused = rejectForeignCall(c)
    if (refused) return refused
    const { charge } = await readPageCharge(c, 'id')
    const raw = await readJson(c.req.raw)
    const body = validate(NewReservedAmount, raw)
    readFields(routes.reserveAmount, raw)
    return c.json(await reserveAmount(charge, body))
  })

  async function readPageCharge(c: Context<Env>, name: string): Promise<PageCharge> {
    const found = isOwn(c, name) && (await findPageCharge(context, pageOf(c)))
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

interface PageCharge {
  charge: ChargeRecord
  account: MerchantAccount
}

async function findPageCharge(
  { store, markActive }: { store: PaymentPageStore } & Pick<ServiceContext, 'markActive'>,
  id: string,
): Promise<PageCharge | undefined> {
  if (!Uuid.safeParse(id).success) return undefined
  const found = await store.getChargeWithAccount(id.toLowerCase())
  if (found) markActive(found.charge)
  return found
}

/** Refuses a call that changes something, unless it comes from the payment page. */
function rejectForeignCall(c: Context<Env>): Response | undefined {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') {
    return replyWithError(c, 'forbidden', 'A payment can be reported from the payment page only.')
  }
  // No page of another origin can send this content type: it would need a preflight, which is not answered.
  if (isJsonContentType(c.req.header('content-type'))) return undefined
  return replyWithError(
    c,
    'unsupported_media_type',
    'Send the body as Content-Type: application/json.',
  )
}
