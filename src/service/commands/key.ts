import type { KeyRecord } from '../domain/records.ts'
import type { Settings } from '../settings.ts'
import { accountNamed, withStore, wrong } from './with-store.ts'

/** Makes another api-key for an account and prints it: it is kept only as a hash, so this is the one time. */
export async function createKey(
  settings: Settings,
  options: { account: string; json?: boolean },
): Promise<void> {
  const { key, apiKey } = await withStore(settings, async (store) => {
    const { id } = await accountNamed(store, options.account)
    return await store.createKey(id)
  })
  console.log(
    options.json
      ? JSON.stringify({ ...shown(key), apiKey })
      : `api-key  ${apiKey}\nKeep the key: it is not shown again.`,
  )
}

/** Prints an account's keys by their public prefixes. */
export async function listKeys(
  settings: Settings,
  options: { account: string; json?: boolean },
): Promise<void> {
  const keys = await withStore(settings, async (store) => {
    const { id } = await accountNamed(store, options.account)
    return await store.keys(id)
  })
  if (options.json) return console.log(JSON.stringify(keys.map(shown)))
  for (const { prefix, created, revoked } of keys.map(shown)) {
    console.log(`${prefix}  created ${created}${revoked && `  revoked ${revoked}`}`)
  }
}

/**
 * Ends a key, named by its prefix (or by the whole key): from the next call on it is refused.
 *
 * @throws PayError `invalid_setting`
 */
export async function revokeKey(settings: Settings, text: string): Promise<void> {
  const [prefix] = /^pc_[\da-f]{8}(?=_|$)/.exec(text) ?? []
  if (!prefix) throw wrong('A key is named by its prefix, such as pc_0123abcd.')
  const key = await withStore(settings, (store) => store.revokeKey(prefix, new Date()))
  if (!key) throw wrong(`There is no key ${prefix}. \`pay-charge key list\` shows them.`)
  console.log(`${key.prefix}  revoked ${shown(key).revoked}`)
}

function shown({ prefix, createdAt, revokedAt }: KeyRecord) {
  return {
    prefix,
    created: createdAt.toISOString(),
    revoked: revokedAt?.toISOString() ?? '',
  }
}
