import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { entryFileName } from '../../api/script-tags.ts'
import { HttpError } from '../../api/server/http-error.ts'
import type { Env, ServiceContext } from '../http/context.ts'
import { replyWithError } from '../http/errors.ts'
import { pageHeaders, registerChargePage } from './charge-page.ts'
import { describeLink } from './link.ts'
import type { Pictures } from './link-preview/pictures.ts'
import { openPictures, registerPictureRoute } from './link-preview/route.ts'
import {
  createUnknownChargeError,
  findPageCharge,
  type PayerStores,
  readCharge,
  registerPayerRoutes,
} from './payer-routes.ts'
import { registerRefundPage } from './refund-page.ts'
import { pageStyle } from './style.ts'
import { openWidgetAssets, type WidgetAssets } from './widget.ts'

/**
 * Registers the payment page of each charge, and everything it loads, below /pay. It needs no api-key: the charge's id, which
 * cannot be guessed, gives access to that charge and nothing else.
 */
export function registerPageRoutes(
  app: Hono<Env>,
  context: ServiceContext<PayerStores>,
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
  registerPayerRoutes(app, context, {
    base: '/pay/:page',
    admit(c, chargeId) {
      if (c.req.method === 'POST') checkOwnPage((name) => c.req.header(name))
      if (chargeId !== c.req.param('page')?.toLowerCase()) throw createUnknownChargeError()
    },
  })
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
  // Pages of merchants load the entry at each visit, and get it again only when it has changed.
  app.use(`/pay/assets/${entryFileName}`, etag())
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

/**
 * Refuses a call that changes something, unless it comes from the payment page. Pages of other origins cannot send JSON to
 * the service: that would need a preflight, which is not answered.
 */
function checkOwnPage(header: (name: string) => string | undefined): void {
  const site = header('sec-fetch-site')
  if (site === undefined || site === 'same-origin') return
  throw new HttpError('forbidden', 'A payment can be reported from the payment page only.')
}
