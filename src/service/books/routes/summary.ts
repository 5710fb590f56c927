import type { Hono } from 'hono'
import { formatAmount } from '../../../amount.ts'
import { getChainName } from '../../../api/chains/chain-names.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { BooksSummary } from '../../../api/schemas/books.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import { getChainId } from '../../charges/asset-id.ts'
import type { ScanStateStore } from '../../db/scan-states.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import type { BookVerification, ConfirmedBlocks } from '../books.ts'
import { formatFixed, getBookDigits } from '../fixed.ts'
import type { BookStore } from '../store/books.ts'
import type { BookClosingStore } from '../store/closings.ts'
import type { SumRow } from '../store/movements.ts'
import { readConfirmedBlocks } from './confirmed-blocks.ts'
import { readRange } from './range.ts'

/** The stores that these routes use. */
type Stores = BookStore & BookClosingStore & ModeStore & ScanStateStore

/** Registers GET /books/summary and POST /books/closings. */
export function registerBookSummaryRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store } = context

  registerEndpoint(app, context, routes.summarizeBooks, async ({ account, query }) => {
    const filter = { time: readRange(query) }
    const chainIds = await listChains(context, account.id)
    const confirmed = await readConfirmedBlocks(context, chainIds)
    const [sums, closing, verification] = await Promise.all([
      store.readBookSums(account.id, filter, confirmed, query.time_zone ?? 'UTC'),
      store.findBookClosing(account.id),
      store.findBookVerification(account.id),
    ])
    const body = {
      book_currency: sums.bookCurrency,
      ...toSums(sums.rows, getBookDigits(sums.bookCurrency)),
      closed_before: closing?.closedBefore.toISOString() ?? null,
      last_verification: toVerification(verification),
    }
    return { status: 200, body }
  })

  registerEndpoint(app, context, routes.closeBooks, async ({ account, author, body }) => {
    const before = new Date(body.closed_before)
    if (before > new Date()) throw createFieldError('closed_before', 'must be in the past')
    const chainIds = await listChains(context, account.id)
    const confirmed = await readConfirmedBlocks(context, chainIds)
    await checkConfirmed(context, confirmed, before)
    const outcome = await store.closeBooks(account.id, before, confirmed, author)
    if ('unconfirmed' in outcome)
      throw createRefusal('movements_unconfirmed', { count: String(outcome.unconfirmed) })
    const { closedBefore, closedAt } = outcome.closing
    const reply = {
      closed_before: closedBefore.toISOString(),
      closed_at: closedAt.toISOString(),
    }
    return { status: 200, body: reply }
  })
}

async function listChains({ store }: EndpointContext<Stores>, accountId: string) {
  const destinations = await store.listBookedDestinations(accountId)
  return [...new Set(destinations.map(({ chainId }) => chainId))]
}

/**
 * Checks that every block of a time is confirmed on each chain. What the watcher finds later is booked when it is found.
 *
 * @throws PayError `conflict` otherwise; `chain_unreachable` where no node answers
 */
async function checkConfirmed(
  { chains }: EndpointContext<Stores>,
  confirmed: ConfirmedBlocks,
  before: Date,
): Promise<void> {
  for (const [chainId, block = -1n] of confirmed) {
    // A chain that is not configured any more brings no more money.
    if (!chains.ids.includes(chainId)) continue
    const head = await chains.getBlockNumber(chainId)
    if ((await chains.findBlockBefore(chainId, before, head)) > block)
      throw createRefusal('blocks_unconfirmed', { chain: getChainName(chainId) })
  }
}

function toSums(rows: readonly SumRow[], digits: number): Pick<BooksSummary, 'totals' | 'days'> {
  const byToken = Map.groupBy(rows, ({ kind, chainId, token }) => `${kind} ${chainId} ${token}`)
  const byDay = Map.groupBy(rows, ({ day, kind }) => `${day} ${kind}`)
  return {
    totals: [...byToken.values()].flatMap(([first, ...others]) =>
      first ? [toTotal(first, [first, ...others], digits)] : [],
    ),
    days: [...byDay.values()].flatMap(([first, ...others]) =>
      first ? [{ day: first.day, ...addUp(first, [first, ...others], digits) }] : [],
    ),
  }
}

function toTotal(
  first: SumRow,
  rows: readonly SumRow[],
  digits: number,
): BooksSummary['totals'][number] {
  const { chainId, token, decimals, symbol = '' } = first
  const amounts = rows.map(({ amount }) => amount)
  const isKnown = decimals !== undefined && amounts.every((amount) => amount !== undefined)
  const sum = amounts.reduce<bigint>((total, amount = 0n) => total + amount, 0n)
  return {
    ...addUp(first, rows, digits),
    chain: getChainId(chainId),
    token_address: token,
    token: symbol,
    amount: isKnown ? formatAmount(sum, decimals) : null,
  }
}

function addUp({ kind }: SumRow, rows: readonly SumRow[], digits: number) {
  const add = (name: 'usdAmount' | 'bookAmount') => rows.reduce((sum, row) => sum + row[name], 0n)
  const count = (name: 'count' | 'unknownCount' | 'bookUnknownCount') =>
    rows.reduce((sum, row) => sum + row[name], 0)
  return {
    kind,
    count: count('count'),
    usd_amount: formatFixed(add('usdAmount'), 2),
    unknown_count: count('unknownCount'),
    book_amount: formatFixed(add('bookAmount'), digits),
    book_unknown_count: count('bookUnknownCount'),
  }
}

function toVerification(found: BookVerification | undefined): BooksSummary['last_verification'] {
  if (!found) return null
  const { verifiedAt, outcome, rowCount, differenceCount } = found
  return {
    verified_at: verifiedAt.toISOString(),
    outcome,
    row_count: rowCount,
    difference_count: differenceCount,
  }
}
