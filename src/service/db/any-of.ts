import { sql } from 'kysely'
import { toColumn } from './names.ts'

/** The types of elements. */
type ArrayType = 'uuid' | 'text' | 'integer' | 'bigint'

/**
 * Returns SQL for `= any of these values`, which is one parameter however many values there are: a statement has at most
 * 65,535 parameters, and the sender of a transaction chooses how many transfers it has.
 *
 * @example
 * query.where('id', '=', anyOf(ids, 'uuid'))
 */
export function anyOf<Value extends string | number>(
  values: Iterable<Value>,
  type: ArrayType = 'text',
) {
  return sql<Value>`any(${arrayOf(values, type)})`
}

/** Returns SQL for an array, which is one parameter. */
export function arrayOf(values: Iterable<string | number>, type: ArrayType) {
  const elements = Array.from(values, (value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`)
  // As text, because the two drivers write arrays in different ways.
  return sql`${`{${elements.join(',')}}`}::text::${sql.raw(type)}[]`
}

/** Number of rows that one statement inserts, also because of the limit of parameters. */
export const maxRowsPerInsert = 500

/**
 * Returns SQL for the rows of a record set, which are one parameter however many there are. They get their names in SQL, and
 * integers of any size stay exact.
 *
 * @example
 * sql`… from jsonb_to_recordset(${recordsOf(rows)}) as one (id uuid, charge_id uuid)`
 */
export function recordsOf(rows: readonly object[]) {
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value])),
  )
  const text = JSON.stringify(records, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return sql`${text}::jsonb`
}
