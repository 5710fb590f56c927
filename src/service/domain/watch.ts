import type { Address } from './chain/address.ts'
import type { WitnessLog } from './chain/transfer-logs.ts'

/** The watcher's progress on each chain, and the leases of its tasks. */
export interface WatchStore {
  /** Returns where payments of charges created since then may arrive, for every token they accept. */
  listWatchedDestinations(chainId: number, since: Date): Promise<WatchedDestination[]>
  /** Marks chains as active: somebody asked for a charge that can be paid there. */
  markChainsActive(chainIds: readonly number[]): Promise<void>
  /** Returns the activity of a chain, which decides how often it is scanned. */
  getChainActivity(chainId: number): Promise<ChainActivity>
  /**
   * Returns the ids of charges that are due to expire by this time and have no pending payment.
   *
   * @param behind chains whose time is earlier, with it: what can be paid there is due by that
   * @param except ids that are left out
   */
  listExpirableChargeIds(
    by: Date,
    behind: ReadonlyMap<number, Date>,
    limit: number,
    except?: readonly string[],
  ): Promise<string[]>
  /**
   * Acquires or renews the lease of a task, for a duration by the database's clock. Returns false while another owner
   * has it.
   */
  acquireLease(task: string, owner: string, durationMs: number): Promise<boolean>
  /** Releases all leases of an owner. */
  releaseLeases(owner: string): Promise<void>
  /** Returns up to which block a chain's transfers are known to be complete; undefined before the first scan. */
  getScanState(chainId: number): Promise<ScanState | undefined>
  /** Saves the last complete block. It never moves back. */
  saveScanState(chainId: number, block: bigint, witness: WitnessLog | undefined): Promise<void>
  /**
   * Requests another scan of these blocks by the process that has the chain's lease. `to` undefined: up to the newest.
   */
  requestRescan(chainId: number, from: bigint, to: bigint | undefined): Promise<void>
  /** Ends a requested rescan. The last complete block moves back to before `from` when it was later. */
  finishRescan(chainId: number, from: bigint): Promise<void>
}

/** The database's clock, which all processes share. */
export interface ClockStore {
  /**
   * Remembers the database's time. Where its clock was set back since the last call, due times are
   * moved back as far, so that nothing waits for the earlier time to come again.
   *
   * @returns by how many milliseconds it was set back; 0 where it was not
   */
  followClock(): Promise<number>
}

/** A recipient of one account and a token that may arrive there. */
export interface WatchedDestination {
  accountId: string
  recipient: Address
  token: Address
  /** When the oldest and the newest charge with this recipient and token were created. */
  oldestChargeAt: Date
  newestChargeAt: Date
}

/** How far a chain was scanned. */
export interface ScanState {
  /** The last block up to which all transfers are known; undefined before the first. */
  block: bigint | undefined
  /** The known log at the lower end of the next range; undefined when there is none. */
  witness: WitnessLog | undefined
  /** Blocks that the operator asked to scan again. */
  rescan: { from: bigint; to: bigint | undefined } | undefined
}

/** The activity of a chain. */
export interface ChainActivity {
  /** Milliseconds since a charge was asked for that can be paid there; undefined for never. */
  quietMs: number | undefined
  /** Whether charges were created that have not expired. Some of them may have been paid. */
  isPaymentExpected: boolean
  /** Whether the operator has asked to scan blocks again. */
  isRescanRequested: boolean
}

/** How much work waits. */
export interface WaitingCounts {
  /** Transfers that wait for a decision. */
  unmatched: number
  /** Reported transactions that wait for the chain. */
  reports: number
  /** Transactions that were found and could not be read. */
  unread: number
  /** Webhook events that wait for their delivery. */
  webhooks: number
  /** Webhook endpoints to which a delivery has failed that waits. */
  failingEndpoints: number
  /** Refunds whose wallet was asked more than an hour ago, and of which no transfer is known. */
  refunds: number
  /** Charges that can be paid. */
  charges: number
}
