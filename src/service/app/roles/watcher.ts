import { localChainId } from '../../../api/chains/chains.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { FxRates } from '../../rates/types.ts'
import type { RunningRelayer } from '../../relayer/watch/relayer.ts'
import { createChainTime } from '../../watcher/chain-time.ts'
import { createClock } from '../../watcher/clock.ts'
import { startHousekeeping } from '../../watcher/housekeeping.ts'
import { createWatcher } from '../watcher.ts'
import { type RoleParts, type RunningRole, readEntryPoints } from './parts.ts'

/** A running watcher, with its measurements of the clock for /readyz. */
export interface RunningWatcher extends RunningRole {
  getClockOffsets(): ReadonlyMap<number, number>
  getStandingSearches(): readonly number[]
}

/** How long the scan of a chain may fail before it is treated as standing still, in milliseconds. */
const maxSearchFailureMs = 2 * 60_000

/** Starts the role `watcher`: the loops of the chains, expiry and housekeeping. */
export function startWatcher(
  { options, log, store, metrics }: RoleParts,
  chains: Chains,
  rates: FxRates,
  relayer: RunningRelayer | undefined,
): RunningWatcher {
  const chainTime = createChainTime({ chains, log })
  const clock = createClock({
    chains,
    log,
    onOffset: metrics.recordClockOffset,
    onBlockTime: chainTime.observe,
  })
  const failingSince = new Map<number, number>()
  const watcher = createWatcher({
    store,
    chains,
    rates,
    log,
    clock,
    chainTime,
    getPollIntervalMs: (id) => options.pollIntervalMs ?? (id === localChainId ? 1000 : 4000),
    reorgBlocks: options.reorgBlocks,
    leaseMs: options.leaseMs,
    watchMs: options.watchMs,
    quorumAboveUsd: options.quorumAboveUsd,
    finalityAboveUsd: options.finalityAboveUsd,
    entryPoints: readEntryPoints(options),
    onDisagreement: metrics.countDisagreement,
    onMisdirected: metrics.countMisdirected,
    onSearch(chainId, hasFailed) {
      if (!hasFailed) failingSince.delete(chainId)
      else if (!failingSince.has(chainId)) failingSince.set(chainId, performance.now())
    },
    onCounts: metrics.recordWaiting,
    followRelays: relayer?.follow,
  })
  watcher.start()
  const endHousekeeping = startHousekeeping({ store, chainTime, log })
  return {
    getClockOffsets: clock.getOffsets,
    getStandingSearches: () =>
      [...failingSince]
        .filter(([, since]) => performance.now() - since >= maxSearchFailureMs)
        .map(([chainId]) => chainId),
    wake(chainId) {
      for (const id of chainId === undefined ? chains.ids : [chainId]) watcher.wake(id)
    },
    async stop() {
      await watcher.stop()
      await endHousekeeping()
    },
  }
}
