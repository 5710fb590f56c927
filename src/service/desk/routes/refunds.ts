import { routes } from '../../../api/routes/routes.ts'
import { registerAction } from '../act.ts'
import { deskRefundRoutes } from '../api/refund-routes.ts'
import { deskRoutes } from '../api/routes.ts'
import type { Desk } from '../desk.ts'
import { listStatuses, readShownRefunds, renderRefunds } from '../pages/refund-list.ts'
import { renderRefund } from '../pages/refunds.ts'
import { readShop } from '../pages/shop-filter.ts'
import { buildPath } from '../paths.ts'
import { registerPage } from '../register.ts'

/** Registers the list of refunds, the page of one, and its decisions. */
export function registerRefundPages(desk: Desk): void {
  registerPage(desk, '/refunds', 'refunds', async ({ c, call, view }) => {
    const shown = readShownRefunds(c.req.query('show'))
    const after = c.req.query('after')
    const shop = readShop(c.req.query('shop'))
    const query = {
      limit: '25',
      statuses: listStatuses(shown).join(),
      ...(after && { starting_after: after }),
      ...(shop && { shop }),
    }
    const [{ shops }, refunds] = await Promise.all([
      call(deskRoutes.getChoices),
      call(deskRefundRoutes.listRefunds, { query }),
    ])
    return renderRefunds(view, shown, { shop, shops }, refunds)
  })

  registerPage(desk, '/refunds/:uuid', 'refunds', async ({ call, view, param }) => {
    const refund = await call(routes.getRefund, { params: { uuid: param('uuid') } })
    const [{ data: charge }, { wallet }] = await Promise.all([
      call(routes.getCharge, { params: { id: refund.chargeUuid } }),
      call(deskRoutes.getSettings),
    ])
    return renderRefund(view, { refund, charge, wallet: wallet?.walletAddress ?? '' })
  })

  registerAction(
    desk,
    '/charges/:uuid/refunds',
    routes.createRefund,
    async ({ call, param, field, amount: read }) => {
      const [amount, reason] = [read('amount'), field('reason')]
      // Of what is too much, the service knows how much that is by now.
      const excess = field('excess') !== '' && { excess: true as const }
      const body = { ...(amount && { amount }), ...(reason && { reason }), ...excess }
      const { uuid } = await call(routes.createRefund, { params: { uuid: param('uuid') }, body })
      return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundBegun' }
    },
  )

  registerAction(
    desk,
    '/refunds/:uuid/approve',
    routes.approveRefund,
    async ({ call, param, field }) => {
      const body = { recipientAddress: field('recipient') }
      const uuid = param('uuid')
      await call(routes.approveRefund, { params: { uuid }, body })
      return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundApproved' }
    },
  )

  registerAction(desk, '/refunds/:uuid/cancel', routes.cancelRefund, async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.cancelRefund, { params: { uuid } })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundCanceled' }
  })

  registerAction(desk, '/refunds/:uuid/release', routes.releaseRefund, async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.releaseRefund, { params: { uuid } })
    return { path: buildPath('/refunds/:uuid', { uuid }), done: 'doneRefundReleased' }
  })

  registerAction(
    desk,
    '/refunds/:uuid/is-refund',
    routes.reportRefund,
    async ({ call, param, field }) => {
      const body = { hash: field('hash'), isRefund: true }
      await call(routes.reportRefund, { params: { uuid: param('uuid') }, body })
      return { path: buildPath('/refunds/:uuid', { uuid: param('uuid') }) }
    },
  )

  registerAction(
    desk,
    '/refunds/:uuid/other-transaction',
    routes.dismissRefundTransactions,
    async ({ call, param, field }) => {
      const body = { hashes: [field('hash')] }
      await call(routes.dismissRefundTransactions, { params: { uuid: param('uuid') }, body })
      return { path: buildPath('/refunds/:uuid', { uuid: param('uuid') }) }
    },
  )
}
