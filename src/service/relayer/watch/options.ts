import type { Logger } from 'pino'
import type { Chains } from '../../chain/types/chains.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import type { ReportStore } from '../../payments/store/reports.ts'
import type { RelayFee, RelayLimits, RelaySigner } from '../records.ts'
import type { RelayerState, SubmitResult } from '../relayer.ts'
import type { OfferedFeeStore } from '../store/offered-fees.ts'
import type { RelayStore } from '../store/relays.ts'
import type { SlotStore } from '../store/slot-store.ts'

/** The dependencies and settings of a relayer. */
export interface RelayerOptions {
  store: Omit<RelayStore, 'listUnfailedRelays' | 'findRelayByPaymentId'> &
    SlotStore &
    OfferedFeeStore &
    Pick<ChargeStore, 'findCharges'> &
    Pick<ReportStore, 'addReport' | 'getReport'>
  chains: Pick<
    Chains,
    | 'simulateRelay'
    | 'getFees'
    | 'getDataFee'
    | 'getRate'
    | 'broadcast'
    | 'getNonce'
    | 'getLowestNonce'
    | 'getBalance'
    | 'getBlockNumber'
    | 'getBlockTime'
    | 'getConfirmations'
    | 'getAuthorizationDomain'
    | 'isAuthorizationUsed'
    | 'hasCode'
    | 'getTokenBalance'
    | 'findAuthorizationUse'
    | 'lookUpAtNodes'
  >
  signer: RelaySigner
  limits: RelayLimits
  /** The fee that payers add to the amount they owe. */
  fee: RelayFee
  log: Logger
  /** Called when a relay has ended, for the metrics. */
  onEnd: (chainId: number, status: 'USED' | 'FAILED') => void
  /** Called with the answer to each submitted authorization. */
  onSubmit: (chainId: number, outcome: SubmitResult['outcome']) => void
  /** Called with the state of the relayer on a chain, about once a minute. */
  onState: (chainId: number, state: RelayerState) => void
}
