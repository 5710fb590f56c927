import type { Context } from 'hono'
import { routes } from '../../api/routes/routes.ts'
import type { ChargeListQuery, ReducedCharge } from '../../api/schemas/charges/charge.ts'
import { toCell } from '../books/routes/formats/csv.ts'
import type { Env } from '../http/context.ts'
import { createTextFile } from '../http/text-file.ts'
import type { DeskCall } from './call.ts'
import type { DeskContext } from './desk.ts'
import { getChargeName, getState } from './format.ts'
import { toDay } from './time-zone.ts'
import type { DeskView } from './view.ts'

/** Rows that are read at once, and the most of one file. */
const rowsAtOnce = 100
const maxRows = 10_000

/** The columns of the file, in their order: each with its value of a charge. */
const columns = {
  id: ({ id }) => id,
  order: (charge, { language }) => getChargeName(charge, language),
  state: (charge, { language }) => language.text(getState(charge).text),
  status: ({ status }) => status,
  created: ({ created_at }) => created_at.slice(0, 19).replace('T', ' '),
  email: ({ payer_email }) => payer_email ?? '',
  price: ({ pricing }) => pricing.local.amount,
  currency: ({ pricing }) => pricing.local.currency,
  token_amount: ({ pricing }) => pricing.settlement.amount,
  token: ({ pricing }) => pricing.settlement.currency,
  transaction: ({ payments }) => payments[0]?.payerTransactionHash ?? '',
  reference: ({ reference }) => reference,
  test: ({ livemode }) => String(!livemode),
} as const satisfies Record<string, (charge: ReducedCharge, view: DeskView) => string>
const numbers: ReadonlySet<string> = new Set(['price', 'token_amount'])

/**
 * Sends the charges of a list as a table for spreadsheets (see books/routes/formats/csv.ts), in the order of the list. It is read and sent part by
 * part. A longer list ends with a sentence that says so.
 */
export async function sendChargeFile(
  c: Context<Env>,
  { call, view, log }: { call: DeskCall; view: DeskView; log: DeskContext['log'] },
  query: ChargeListQuery,
): Promise<Response> {
  const name = `charges-${toDay(view.now, view.zone.name)}.csv`
  const file = await createTextFile(listLines(call, view, query), log, 'a list of charges')
  return c.body(file, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
}

async function* listLines(
  call: DeskCall,
  view: DeskView,
  query: ChargeListQuery,
): AsyncGenerator<string, void, void> {
  // The byte order mark: without it, Excel reads UTF-8 in the local encoding.
  let header = `\uFEFF${Object.keys(columns).join(',')}\r\n`
  let after: string | undefined
  for (let count = 0; count < maxRows; count += rowsAtOnce) {
    const page = { ...query, limit: String(rowsAtOnce), ...(after && { starting_after: after }) }
    const { data, pagination } = await call(routes.listCharges, { query: page })
    yield header + data.map((charge) => toLine(charge, view)).join('')
    header = ''
    after = data.at(-1)?.id
    if (!pagination.has_more || !after) return
  }
  yield `${toCell(view.language.text('exportCut'), false)}\r\n`
}

function toLine(charge: ReducedCharge, view: DeskView): string {
  const cells = Object.entries(columns).map(([name, read]) =>
    toCell(read(charge, view), numbers.has(name)),
  )
  return `${cells.join(',')}\r\n`
}
