import { routes } from '../../../api/routes/routes.ts'
import { registerAction } from '../act.ts'
import { deskRefundRoutes } from '../api/refund-routes.ts'
import { deskRoutes } from '../api/routes.ts'
import { loadAuditSubjects } from '../audit-subjects.ts'
import { sendChargeFile } from '../charge-file.ts'
import type { Desk } from '../desk.ts'
import { renderCharge } from '../pages/charges/charge.ts'
import { readChargeSearch, renderCharges, toListQuery } from '../pages/charges/charges.ts'
import { buildPath } from '../paths.ts'
import { registerPage } from '../register.ts'
import { registerNewCharge } from './new-charge.ts'

/** Registers the list of charges, the page of one charge, and its cancellation. */
export function registerChargePages(desk: Desk): void {
  registerPage(desk, '/charges', 'charges', async ({ c, call, view }) => {
    const asked = readChargeSearch((name) => c.req.query(name))
    const query = { ...toListQuery(asked, view.zone.name), limit: asked.size }
    const [choices, list] = await Promise.all([
      call(deskRoutes.getChoices),
      call(routes.listCharges, { query }),
    ])
    return renderCharges(view, asked, choices, list)
  })

  // Before the page of one charge, which would take them for an id.
  registerNewCharge(desk)
  registerPage(desk, '/charges/file', 'charges', async ({ c, call, view }) => {
    const asked = readChargeSearch((name) => c.req.query(name))
    const query = toListQuery({ ...asked, page: {} }, view.zone.name)
    return await sendChargeFile(c, { call, view, log: desk.context.log }, query)
  })

  registerPage(desk, '/charges/:uuid', 'charges', async ({ call, view, param }) => {
    const uuid = param('uuid')
    // First the charge: an account that does not have it learns nothing else.
    const { data: charge } = await call(routes.getCharge, { params: { id: uuid } })
    const [events, decisions, refunds, refundable, removed] = await Promise.all([
      call(routes.listEvents, { query: { charge: uuid, limit: '100' } }),
      call(deskRoutes.listDecisions, { params: { uuid } }),
      call(routes.listChargeRefunds, { params: { uuid } }),
      call(deskRefundRoutes.getRefundable, { params: { uuid } }),
      call(deskRoutes.listRemovedEndpoints),
    ])
    return renderCharge(view, {
      charge,
      events: events.data,
      decisions: decisions.data,
      subjects: await loadAuditSubjects(call, decisions.data),
      removedEndpoints: removed.data,
      refunds: refunds.data,
      refundable: refundable.data,
    })
  })

  registerAction(
    desk,
    '/charges/:uuid/accept',
    routes.acceptCharge,
    async ({ call, param, field }) => {
      const [uuid, reason] = [param('uuid'), field('reason')]
      const body = { amount: field('amount'), ...(reason && { reason }) }
      await call(routes.acceptCharge, { params: { uuid }, body })
      const undo = { path: buildPath('/charges/:uuid/unaccept', { uuid }) }
      return { path: buildPath('/charges/:uuid', { uuid }), done: 'doneAccepted', undo }
    },
  )

  registerAction(
    desk,
    '/charges/:uuid/unaccept',
    routes.unacceptCharge,
    async ({ call, param }) => {
      const uuid = param('uuid')
      await call(routes.unacceptCharge, { params: { uuid } })
      return { path: buildPath('/charges/:uuid', { uuid }), done: 'doneUnaccepted' }
    },
  )

  registerAction(desk, '/charges/:uuid/shipped', routes.markShipped, async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.markShipped, { params: { uuid } })
    return { path: buildPath('/charges/:uuid', { uuid }), done: 'doneShipped' }
  })

  registerAction(desk, '/charges/:uuid/cancel', routes.cancelCharge, async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.cancelCharge, { params: { uuid } })
    return { path: buildPath('/charges/:uuid', { uuid }), done: 'doneCanceled' }
  })
}
