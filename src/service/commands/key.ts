import type { KeyRecord } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { accountNamed } from './account-named.ts'
import { type Print, wrong } from './operator-fault.ts'

/** Makes another api-key for an account and prints it: it is kept only as a hash, so this is the one time. */
export async function createKey(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await accountNamed(store, options.account)
  const { key, apiKey } = await store.createKey(id)
  print(
    options.json
      ? JSON.stringify({ ...shown(key), apiKey })
      : `api-key  ${apiKey}\nKeep the key: it is not shown again.`,
  )
}

/** Prints an account's keys by their public prefixes. */
export async function listKeys(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await accountNamed(store, options.account)
  const keys = await store.keys(id)
  if (options.json) return print(JSON.stringify(keys.map(shown)))
  for (const { prefix, created, revoked } of keys.map(shown)) {
    print(`${prefix}  created ${created}${revoked && `  revoked ${revoked}`}`)
  }
}

/**
 * Ends a key, named by its prefix (or by the whole key): from the next call on it is refused.
 *
 * @throws PayError `invalid_setting`
 */
export async function revokeKey(store: OpenStore, text: string, print: Print): Promise<void> {
  const [prefix] = /^pc_[\da-f]{8}(?=_|$)/.exec(text) ?? []
  if (!prefix) throw wrong('A key is named by its prefix, such as pc_0123abcd.')
  const key = await store.revokeKey(prefix, new Date())
  if (!key) throw wrong(`There is no key ${prefix}. \`pay-charge key list\` shows them.`)
  print(`${key.prefix}  revoked ${shown(key).revoked}`)
}

function shown({ prefix, createdAt, revokedAt }: KeyRecord) {
  return {
    prefix,
    created: createdAt.toISOString(),
    revoked: revokedAt?.toISOString() ?? '',
  }
}
