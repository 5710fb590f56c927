import type { ReadHead } from '../../watcher/context.ts'
import { advanceSlot } from './advance.ts'
import { isRelayed, type RelayerContext } from './context.ts'
import { settleSlot } from './settle.ts'

/** Milliseconds between two reports of the balances on a chain. */
const stateIntervalMs = 60_000

/** See {@link RunningRelayer.follow}. */
export type FollowRelays = (chainId: number, readHead: ReadHead) => Promise<void>

/** Creates the function that works on the open slots of a chain. */
export function createFollowRelays(context: RelayerContext): FollowRelays {
  const reportState = createStateReporter(context)
  return async (chainId, readHead) => {
    if (!isRelayed(context, chainId)) return
    await reportState(chainId)
    await followSlots(context, chainId, readHead)
  }
}

/** Settles the slots whose nonce the chain has used up, and advances all others. */
async function followSlots(
  context: RelayerContext,
  chainId: number,
  readHead: ReadHead,
): Promise<void> {
  const { store, accounts, log } = context
  let open = await store.listOpenSlots(chainId)
  if (open.length === 0 && !accounts.isComparisonDue(chainId)) return
  const head = await readHead()
  const { nextNonces, hasOpened } = await accounts.compare(chainId, head, open)
  if (hasOpened) open = await store.listOpenSlots(chainId)
  for (const slot of open) {
    const { account, nonce } = slot
    const next = nextNonces.get(account)
    if (next === undefined) continue
    try {
      if (nonce < next) await settleSlot(context, slot, head)
      else await advanceSlot(context, slot, head)
    } catch (err) {
      log.warn({ err, chainId, account, nonce }, 'A relay could not be followed.')
    }
  }
}

function createStateReporter({ accounts, onState, log }: RelayerContext) {
  /** By chain, and by the monotonic clock. */
  const reportedAt = new Map<number, number>()
  return async (chainId: number): Promise<void> => {
    const now = performance.now()
    if (now - (reportedAt.get(chainId) ?? -stateIntervalMs) < stateIntervalMs) return
    reportedAt.set(chainId, now)
    try {
      onState(chainId, await accounts.readState(chainId))
    } catch (err) {
      log.warn({ err, chainId }, 'The balances of the relayer could not be read.')
    }
  }
}
