import type { ApiKeyRecord } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { getMerchantAccount } from './account-named.ts'
import { createOperatorError, type Print } from './operator-error.ts'

/** Creates another api-key for an account and prints it. Only its hash is stored, so it cannot be shown again. */
export async function createKey(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await getMerchantAccount(store, options.account)
  const { key, apiKey } = await store.createApiKey(id)
  print(
    options.json
      ? JSON.stringify({ ...toKeyOutput(key), apiKey })
      : `api-key  ${apiKey}\nStore the key now: it is not shown again.`,
  )
}

/** Prints an account's keys by their public prefixes. */
export async function listKeys(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await getMerchantAccount(store, options.account)
  const keys = await store.listApiKeys(id)
  if (options.json) return print(JSON.stringify(keys.map(toKeyOutput)))
  for (const { prefix, created, revoked } of keys.map(toKeyOutput)) {
    print(`${prefix}  created ${created}${revoked && `  revoked ${revoked}`}`)
  }
}

/**
 * Revokes the key with this prefix (or the whole key): from the next call on it is refused.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function revokeKey(store: OpenStore, text: string, print: Print): Promise<void> {
  const [prefix] = /^pc_[\da-f]{8}(?=_|$)/.exec(text) ?? []
  if (!prefix) throw createOperatorError('Give the prefix of the key, such as pc_0123abcd.')
  const key = await store.revokeApiKey(prefix, new Date())
  if (!key)
    throw createOperatorError(`There is no key ${prefix}. List them with \`pay-charge key list\`.`)
  print(`${key.prefix}  revoked ${toKeyOutput(key).revoked}`)
}

function toKeyOutput({ prefix, createdAt, revokedAt }: ApiKeyRecord) {
  return {
    prefix,
    created: createdAt.toISOString(),
    revoked: revokedAt?.toISOString() ?? '',
  }
}
