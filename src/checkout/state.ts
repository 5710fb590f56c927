import type { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import type { Account, Entry, Funds, Intent, Sighting, WalletInfo } from './ports.ts'

/** One variant a screen, holding only what it may know. */
export type State =
  | { step: 'loading' }
  | { step: 'unavailable'; error: PayError }
  /** A charge of no_price: the payer names the amount. */
  | { step: 'amount'; deal: Deal; error?: PayError }
  | { step: 'ready'; deal: Deal; notice?: PayError }
  /** No list: the wallet code is on its way. */
  | { step: 'wallets'; deal: Deal; wallets?: WalletInfo[]; notice?: PayError }
  | { step: 'connecting'; deal: Deal; wallets: WalletInfo[]; wallet: WalletInfo; attempt: number }
  | {
      step: 'network'
      deal: Deal
      account: Account
      attempt: number
      asking: boolean
      notice?: PayError
    }
  | { step: 'checking'; deal: Deal; account: Account; attempt: number }
  | { step: 'short'; deal: Deal; account: Account; of: 'token' | 'gas'; funds: Funds }
  /** `asked`: the intent stands in the journal and the wallet was asked. */
  | { step: 'sending'; deal: Deal; account: Account; intent: Intent; asked: boolean }
  /** Nobody knows whether the money moved. Nothing may be sent from here without the payer's consent. */
  | { step: 'unsure'; deal: Deal; intent: Intent; sighting?: Sighting; trouble?: PayError }
  | { step: 'recording'; deal: Deal; hash: string; trouble?: PayError }
  | {
      step: 'confirming'
      deal: Deal
      hash: string
      confirmations: number
      needed: number
      trouble?: PayError
    }
  /** `before`: it was paid when this page was opened. */
  | { step: 'paid'; deal: Deal; hash: string; before: boolean }
  | { step: 'cancelled'; deal?: Deal }
  /** `hash`: the money has moved, and the payer must be able to prove it. */
  | { step: 'failed'; error: PayError; deal?: Deal; hash?: string }

export type Step = State['step']

/** What happens: the payer's own acts first, then what effects answer. */
export type Event =
  | { type: 'start' }
  | { type: 'pay' }
  | { type: 'amount'; amount: bigint }
  | { type: 'choose'; walletId: string }
  | { type: 'again' }
  | { type: 'back' }
  | { type: 'cancel' }
  /** The payer does not see the wallet's question, or has lost its answer. */
  | { type: 'doubt' }
  /** The payer has read that a transfer may have been sent, and wants to pay anew. */
  | { type: 'consent' }
  | { type: 'loaded'; deal: Deal; entry: Entry | undefined; needed: number }
  | { type: 'loadFailed'; error: PayError }
  | { type: 'wallets'; wallets: WalletInfo[] }
  | { type: 'walletsFailed'; error: PayError }
  | { type: 'connected'; attempt: number; account: Account }
  | { type: 'connectFailed'; attempt: number; error: PayError }
  | { type: 'switched'; attempt: number }
  | { type: 'switchFailed'; attempt: number; error: PayError }
  /** `fresh`: the deal as the shop tells it now, where it could be asked. */
  | { type: 'checked'; attempt: number; funds: Funds; intent: Intent; fresh?: Deal | undefined }
  | { type: 'checkFailed'; attempt: number; error: PayError }
  | { type: 'intentWritten'; intentId: string }
  /** Another tab pays, or an earlier payment of the charge is unresolved. */
  | { type: 'intentTaken'; intentId: string }
  | { type: 'intentFailed'; intentId: string; error: PayError }
  | { type: 'sent'; intent: Intent; hash: string }
  | { type: 'notSent'; intentId: string; error: PayError }
  | { type: 'lost'; intentId: string; error: PayError }
  | { type: 'sighted'; intentId: string; sighting: Sighting }
  | { type: 'searchFailed'; intentId: string; error: PayError }
  | { type: 'recorded'; hash: string; needed: number }
  | { type: 'recordTrouble'; hash: string; error: PayError }
  | { type: 'recordFailed'; hash: string; error: PayError }
  | { type: 'deeper'; hash: string; confirmations: number }
  | { type: 'followTrouble'; hash: string; error: PayError }
  | { type: 'settled'; hash: string; deal: Deal }
  | { type: 'transferFailed'; hash: string; deal: Deal; error: PayError }

/** What shall be done, in order, as data. */
export type Effect =
  | { do: 'load' }
  | { do: 'discover' }
  | { do: 'stopDiscovering' }
  | { do: 'connect'; walletId: string; attempt: number }
  | { do: 'switchChain'; chainId: number; attempt: number }
  | { do: 'check'; deal: Deal; account: Account; attempt: number }
  | { do: 'journalIntent'; intent: Intent }
  | { do: 'transfer'; intent: Intent }
  | { do: 'search'; intent: Intent; deal: Deal }
  | { do: 'journalHash'; intent: Intent; hash: string }
  | { do: 'record'; deal: Deal; hash: string }
  | { do: 'journalRecorded'; chargeId: string }
  | { do: 'follow'; deal: Deal; hash: string }
  /** With an intent's id: only its own entry, not one that another tab has written since. */
  | { do: 'closeJournal'; chargeId: string; intentId?: string }
  | { do: 'leave'; how: 'success' | 'cancel' }
