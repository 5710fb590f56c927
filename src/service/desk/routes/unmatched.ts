import { routes } from '../../../api/routes/routes.ts'
import { type ActionCall, registerAction } from '../act.ts'
import { readShown, renderUnmatched, renderUnmatchedList } from '../pages/unmatched.ts'
import { buildPath, type DeskPath } from '../paths.ts'
import { type Desk, registerPage } from '../respond.ts'
import { loadSuggested, loadSuggestions } from '../suggested.ts'

/** Registers the list of unmatched money, the page of one transfer, and the decisions about it. */
export function registerUnmatchedPages(desk: Desk): void {
  registerPage(desk, '/unmatched', 'unmatched', async ({ c, call, view }) => {
    const { name, asked } = readShown(c.req.query('show'))
    const [after, before] = [c.req.query('after'), c.req.query('before')]
    const cursor = after ? { starting_after: after } : before ? { ending_before: before } : {}
    const query = { ...cursor, ...asked, limit: '10' }
    const { data, pagination } = await call(routes.listUnmatched, { query })
    const isBackward = 'ending_before' in cursor
    return renderUnmatchedList(view, name, await loadSuggestions(call, data), {
      newer: isBackward ? pagination.has_more : after !== undefined,
      older: isBackward || pagination.has_more,
    })
  })

  registerPage(desk, '/unmatched/:uuid', 'unmatched', async ({ call, view, param }) =>
    renderUnmatched(view, await loadSuggested(call, param('uuid'), 5)),
  )

  registerAction(desk, '/unmatched/:uuid/assign', routes.assignUnmatched, async (action) => {
    const { call, param, field } = action
    const amount = field('amount')
    // For a token that the charge does not accept: the value that the page has shown.
    const usdAmount = field('dollars')
    // For a short payment: what has arrived with it, as the page has shown it.
    const accepted = field('accept')
    const body = {
      chargeUuid: field('charge'),
      ...(amount && { amount }),
      ...(usdAmount && { usdAmount }),
      ...(accepted && { accept: true, acceptAmount: accepted }),
    }
    const { uuid, chargeUuid: charge } = await call(routes.assignUnmatched, {
      params: { uuid: param('uuid') },
      body,
    })
    const undo = { path: buildPath('/unmatched/:uuid/unassign', { uuid }), charge }
    return { path: findList(action), done: 'doneAssigned', undo }
  })

  registerAction(
    desk,
    '/unmatched/:uuid/unassign',
    routes.unassignUnmatched,
    async ({ call, param, field }) => {
      const body = { chargeUuid: field('charge') }
      await call(routes.unassignUnmatched, { params: { uuid: param('uuid') }, body })
      return { path: buildPath('/unmatched'), done: 'doneUnassigned' }
    },
  )

  registerAction(
    desk,
    '/unmatched/:uuid/return',
    routes.returnUnmatched,
    async ({ call, param, field }) => {
      const amount = field('amount')
      const params = { uuid: param('uuid') }
      const { chargeUuid } = await call(routes.returnUnmatched, {
        params,
        body: { ...(amount && { amount }) },
      })
      return { path: buildPath('/charges/:uuid', { uuid: chargeUuid }), done: 'doneReturned' }
    },
  )

  registerAction(desk, '/unmatched/:uuid/ignore', routes.ignoreUnmatched, async (action) => {
    const { call, param } = action
    const uuid = param('uuid')
    await call(routes.ignoreUnmatched, { params: { uuid } })
    const undo = { path: buildPath('/unmatched/:uuid/restore', { uuid }) }
    return { path: findList(action), done: 'doneIgnored', undo }
  })

  registerAction(
    desk,
    '/unmatched/:uuid/restore',
    routes.restoreUnmatched,
    async ({ call, param }) => {
      await call(routes.restoreUnmatched, { params: { uuid: param('uuid') } })
      return { path: buildPath('/unmatched'), done: 'doneRestored' }
    },
  )
}

/** Returns the list that the form was on: the first page's, or that of unmatched money. */
function findList({ field }: ActionCall): DeskPath {
  return field('place') === 'today' ? buildPath('') : buildPath('/unmatched')
}
