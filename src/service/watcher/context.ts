import type { Logger } from 'pino'
import type { PendingChangeStore } from '../accounts/store/pending-changes.ts'
import type { Address } from '../chain/types/address.ts'
import type { Chains, FinalityLimits } from '../chain/types/chains.ts'
import type { WaitingCounts } from '../chain/types/watch.ts'
import type { ChargeStore } from '../charges/store/charges.ts'
import type { DestinationStore } from '../charges/store/destinations.ts'
import type { ExpiryStore } from '../charges/store/expiry.ts'
import type { HeldEventStore } from '../charges/store/held-events.ts'
import type { ChainActivityStore } from '../db/chain-activity.ts'
import type { ClockStore } from '../db/clock.ts'
import type { LeaseStore } from '../db/leases.ts'
import type { ScanStateStore } from '../db/scan-states.ts'
import type { MisdirectedStore } from '../payments/store/misdirected.ts'
import type { PaymentStore } from '../payments/store/payments.ts'
import type { ReportQueueStore } from '../payments/store/report-queue.ts'
import type { ReportStore } from '../payments/store/reports.ts'
import type { ReservationStore } from '../payments/store/reserved-amounts/reservations.ts'
import type { TransferStore } from '../payments/store/transfers.ts'
import type { UnreadStore } from '../payments/store/unread.ts'
import type { FxRateStore } from '../rates/store/rates.ts'
import type { FxRates } from '../rates/types.ts'
import type { RefundStore } from '../refunds/store/refunds.ts'
import type { WatchedRefundStore } from '../refunds/store/watched.ts'
import type { AcceptedAuthorizationStore } from '../relayer/store/accepted.ts'
import type { OfferedFeeStore } from '../relayer/store/offered-fees.ts'
import type { UnmatchedBlockStore } from '../unmatched/store/blocks.ts'
import type { UnmatchedStore } from '../unmatched/store/unmatched.ts'
import type { ChainTime } from './chain-time.ts'
import type { Clock } from './clock.ts'

/** The stores that the watcher reads and writes. */
type WatcherStore = PendingChangeStore &
  ChargeStore &
  PaymentStore &
  TransferStore &
  ReportStore &
  ReportQueueStore &
  ReservationStore &
  OfferedFeeStore &
  MisdirectedStore &
  RefundStore &
  WatchedRefundStore &
  AcceptedAuthorizationStore &
  UnreadStore &
  UnmatchedStore &
  UnmatchedBlockStore &
  ExpiryStore &
  HeldEventStore &
  FxRateStore &
  DestinationStore &
  LeaseStore &
  ScanStateStore &
  ChainActivityStore &
  ClockStore

/** The dependencies and settings that all parts of the watcher share. */
export interface WatcherContext {
  store: WatcherStore
  chains: Chains
  /** The rates of the currencies in which prices can be. */
  rates: FxRates
  log: Logger
  clock: Clock
  chainTime: ChainTime
  /** Number of blocks for which a credited payment is checked for reorganizations. */
  reorgBlocks: number
  /** Milliseconds for which a destination is watched after its newest charge. */
  watchMs: number
  /** ERC-4337 EntryPoints whose events are trusted. */
  entryPoints: readonly Address[]
  /** US dollars above which a payment is credited only when two nodes of its chain show it independently. */
  quorumAboveUsd: number
  /** US dollars above which a payment also waits for the chain's own finality. */
  finalityAboveUsd: FinalityLimits
  /** Called for each node that does not show a payment that another node shows. */
  onDisagreement: (chainId: number, node: string) => void
  /** Called with whether the last scan of a chain has failed; a chain that is not scanned here has not. */
  onSearch: (chainId: number, hasFailed: boolean) => void
  /** Called for each transaction that names a charge but pays another address. */
  onMisdirected: (chainId: number) => void
  /** Called with how much waits. */
  onCounts: (counts: WaitingCounts) => void
  /** Follows the transactions that the relayer has sent on a chain. @default no relayer */
  followRelays?: ((chainId: number, readHead: ReadHead) => Promise<void>) | undefined
}

/** Returns the number of the newest block. It is read at most once a poll, and only when it is needed. */
export type ReadHead = () => Promise<bigint>
