import { CamelCasePlugin, type Dialect, Kysely, type LogConfig } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables/tables.ts'

// Rows as the code reads them, from either database: names in camelCase, undefined for null, `bigint` as number, `numeric` as
// bigint, `json` as what it says. Text of SQL keeps the names of the migrations.

/** Maps names both ways, and leaves what is in a column of JSON as it is. */
class RowPlugin extends CamelCasePlugin {
  protected override mapRow(row: Record<string, unknown>): Record<string, unknown> {
    const mapped: Record<string, unknown> = {}
    for (const name in row) mapped[this.camelCase(name)] = row[name] ?? undefined
    return mapped
  }
}

/** What a value's text becomes, by the type of its column: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** `bigint`: ids of chains, nonces, counts. All that is read is far below 2^53; what is not stays exact. */
  [pg.types.builtins.INT8]: (text) => {
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : BigInt(text)
  },
  /** `numeric`: amounts in base units, and blocks. No column has decimal places: prices in dollars are text. */
  [pg.types.builtins.NUMERIC]: BigInt,
}

/** The types of a connection to PostgreSQL. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format),
}

/** Opens the tables of a database whose connections read by {@link parsers}. */
export function openKysely(dialect: Dialect, log?: LogConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, plugins: [new RowPlugin()], ...(log && { log }) })
}
