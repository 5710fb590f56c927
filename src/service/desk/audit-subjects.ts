import type { RouteOutput } from '../../api/routes/route.ts'
import type { AuditEntry } from '../../api/schemas/settings.ts'
import { deskRoutes } from './api/routes.ts'
import type { DeskCall } from './call.ts'

type Listed = RouteOutput<typeof deskRoutes.listAuditSubjects>

/** What the entries of an audit log are about, by the ids that they name. What is gone is not among them. */
export interface AuditSubjects {
  charges: ReadonlyMap<string, Omit<Listed['charges'][number], 'id'>>
  transfers: ReadonlyMap<string, Omit<Listed['transfers'][number], 'uuid'>>
}

/** Reads the charges and the transfers that entries are about. */
export async function loadAuditSubjects(
  call: DeskCall,
  entries: readonly AuditEntry[],
): Promise<AuditSubjects> {
  const list = (name: string) =>
    [...new Set(entries.map((entry) => readText(entry, name)))].filter((id) => id !== '').join(',')
  const query = { charges: list('chargeUuid'), transfers: list('uuid') }
  const { charges, transfers } = await call(deskRoutes.listAuditSubjects, { query })
  return {
    charges: new Map(charges.map((charge) => [charge.id, charge])),
    transfers: new Map(transfers.map((transfer) => [transfer.uuid, transfer])),
  }
}

/** Returns a text of an entry: of the value after, else of the one before; '' for none. */
export function readText({ from, to }: Pick<AuditEntry, 'from' | 'to'>, name: string): string {
  const value = to?.[name] ?? from?.[name]
  return typeof value === 'string' ? value : ''
}
