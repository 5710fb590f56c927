import type { WatcherContext } from './context.ts'

/** The most pending changes that are logged together. */
const maxChanges = 1000

/**
 * Creates a function that logs each pending change of a wallet or webhook as a warning, once in the life of a process, and applies
 * those that are due. Reading a setting applies them too; this is for accounts without reads.
 */
export function createSettingChanges({
  store,
  log,
}: Pick<WatcherContext, 'store' | 'log'>): () => Promise<void> {
  let loggedIds = new Set<string>()
  return async () => {
    await store.applyDueChanges()
    const changes = await store.listPendingChanges(undefined, maxChanges)
    for (const { id, accountId, value, author, requestId, effectiveAt } of changes) {
      if (loggedIds.has(id)) continue
      const fields = { account: accountId, setting: value.setting, author, requestId, effectiveAt }
      log.warn(
        fields,
        'A setting will change. `pay-charge settings cancel` prevents it until then.',
      )
    }
    loggedIds = new Set(changes.map(({ id }) => id))
  }
}
