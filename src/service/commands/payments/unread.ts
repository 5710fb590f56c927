import type { OpenStore } from '../../store/store.ts'
import type { Print } from '../operator-error.ts'

/** How many transactions are shown. */
const maxShown = 1000

/** Prints the transactions that were found on a chain and could not be read, the oldest first. */
export async function listUnread(
  store: OpenStore,
  { json }: { json?: boolean },
  print: Print,
): Promise<void> {
  const transactions = await store.listUnread(maxShown)
  for (const { chainId, hash, block, attempts, error, createdAt, nextAttemptAt } of transactions) {
    const [since, next] = [createdAt.toISOString(), nextAttemptAt.toISOString()]
    print(
      json
        ? JSON.stringify({
            chainId,
            hash,
            block: String(block.number),
            attempts,
            error,
            since,
            next,
          })
        : `${since}  chain ${chainId}, block ${block.number}  ${hash}  ${attempts} attempts, next ${next}  ${error}`,
    )
  }
  if (transactions.length === 0 && !json) print('Every transaction that was found could be read.')
}

/** Lets a running service try all of them now. */
export async function retryUnread(store: OpenStore, print: Print): Promise<void> {
  const count = await store.retryUnread()
  print(`A running service will read ${count} transactions again.`)
}
