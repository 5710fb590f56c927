import { sleep } from '../../../api/client/timing.ts'
import { routes } from '../../../api/routes/routes.ts'
import { type ActionCall, registerAction } from '../act.ts'
import { deskRefundRoutes } from '../api/refund-routes.ts'
import { deskRoutes, maxTyped } from '../api/routes.ts'
import type { DeskCall } from '../call.ts'
import type { Desk } from '../desk.ts'
import { readShop } from '../pages/shop-filter.ts'
import { readShown, renderUnmatchedList } from '../pages/unmatched/list.ts'
import { type FoundCharges, renderUnmatched } from '../pages/unmatched/one.ts'
import { buildPath, type DeskPath } from '../paths.ts'
import { registerPage } from '../register.ts'
import { loadSuggested, loadSuggestions } from '../suggested.ts'
import type { DeskView } from '../view.ts'
import { findRows } from './search.ts'

/** Milliseconds for which sending back waits until the service counts money as confirmed, which it mostly is, and between two looks. */
const longestWaitMs = 30_000
const pollMs = 200

/** Registers the list of unmatched money, the page of one transfer, and the decisions about it. */
export function registerUnmatchedPages(desk: Desk): void {
  registerPage(desk, '/unmatched', 'unmatched', async ({ c, call, view }) => {
    const { name, asked } = readShown(c.req.query('show'))
    const [after, before] = [c.req.query('after'), c.req.query('before')]
    const cursor = after ? { starting_after: after } : before ? { ending_before: before } : {}
    const shop = readShop(c.req.query('shop'))
    const query = { ...cursor, ...asked, ...(shop && { shop }), limit: '10' }
    const [{ shops }, { data, pagination }] = await Promise.all([
      call(deskRoutes.getChoices),
      call(routes.listUnmatched, { query }),
    ])
    const isBackward = 'ending_before' in cursor
    return renderUnmatchedList(view, { name, shop, shops }, await loadSuggestions(call, data), {
      newer: isBackward ? pagination.has_more : after !== undefined,
      older: isBackward || pagination.has_more,
    })
  })

  registerPage(desk, '/unmatched/:uuid', 'unmatched', async ({ c, call, view, param }) => {
    const money = await loadSuggested(call, param('uuid'), 5)
    // A form that was not taken is on the page again, with the charge that it was for.
    const typed = (c.req.query('find') ?? view.refused?.values.charge ?? '').trim()
    return renderUnmatched(view, money, await findCharges(call, view, typed.slice(0, maxTyped)))
  })

  registerAction(desk, '/unmatched/:uuid/assign', routes.assignUnmatched, async (action) => {
    const { call, param, field } = action
    const amount = action.amount('amount')
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
    async ({ call, param, amount: read }) => {
      const [amount, params] = [read('amount'), { uuid: param('uuid') }]
      const body = { ...(amount && { amount }) }
      const { chargeUuid: charge } = await call(routes.returnUnmatched, { params, body })
      const refund = await prepareRefund(call, charge)
      return refund
        ? { path: buildPath('/refunds/:uuid', { uuid: refund }), done: 'doneRefundBegun' }
        : { path: buildPath('/charges/:uuid', { uuid: charge }), done: 'doneReturned' }
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

/** Finds the charges that a person names by their order, customer, price or id. */
async function findCharges(
  call: DeskCall,
  { language }: Pick<DeskView, 'language'>,
  typed: string,
): Promise<FoundCharges> {
  if (typed === '') return { typed, charges: undefined }
  const { charges } = await findRows(call, language, typed)
  // Money on its way back is no order.
  return { typed, charges: charges.filter(({ metadata }) => !metadata?.unmatched_payment) }
}

/**
 * Begins the refund of all that a charge has, unless it has one, and returns its id: two persons who send money back send it once.
 * Undefined where the money is not confirmed yet.
 */
async function prepareRefund(call: DeskCall, uuid: string): Promise<string | undefined> {
  const deadline = performance.now() + longestWaitMs
  const params = { uuid }
  const findBegun = async () => {
    const { data } = await call(routes.listChargeRefunds, { params })
    return data.findLast(({ status }) => status !== 'CANCELLED')?.uuid
  }
  for (;;) {
    const begun = await findBegun()
    if (begun) return begun
    const { data } = await call(deskRefundRoutes.getRefundable, { params })
    if (data.some(({ amount }) => amount !== '0')) break
    if (performance.now() > deadline) return undefined
    await sleep(pollMs)
  }
  try {
    return (await call(routes.createRefund, { params, body: {} })).uuid
  } catch (cause) {
    const begun = await findBegun()
    if (begun) return begun
    throw cause
  }
}

/** Returns the list that the form was on: the first page's, or that of unmatched money. */
function findList({ field }: ActionCall): DeskPath {
  return field('place') === 'today' ? buildPath('') : buildPath('/unmatched')
}
