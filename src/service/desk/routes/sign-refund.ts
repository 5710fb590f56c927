import { html, raw } from 'hono/html'
import { buildCallUrl } from '../../../api/client/call-url.ts'
import { routes } from '../../../api/routes/routes.ts'
import { buildScriptTags, type ReleaseIntegrity } from '../../../api/script-tags.ts'
import { parseJsonText, readJsonText } from '../../../api/server/body.ts'
import { readFields, readQuery } from '../../../api/server/read-call.ts'
import { PayError } from '../../../errors.ts'
import { registerAction } from '../act.ts'
import { deskRefundRoutes } from '../api/refund-routes.ts'
import { type Desk, deskPath } from '../desk.ts'
import { renderSigning } from '../pages/refunds.ts'
import { buildPath } from '../paths.ts'
import { registerCall, registerPage } from '../register.ts'

/** The additional dependencies of the page that asks a wallet. */
export interface SigningParts {
  /** Reads the hashes of the element's files; undefined before `npm run build`. */
  readIntegrity: () => Promise<ReleaseIntegrity | undefined>
}

/** Registers the page that asks a wallet for a refund, and the calls of the element on it. */
export function registerSigningPages(desk: Desk, { readIntegrity }: SigningParts): void {
  // The page's address contains the attempt, so no other page can ask a wallet for it.
  registerAction(desk, '/refunds/:uuid/sign', routes.signRefund, async ({ call, param, field }) => {
    const params = { uuid: param('uuid') }
    const attempt = crypto.randomUUID()
    const isHistoryKnown = field('history') === 'known'
    const body = { senderAddress: field('account'), attempt, isHistoryKnown }
    try {
      await call(routes.signRefund, { params, body })
    } catch (cause) {
      if (!(cause instanceof PayError) || cause.code !== 'conflict') throw cause
      // If the search has found a transfer, the refund's page shows it, and asks the merchant about it.
      const { status, unclearTransfers } = await call(routes.getRefund, { params })
      if (status === 'APPROVED' && unclearTransfers.length === 0) throw cause
      return { path: buildPath('/refunds/:uuid', params) }
    }
    return { path: buildPath('/refunds/:uuid/sign/:attempt', { ...params, attempt }) }
  })

  registerPage(
    desk,
    '/refunds/:uuid/sign/:attempt',
    'refunds',
    async ({ c, call, view, param }) => {
      const [uuid, attempt] = [param('uuid'), param('attempt')]
      await call(deskRefundRoutes.getSigningCharge, { params: { uuid, attempt } })
      const refund = await call(routes.getRefund, { params: { uuid } })
      const { data: charge } = await call(routes.getCharge, { params: { id: refund.chargeUuid } })
      const release = await readIntegrity()
      if (!release)
        throw new PayError(
          'service_failed',
          'The widget was not built. Run “npm run build”, then load this page again.',
        )
      // The element's files are the payment page's.
      const service = desk.base.slice(0, -deskPath.length)
      const assets = buildCallUrl(service, { path: '/pay/assets/' }, {})
      const tags = await buildScriptTags(release, assets)
      c.set('pageSources', tags.scriptSource)
      return renderSigning(
        view,
        { refund, charge },
        { scriptTags: html`${raw(tags.html)}`, attempt },
      )
    },
    deskRefundRoutes.getSigningCharge,
  )

  registerElementCalls(desk)
}

function registerElementCalls(desk: Desk): void {
  registerCall(
    desk,
    'GET',
    '/refunds/:uuid/sign/:attempt/charges/:id',
    deskRefundRoutes.getSigningCharge,
    async ({ c, call, param }) => {
      const query = readQuery(deskRefundRoutes.getSigningCharge, c.req.url)
      return await call(deskRefundRoutes.getSigningCharge, { params: readAttempt(param), query })
    },
  )
  registerCall(
    desk,
    'POST',
    '/refunds/:uuid/sign/:attempt/charges/:id/payments',
    deskRefundRoutes.reportSigned,
    async ({ c, call, param }) => {
      const { body } = readFields(
        deskRefundRoutes.reportSigned,
        parseJsonText(await readJsonText(c.req.raw)),
      )
      return await call(deskRefundRoutes.reportSigned, { params: readAttempt(param), body })
    },
  )
  registerCall(
    desk,
    'GET',
    '/refunds/:uuid/sign/:attempt/charges/:id/payments/:hash',
    deskRefundRoutes.getSigningStatus,
    async ({ call, param }) => {
      const params = { ...readAttempt(param), hash: param('hash') }
      return await call(deskRefundRoutes.getSigningStatus, { params })
    },
  )
}

/** Returns the attempt that a call of the element is about. It names the attempt a second time, as its charge. */
function readAttempt(param: (name: string) => string): { uuid: string; attempt: string } {
  const attempt = param('attempt')
  if (param('id') !== attempt) throw new PayError('not_found', 'There is no such charge.')
  return { uuid: param('uuid'), attempt }
}
