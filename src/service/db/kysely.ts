import {
  type Dialect,
  Kysely,
  type KyselyPlugin,
  type LogConfig,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { toColumn, toField } from './names.ts'
import type { Tables } from './tables/tables.ts'

// Rows as the code reads them, from either database: names in camelCase, undefined for null, `bigint` as number, `numeric` as
// bigint, `json` parsed. SQL text keeps the names of the migrations.

/** Parses a value's text by the type of its column: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  /** `bigint`: chain ids, nonces, counts. All of them are far below 2^53; larger values stay exact. */
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
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => dialect.createDriver(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => new Compiler(),
    },
    plugins: [rowPlugin],
    ...(log && { log }),
  })
}

/** The names in queries, quoted: the code has some hundred of them. */
const quotable = new Map<string, string>()

/**
 * Writes names as SQL has them. Kysely's CamelCasePlugin would copy each query to change them, which takes twice the time of
 * compiling it.
 */
class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    const known = quotable.get(identifier)
    if (known !== undefined) return known
    const name = super.sanitizeIdentifier(toColumn(identifier))
    quotable.set(identifier, name)
    return name
  }
}

/** Maps the columns of rows to fields, and leaves the contents of JSON columns unchanged. */
const rowPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const [first] = result.rows
    if (!first) return result
    const names = Object.keys(first).map((column) => [column, toField(column)] as const)
    // To copy an object with all fields is much faster than to add one after the other.
    const empty = Object.fromEntries(names.map(([, field]) => [field, undefined as unknown]))
    const rows = result.rows.map((row) => {
      const mapped = { ...empty }
      for (const [column, field] of names) mapped[field] = row[column] ?? undefined
      return mapped
    })
    return { ...result, rows }
  },
}
