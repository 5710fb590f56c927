import type { ColumnType } from 'kysely'

/** A column that may be null, which rows have as undefined. A statement sets it to null, since undefined leaves it unchanged. */
export type Optional<T> = ColumnType<T | undefined, T | null | undefined, T | null>

/** A column of JSON, which rows have parsed. Its type is `json`: `jsonb` would reorder keys, and refuse \u0000. */
export type Json<T> = ColumnType<T, string, string>

/** A column of JSON that may be null. */
export type OptionalJson<T> = ColumnType<T | undefined, string | null | undefined, string | null>
