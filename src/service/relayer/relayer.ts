import type { Address } from '../chain/types/address.ts'
import type { SignedAuthorization } from '../chain/types/authorizations.ts'
import type { ChargeRecord, PriceQuote } from '../charges/records.ts'
import type { RelayLimit, RelayRecord, RelaySlot } from './records.ts'

/** Sends payers' signed transfers. Undefined in a service without a relayer. */
export interface Relayer {
  /** The accounts that pay the fees. */
  readonly accounts: readonly Address[]
  /** Returns whether anything is relayed on a chain. */
  isRelayed(chainId: number): boolean
  /** Returns the state of each account on a chain, and the transactions in progress. */
  readState(chainId: number): Promise<RelayerState>
  /**
   * Returns the terms that a payer can sign for a charge in one token, and saves their fee. Undefined when the network's fee cannot
   * be estimated now.
   */
  offer(charge: ChargeRecord, quote: PriceQuote): Promise<OfferTerms | undefined>
  /**
   * Sends an authorization of a charge. The same authorization again gets the same answer, with its newest transaction.
   *
   * @throws PayError `invalid_request` for terms that differ from the charge's; `conflict` when the charge accepts no
   * authorization, or
   *   another one is in progress
   */
  submit(
    charge: ChargeRecord,
    quote: PriceQuote,
    authorization: SignedAuthorization,
    terms?: SubmitTerms,
  ): Promise<SubmitResult>
}

/** The state of the relayer on a chain. */
export interface RelayerState {
  accounts: readonly RelayAccount[]
  /** In order of account and nonce. */
  open: readonly RelaySlot[]
}

/** An account that pays fees, on a chain. */
export interface RelayAccount {
  account: Address
  /** Wei. */
  balance: bigint
  /** Wei that stay at it. */
  floor: bigint
  /** How many transactions can be paid for, each at the most that one may cost. */
  transactionsLeft: number
  /** The nonce for which it waits, so that it accepts nothing now; undefined if its next transaction would be mined soon. */
  blockedBy: number | undefined
}

/** The amounts and the end of validity that a payer can sign. */
export interface OfferTerms {
  /** Base units: the owed amount, with the fee. */
  value: bigint
  fee: bigint
  /** Unix seconds. */
  validBefore: bigint
}

/** The author of a submitted authorization. */
export interface SubmitTerms {
  /**
   * Whether an agent submits it: its client may choose any nonce, and signs another authorization as soon as it believes that the
   * charge is not paid. @default false
   */
  isProgram?: boolean
  /** By which the client names it. @default none */
  paymentId?: string | undefined
}

/**
 * The result of {@link Relayer.submit}.
 *
 * - `relaying`: its transaction was signed, and has a hash
 * - `refused`: the token rejects it, with a reason
 * - `unsupported`: this token or this chain has no relaying
 * - `limited`: a limit is reached; it can be submitted again later
 * - `unavailable`: not now, or not by this service
 */
export type SubmitResult =
  | { outcome: 'relaying'; relay: RelayRecord }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unsupported' }
  | { outcome: 'limited'; by: RelayLimit }
  | { outcome: 'unavailable' }
