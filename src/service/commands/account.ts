import type { Settings } from '../settings.ts'
import { openStore } from '../store/store.ts'

/** Makes an account and prints its id and api-key: the key is kept only as a hash, so this is the one time. */
export async function createAccount(
  settings: Settings,
  options: { name: string; json?: boolean },
): Promise<void> {
  const store = await openStore(settings.database, (error) => console.error(error.message))
  try {
    const { account, apiKey } = await store.createAccount(options.name)
    const { id, name } = account
    console.log(
      options.json
        ? JSON.stringify({ id, name, apiKey })
        : `account  ${id}\napi-key  ${apiKey}\nKeep the key: it is not shown again.`,
    )
  } finally {
    await store.close()
  }
}
