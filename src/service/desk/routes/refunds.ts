import { html, raw } from 'hono/html'
import { buildCallUrl } from '../../../api/client/call-url.ts'
import { routes } from '../../../api/routes/routes.ts'
import { buildScriptTags, type ReleaseIntegrity } from '../../../api/script-tags.ts'
import { parseJsonText, readJsonText } from '../../../api/server/body.ts'
import { readFields, readQuery } from '../../../api/server/read-call.ts'
import { PayError } from '../../../errors.ts'
import { registerAction } from '../act.ts'
import { deskRefundRoutes } from '../api/refund-routes.ts'
import { deskRoutes } from '../api/routes.ts'
import { readRefundStatus, renderRefund, renderRefunds, renderSigning } from '../pages/refunds.ts'
import { buildPath } from '../paths.ts'
import { type Desk, deskPath, registerCall, registerPage } from '../respond.ts'

/** The additional dependencies of the page that asks a wallet. */
export interface SigningParts {
  /** Reads the hashes of the element's files; undefined before `npm run build`. */
  readIntegrity: () => Promise<ReleaseIntegrity | undefined>
}

/** Registers the list of refunds, the page of one, its decisions, and the page that asks a wallet for it. */
export function registerRefundPages(desk: Desk, { readIntegrity }: SigningParts): void {
  registerPage(desk, '/refunds', 'refunds', async ({ c, call, view }) => {
    const status = readRefundStatus(c.req.query('show'))
    const after = c.req.query('after')
    const query = {
      limit: '25',
      ...(status && { status }),
      ...(after && { starting_after: after }),
    }
    return renderRefunds(view, status, await call(routes.listRefunds, { query }))
  })

  registerPage(desk, '/refunds/:uuid', 'refunds', async ({ call, view, param }) => {
    const refund = await call(routes.getRefund, { params: { uuid: param('uuid') } })
    const [{ data: charge }, { wallet }] = await Promise.all([
      call(routes.getCharge, { params: { id: refund.chargeUuid } }),
      call(deskRoutes.getSettings),
    ])
    return renderRefund(view, { refund, charge, wallet: wallet?.walletAddress ?? '' })
  })

  registerAction(desk, '/charges/:uuid/refunds', async ({ call, param, field }) => {
    const [amount, reason] = [field('amount'), field('reason')]
    const body = { ...(amount && { amount }), ...(reason && { reason }) }
    const { uuid } = await call(routes.createRefund, { params: { uuid: param('uuid') }, body })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundBegun' }
  })

  registerAction(desk, '/refunds/:uuid/approve', async ({ call, param, field }) => {
    const body = { recipientAddress: field('recipient') }
    const uuid = param('uuid')
    await call(routes.approveRefund, { params: { uuid }, body })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundApproved' }
  })

  registerAction(desk, '/refunds/:uuid/cancel', async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.cancelRefund, { params: { uuid } })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundCanceled' }
  })

  registerAction(desk, '/refunds/:uuid/release', async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.releaseRefund, { params: { uuid } })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundReleased' }
  })

  registerAction(desk, '/refunds/:uuid/is-refund', async ({ call, param, field }) => {
    const body = { hash: field('hash'), isRefund: true }
    await call(routes.reportRefund, { params: { uuid: param('uuid') }, body })
    return { path: buildPath('/refunds/:uuid', { uuid: param('uuid') }) }
  })

  registerAction(desk, '/refunds/:uuid/other-transaction', async ({ call, param, field }) => {
    const body = { hashes: [field('hash')] }
    await call(routes.dismissRefundTransactions, { params: { uuid: param('uuid') }, body })
    return { path: buildPath('/refunds/:uuid', { uuid: param('uuid') }) }
  })

  // The page's address contains the attempt, so no other page can ask a wallet for it.
  registerAction(desk, '/refunds/:uuid/sign', async ({ call, param, field }) => {
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
      return renderSigning(view, refund, { scriptTags: html`${raw(tags.html)}`, attempt })
    },
  )

  registerCall(
    desk,
    'GET',
    '/refunds/:uuid/sign/:attempt/charges/:id',
    async ({ c, call, param }) => {
      const query = readQuery(deskRefundRoutes.getSigningCharge, c.req.url)
      return await call(deskRefundRoutes.getSigningCharge, { params: readAttempt(param), query })
    },
  )
  registerCall(
    desk,
    'POST',
    '/refunds/:uuid/sign/:attempt/charges/:id/payments',
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
