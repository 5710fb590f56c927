/**
 * The database to use: PostgreSQL by its URL, or an embedded one in a folder that only this process uses.
 */
export type DatabaseOptions = { url: string } | { dataDir: string }
