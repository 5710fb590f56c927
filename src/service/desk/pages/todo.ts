import { html } from 'hono/html'
import { fillHtml, joinMoney } from '../../texts/format.ts'
import type { ChargeSum } from '../api/routes.ts'
import { type ChargeLists, getListPath } from '../charge-lists.ts'
import { isInTrouble } from '../endpoint-health.ts'
import { type IconName, icon } from '../icons.ts'
import { buildPath, type DeskPath } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderEmpty, renderPanel } from './panel.ts'

/** What there may be to do, besides what every page knows: unmatched money, and the health of endpoints. */
export interface TodoData {
  /** Those of the shop that the page is narrowed to. */
  lists: ChargeLists
  /** Of each currency. */
  partPaid: readonly ChargeSum[]
  overpaid: readonly ChargeSum[]
  refunds: { toApprove: number; toSend: number }
  /** How many of the account's chains cannot be read. */
  troubledChains: number
  /** Messages that were not sent, or may not have been. */
  unsentMail: { count: number; hasMore: boolean }
}

interface Todo {
  /** Of the list of exactly as many rows. */
  path: DeskPath
  icon: IconName
  kind: 'bad' | 'look'
  label: Content
  count: number
  hasMore?: boolean
}

/** Renders what is to be done, each as the number of rows of the list that it opens. */
export function renderTodo(view: DeskView, data: TodoData): Html {
  const { text } = view.language
  const todos = listTodos(view, data).filter(({ count }) => count > 0)
  return renderPanel(
    { title: text('todo') },
    todos.length === 0
      ? renderEmpty(text('todoNone'), text('todoNoneText'))
      : html`<ul class="todo">${todos.map((todo) => renderRow(view, todo))}</ul>`,
  )
}

const countRows = (sums: readonly ChargeSum[]) => sums.reduce((all, { count }) => all + count, 0)

function listTodos(
  { language, unmatched, endpoints }: DeskView,
  { lists, partPaid, overpaid, refunds, troubledChains, unsentMail }: TodoData,
): Todo[] {
  const { text, locale } = language
  const { shop } = lists.all
  const missing = fillHtml(text('todoShort'), {
    amount: joinMoney(
      partPaid.map(({ currency, missing }) => ({ currency, amount: missing })),
      locale,
    ),
  })
  const excess = fillHtml(text('todoExcess'), {
    amount: joinMoney(
      overpaid.map(({ currency, excess }) => ({ currency, amount: excess })),
      locale,
    ),
  })
  return [
    {
      path: buildPath('/chains', {}, { show: 'trouble' }),
      icon: 'stop',
      kind: 'bad',
      label: text('todoChains'),
      count: troubledChains,
    },
    {
      path: buildPath('/webhooks', {}, { show: 'trouble' }),
      icon: 'hook',
      kind: 'bad',
      label: text('todoEndpoints'),
      count: endpoints.filter(isInTrouble).length,
    },
    {
      path: buildPath('/mail'),
      icon: 'mail',
      kind: 'look',
      label: text('todoMail'),
      ...unsentMail,
    },
    {
      path: buildPath('/unmatched'),
      icon: 'help',
      kind: 'look',
      label: text('unmatchedTitle'),
      ...unmatched,
    },
    {
      path: buildPath('/refunds', {}, { show: 'NAMED', shop }),
      icon: 'undo',
      kind: 'look',
      label: text('refundsToApprove'),
      count: refunds.toApprove,
    },
    {
      path: buildPath('/refunds', {}, { show: 'APPROVED', shop }),
      icon: 'undo',
      kind: 'look',
      label: text('refundsToSend'),
      count: refunds.toSend,
    },
    {
      path: getListPath(lists.partPaid),
      icon: 'warn',
      kind: 'look',
      label: missing,
      count: countRows(partPaid),
    },
    {
      path: getListPath(lists.overpaid),
      icon: 'warn',
      kind: 'look',
      label: excess,
      count: countRows(overpaid),
    },
  ]
}

function renderRow({ base, language }: DeskView, todo: Todo): Html {
  const { path, kind, label, count, hasMore } = todo
  const number = `${count.toLocaleString(language.locale)}${hasMore ? '+' : ''}`
  return html`<li><a href="${base + path}"><span class="st ${kind}">${icon(todo.icon)}</span><span>${label}</span><b class="count ${kind}">${number}</b>${icon('next')}</a></li>`
}
