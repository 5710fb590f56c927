import type { Selectable } from 'kysely'
import type { RelayedAuthorizationRow } from '../../db/tables/relayer.ts'
import type { RelayRecord } from '../records.ts'

export function toRelay({ sender, ...columns }: Selectable<RelayedAuthorizationRow>): RelayRecord {
  return { ...columns, from: sender }
}

/** The database dates it. */
export function fromRelay({ from, createdAt, ...columns }: RelayRecord) {
  return { ...columns, sender: from }
}
