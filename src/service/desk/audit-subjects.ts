import { routes } from '../../api/routes/routes.ts'
import type { ReducedCharge } from '../../api/schemas/charges/charge.ts'
import type { AuditEntry } from '../../api/schemas/settings.ts'
import type { UnmatchedPayment } from '../../api/schemas/unmatched.ts'
import { PayError } from '../../errors.ts'
import type { DeskCall } from './call.ts'

/** What the entries of an audit log are about, by the ids that they name. What is gone is not among them. */
export interface AuditSubjects {
  charges: ReadonlyMap<string, Pick<ReducedCharge, 'name' | 'reference'>>
  transfers: ReadonlyMap<string, Pick<UnmatchedPayment, 'amount' | 'tokenSymbol'>>
}

/** Reads the charges and the transfers that entries are about. */
export async function loadAuditSubjects(
  call: DeskCall,
  entries: readonly AuditEntry[],
): Promise<AuditSubjects> {
  const list = (name: string) =>
    new Set(entries.map((entry) => readText(entry, name)).filter((id) => id !== ''))
  const [charges, transfers] = await Promise.all([
    readAll(
      list('chargeUuid'),
      async (id) => (await call(routes.getCharge, { params: { id } })).data,
    ),
    readAll(list('uuid'), (uuid) => call(routes.getUnmatched, { params: { uuid } })),
  ])
  return { charges, transfers }
}

/** Returns a text of an entry: of the value after, else of the one before; '' for none. */
export function readText({ from, to }: Pick<AuditEntry, 'from' | 'to'>, name: string): string {
  const value = to?.[name] ?? from?.[name]
  return typeof value === 'string' ? value : ''
}

async function readAll<Subject>(
  ids: ReadonlySet<string>,
  read: (id: string) => Promise<Subject>,
): Promise<ReadonlyMap<string, Subject>> {
  const found = await Promise.all(
    [...ids].map(async (id) => {
      try {
        return [[id, await read(id)] as const]
      } catch (cause) {
        if (cause instanceof PayError && cause.code === 'not_found') return []
        throw cause
      }
    }),
  )
  return new Map(found.flat())
}
