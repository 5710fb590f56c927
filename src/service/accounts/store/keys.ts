import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Scope } from '../../../api/routes/scope.ts'
import type { ApiKeyRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { ApiKeyRecord, NewApiKey } from '../accounts.ts'
import { writeAudit } from './audit.ts'

/** Generates an api-key: a short public prefix, which shows whether the key is for tests, then 256 random bits. */
function generateApiKey(livemode: boolean): { apiKey: string; prefix: string; hash: string } {
  const prefix = `${livemode ? 'pc' : 'pc_test'}_${randomBytes(4).toString('hex')}`
  const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { apiKey, prefix, hash: hashApiKey(apiKey) }
}

/**
 * Returns the hash of an api-key; only the hash is stored. SHA-256 without salt or stretching is enough: a key has 256 random bits,
 * so it cannot be guessed from its hash, and every call has to look it up by that hash. The duration of a lookup reveals at most
 * something about hashes, from which no key can be computed.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}

/** Inserts a new api-key. Only the operator creates keys, so no key can create a stronger one. */
export async function insertApiKey(
  tx: Kysely<Tables>,
  { id: accountId, livemode }: { id: string; livemode: boolean },
  { name, scopes, shop, expiresAt }: NewApiKey,
): Promise<{ key: ApiKeyRecord; apiKey: string }> {
  const { apiKey, prefix, hash } = generateApiKey(livemode)
  const row = await tx
    .insertInto('apiKeys')
    .values({
      id: createId(),
      accountId,
      prefix,
      hash,
      name,
      scopes: scopes.join(' '),
      shop,
      createdAt: new Date(),
      expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const key = toApiKeyRecord(row)
  await writeAudit(tx, accountId, 'cli', { action: 'key.created', to: describeKey(key) })
  return { key, apiKey }
}

/** Returns the fields of a key that the audit log shows. */
export function describeKey({ prefix, name, scopes, shop, expiresAt }: ApiKeyRecord) {
  return {
    prefix,
    name,
    scopes,
    ...(shop && { shop }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  }
}

/** Returns a key as its owner sees it. */
export function toApiKeyRecord(row: Selectable<ApiKeyRow>): ApiKeyRecord {
  const { accountId, hash, scopes, ...columns } = row
  // The check of the column guarantees that these are scopes.
  return { ...columns, scopes: scopes.split(' ') as Scope[] }
}
