import type { ChainHealth, ChainReading } from '../chain/types/reading.ts'
import type { FxRateState } from '../rates/types.ts'
import type { Desk } from './desk.ts'
import type { DeskView } from './view.ts'

/** Reads the newest block of each chain. */
export interface ChainParts {
  readChains: () => Promise<ReadonlyMap<number, ChainReading>>
  /** Returns the rates of the operator's currencies, as they were last read. */
  getRates: () => readonly FxRateState[]
}

/** How a chain was read last. */
export interface ChainState {
  id: number
  /** As /readyz reports it. */
  health: ChainHealth
  /** The newest block; undefined where it cannot be read. */
  block: bigint | undefined
  /** Milliseconds since it was read. */
  ageMs: number
  nodes: number
}

/** Loads how the chains were read on which the account of a page can be paid. */
export async function loadChainStates(
  { context: { chains } }: Desk,
  { session: { account } }: Pick<DeskView, 'session'>,
  { readChains }: ChainParts,
): Promise<ChainState[]> {
  const readings = await readChains()
  const now = performance.now()
  return [...readings]
    .filter(([id]) => chains.isTestChain(id) !== account.livemode)
    .map(([id, { health, block, readAt }]) => ({
      id,
      health,
      block,
      ageMs: Math.max(0, now - readAt),
      nodes: chains.getNodeCount(id),
    }))
}

/** Returns whether payments on a chain cannot be found at present. */
export function isChainTroubled({ health }: Pick<ChainState, 'health'>): boolean {
  return health !== 'ok'
}
