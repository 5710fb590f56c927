import { Uuid } from '../../../api/schemas/fields.ts'
import { toAuditEntry } from '../../domain/accounts/audit.ts'
import type { OpenStore } from '../../store/store.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { getMerchantAccount } from './account-named.ts'

export interface ListAuditOptions {
  account: string
  limit: string
  after?: string
  json?: boolean
}

/**
 * Prints the changes of an account's keys and settings, the newest first.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function listAudit(
  store: OpenStore,
  { account: name, limit, after, json }: ListAuditOptions,
  print: Print,
): Promise<void> {
  if (!/^([1-9]\d?|100)$/.test(limit))
    throw createOperatorError('--limit must be a number from 1 to 100.')
  if (after !== undefined && !Uuid.safeParse(after).success)
    throw createOperatorError('--after must be the id of an entry.')
  const { id } = await getMerchantAccount(store, name)
  const cursor = after && ({ id: after.toLowerCase(), direction: 'older' } as const)
  const page = await store.listAuditLog(id, { limit: Number(limit), cursor: cursor || undefined })
  if (!page) throw createOperatorError('--after: there is no such entry in this list.')
  for (const entry of page.entries.map(toAuditEntry)) {
    const { uuid, createdAt, author, action, from, to } = entry
    const values = [from, to].map((value) => (value === null ? '-' : JSON.stringify(value)))
    print(
      json
        ? JSON.stringify(entry)
        : `${createdAt}  ${uuid}  ${author.padEnd(11)}  ${action}  ${values.join(' -> ')}`,
    )
  }
  if (page.hasMore && !json) print(`More: --after ${page.entries.at(-1)?.id}`)
}
