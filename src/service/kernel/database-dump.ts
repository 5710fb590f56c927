/** The description of the embedded database's copy, which a restore needs. */
export interface DumpDescription {
  /** The major version of PostgreSQL, which the embedded database is, too. */
  postgresVersion: number
  /** The migrations that the database has, in their order. */
  migrations: string[]
}

/** A copy of a database as it was at one moment. */
export interface DatabaseDump {
  description: DumpDescription
  content: AsyncIterable<Uint8Array>
}
