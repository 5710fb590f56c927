import type { Address } from '../../chain/types/address.ts'
import { isGap } from '../accounts.ts'
import type { RelaySlot } from '../records.ts'
import type { RelayerOptions } from './options.ts'

// Compares the nonces that the relayer's accounts have taken with those that the chain has used up.
//
// A reorganization can take back transactions whose slots have ended, and a node that counts too many nonces leaves some
// that nothing was sent with. Both leave a gap: later transactions of the account wait for ever. A gap is suspected when a
// comparison shows it, and repaired when the next comparison shows it again, because a node that is behind for a moment
// shows one as well.

/** The results of the last comparisons, by chain. */
export interface GapState {
  /** When the accounts were compared, by the monotonic clock. */
  comparedAt: Map<number, number>
  /** The accounts with a suspected gap, and the next nonce of each on the chain. */
  suspected: Map<number, ReadonlyMap<Address, number>>
}

/** Creates the state before any comparison. */
export function createGapState(): GapState {
  return { comparedAt: new Map(), suspected: new Map() }
}

/**
 * Returns the next nonce of each account that a reorganization can reach. Returns all accounts before the first comparison,
 * since a reorganization may have happened while no process ran, and while a gap is suspected, since a gap remains however
 * far the chain goes on.
 */
export function listNextNonces(
  { store, limits }: RelayerOptions,
  { comparedAt, suspected }: GapState,
  chainId: number,
  head: bigint,
): Promise<ReadonlyMap<Address, number>> {
  const areAll = !comparedAt.has(chainId) || suspected.has(chainId)
  return store.listNextNonces(chainId, areAll ? 0n : head - limits.reorgBlocks)
}

/** See {@link RelayerAccounts.compare}. */
export async function compareAccounts(
  options: RelayerOptions,
  state: GapState,
  chainId: number,
  head: bigint,
  open: readonly RelaySlot[],
): Promise<{ nextNonces: ReadonlyMap<Address, number>; hasOpened: boolean }> {
  const taken = await listNextNonces(options, state, chainId, head)
  state.comparedAt.set(chainId, performance.now())
  const suspects = new Map<Address, number>()
  const nextNonces = new Map<Address, number>()
  let hasOpened = false
  for (const [account, next] of taken) {
    const chainNonce = await options.chains.getNonce(chainId, account, head)
    nextNonces.set(account, chainNonce)
    const own = open.filter((slot) => slot.account === account)
    if (!isGap(own, chainNonce, next)) continue
    suspects.set(account, chainNonce)
    if (state.suspected.get(chainId)?.get(account) !== chainNonce) continue
    if (await repairGap(options, chainId, account, chainNonce)) hasOpened = true
  }
  // Only now, so that a node that fails in between does not erase an earlier suspicion.
  if (suspects.size > 0) state.suspected.set(chainId, suspects)
  else state.suspected.delete(chainId)
  return { nextNonces, hasOpened }
}

/** Opens the slots of an account again from a nonce on, and opens new ones for missing nonces. Returns whether it opened any. */
async function repairGap(
  { store, log }: RelayerOptions,
  chainId: number,
  account: Address,
  from: number,
): Promise<boolean> {
  const { reopened, missing } = await store.reopenSlots({ chainId, account }, from)
  if (reopened.length > 0)
    log.warn(
      { chainId, account, nonces: reopened },
      'A reorganization took back transactions of the relayer. They are sent again.',
    )
  if (missing.length > 0)
    log.error(
      { chainId, account, nonces: missing },
      'Nonces of the relayer were never used, and keep later ones waiting. Each is filled by a transfer of nothing.',
    )
  return reopened.length + missing.length > 0
}
