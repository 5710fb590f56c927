import { routes } from '../../../api/routes/routes.ts'
import { mailRoutes } from '../api/mail-routes.ts'
import { type ChargeSum, deskRoutes } from '../api/routes.ts'
import type { DeskCall } from '../call.ts'
import { type ChainParts, isChainTroubled, loadChainStates } from '../chain-states.ts'
import { type ChargeLists, createChargeLists } from '../charge-lists.ts'
import type { Desk } from '../desk.ts'
import { type ChargeSearch, toListQuery } from '../pages/charges/charges.ts'
import type { Month } from '../pages/month.ts'
import { readShop } from '../pages/shop-filter.ts'
import { renderToday } from '../pages/today.ts'
import { registerPage } from '../register.ts'
import { loadSuggestions } from '../suggested.ts'
import { findDayStart, listDays } from '../time-zone.ts'
import type { DeskView } from '../view.ts'
import { mayListUnsent } from './mail.ts'

/** How many of each the first page shows. */
const shown = { unmatched: 3, charges: 10, days: 30 }

/** Registers the first page. */
export function registerToday(desk: Desk, parts: ChainParts): void {
  registerPage(desk, '', 'today', async ({ c, call, session, view }) => {
    const shop = readShop(c.req.query('shop'))
    const lists = createChargeLists(shop)
    const ofShop = shop === '' ? {} : { shop }
    const [
      choices,
      days,
      waiting,
      partPaid,
      overpaid,
      refunds,
      unmatched,
      charges,
      chains,
      done,
      unsentMail,
    ] = await Promise.all([
      call(deskRoutes.getChoices),
      loadDays(call, view, lists),
      sumList(call, view, lists.waiting),
      sumList(call, view, lists.partPaid),
      sumList(call, view, lists.overpaid),
      call(deskRoutes.countRefunds, { query: ofShop }),
      call(routes.listUnmatched, { query: { limit: String(shown.unmatched) } }),
      call(routes.listCharges, { query: { ...ofShop, limit: String(shown.charges) } }),
      loadChainStates(desk, view, parts),
      loadSteps(call),
      countUnsentMail(call, view.hasMail && mayListUnsent(session)),
    ])
    return renderToday(view, {
      lists,
      shops: choices.shops,
      waiting,
      partPaid,
      overpaid,
      refunds,
      months: toMonths(days, shop, waiting),
      suggested: await loadSuggestions(call, unmatched.data),
      charges: charges.data,
      unsentMail,
      troubledChains: chains.filter(isChainTroubled).length,
      steps: {
        ...done,
        chain: chains.length > 0 && !chains.every(isChainTroubled),
        endpoint: view.endpoints.length > 0,
      },
    })
  })
}

/** Loads the sums paid on each of the days that are shown, and of as many days before, oldest first: of each currency. */
async function loadDays(
  call: DeskCall,
  view: Pick<DeskView, 'now' | 'zone'>,
  { listPaid }: ChargeLists,
) {
  const { name } = view.zone
  const days = listDays(view.now, name, 2 * shown.days)
  const [first = '', last = ''] = [days.at(0), days.at(-1)]
  const starts = days.map((day) => findDayStart(day, name).toISOString()).join()
  const query = { ...toListQuery(listPaid(first, last), name), starts }
  const { data } = await call(deskRoutes.sumCharges, { query })
  return days.map((day, index) => ({ day, sums: data[index] ?? [] }))
}

/** Returns the days of each currency in which something was paid, that of the most charges first; else of the one that is waited for. */
function toMonths(
  days: readonly { day: string; sums: readonly ChargeSum[] }[],
  shop: string,
  waiting: readonly ChargeSum[],
): Month[] {
  const counts = new Map<string, number>()
  for (const { currency, count } of days.flatMap(({ sums }) => sums))
    counts.set(currency, (counts.get(currency) ?? 0) + count)
  const paid = [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
  const currencies = paid.length > 0 ? paid : [waiting[0]?.currency ?? 'USD']
  return currencies.map((currency) => {
    const all = days.map(({ day, sums }) => ({
      ...(sums.find((sum) => sum.currency === currency) ?? { ...noSum, currency }),
      day,
    }))
    return {
      currency,
      lists: createChargeLists(shop, currencies.length > 1 ? currency : ''),
      before: all.slice(0, -shown.days),
      days: all.slice(-shown.days),
    }
  })
}

const noSum = { count: 0, amount: '0', refunded: '0', missing: '0', excess: '0', oldest: '' }

async function sumList(call: DeskCall, { zone }: Pick<DeskView, 'zone'>, list: ChargeSearch) {
  const { data } = await call(deskRoutes.sumCharges, { query: toListQuery(list, zone.name) })
  const [sums] = data
  if (!sums) throw new Error('The desk’s route returned no sums.')
  return sums
}

/** Loads which of the steps of a new shop were done that its account knows of. */
async function loadSteps(call: DeskCall) {
  const [{ wallet }, { data }] = await Promise.all([
    call(deskRoutes.getSettings),
    call(routes.listCharges, { query: { status: 'COMPLETED', limit: '1' } }),
  ])
  return { wallet: wallet !== undefined, payment: data.length > 0 }
}

/** Counts the rows of the list of messages that were not sent, for those who see it. */
async function countUnsentMail(call: DeskCall, isShown: boolean) {
  if (!isShown) return { count: 0, hasMore: false }
  const { data, pagination } = await call(mailRoutes.listUnsentMail)
  return { count: data.length, hasMore: pagination.has_more }
}
