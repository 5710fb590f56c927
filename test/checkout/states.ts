import type { Event, State } from '../../src/checkout/state.ts'
import { PayError } from '../../src/errors.ts'
import { account, deal, fault, hashA, intent, openDeal, rich, walletA, walletB } from './samples.ts'

const wallets = [walletA, walletB]

/** Every screen, and every screen in each of its conditions. All attempts are 1, all intents `one`, all hashes A. */
export const everyState = {
  loading: { step: 'loading' },
  unavailable: { step: 'unavailable', error: new PayError('not_found', 'No such charge.') },
  amount: { step: 'amount', deal: openDeal() },
  ready: { step: 'ready', deal: deal() },
  'ready with a notice': { step: 'ready', deal: deal(), notice: fault },
  'wallets on their way': { step: 'wallets', deal: deal() },
  wallets: { step: 'wallets', deal: deal(), wallets },
  connecting: { step: 'connecting', deal: deal(), wallets, wallet: walletA, attempt: 1 },
  'network asking': { step: 'network', deal: deal(), account, attempt: 1, asking: true },
  'network refused': { step: 'network', deal: deal(), account, attempt: 1, asking: false },
  checking: { step: 'checking', deal: deal(), account, attempt: 1 },
  short: { step: 'short', deal: deal(), account, of: 'token', funds: { ...rich, token: 0n } },
  'sending, not asked yet': {
    step: 'sending',
    deal: deal(),
    account,
    intent: intent(),
    asked: false,
  },
  'sending, asked': { step: 'sending', deal: deal(), account, intent: intent(), asked: true },
  unsure: { step: 'unsure', deal: deal(), intent: intent() },
  'unsure, nonce used': {
    step: 'unsure',
    deal: deal(),
    intent: intent(),
    sighting: { seen: 'used' },
  },
  recording: { step: 'recording', deal: deal(), hash: hashA },
  confirming: { step: 'confirming', deal: deal(), hash: hashA, confirmations: 0, needed: 2 },
  paid: { step: 'paid', deal: deal(), hash: hashA, before: false },
  cancelled: { step: 'cancelled', deal: deal() },
  'cancelled before it was loaded': { step: 'cancelled' },
  'failed to load': { step: 'failed', error: fault },
  'failed to record': { step: 'failed', error: fault, deal: deal(), hash: hashA },
} satisfies Record<string, State>

export type StateName = keyof typeof everyState

/** Every event as the answer that {@link everyState} waits for. */
export const everyEvent: { [T in Event['type']]: Extract<Event, { type: T }> } = {
  start: { type: 'start' },
  pay: { type: 'pay' },
  amount: { type: 'amount', amount: 5n },
  choose: { type: 'choose', walletId: walletB.id },
  again: { type: 'again' },
  back: { type: 'back' },
  cancel: { type: 'cancel' },
  doubt: { type: 'doubt' },
  consent: { type: 'consent' },
  loaded: { type: 'loaded', deal: deal(), entry: undefined, needed: 2 },
  loadFailed: { type: 'loadFailed', error: fault },
  wallets: { type: 'wallets', wallets },
  walletsFailed: { type: 'walletsFailed', error: fault },
  connected: { type: 'connected', attempt: 1, account },
  connectFailed: { type: 'connectFailed', attempt: 1, error: fault },
  switched: { type: 'switched', attempt: 1 },
  switchFailed: { type: 'switchFailed', attempt: 1, error: fault },
  checked: { type: 'checked', attempt: 1, funds: rich, intent: intent() },
  checkFailed: { type: 'checkFailed', attempt: 1, error: fault },
  intentWritten: { type: 'intentWritten', intentId: 'one' },
  intentTaken: { type: 'intentTaken', intentId: 'one' },
  intentFailed: { type: 'intentFailed', intentId: 'one', error: fault },
  sent: { type: 'sent', intent: intent(), hash: hashA },
  notSent: { type: 'notSent', intentId: 'one', error: fault },
  lost: { type: 'lost', intentId: 'one', error: fault },
  sighted: { type: 'sighted', intentId: 'one', sighting: { seen: 'transfer', hash: hashA } },
  searchFailed: { type: 'searchFailed', intentId: 'one', error: fault },
  recorded: { type: 'recorded', hash: hashA, needed: 2 },
  recordTrouble: { type: 'recordTrouble', hash: hashA, error: fault },
  recordFailed: { type: 'recordFailed', hash: hashA, error: fault },
  deeper: { type: 'deeper', hash: hashA, confirmations: 1 },
  followTrouble: { type: 'followTrouble', hash: hashA, error: fault },
  settled: { type: 'settled', hash: hashA, deal: deal() },
  transferFailed: { type: 'transferFailed', hash: hashA, deal: deal(), error: fault },
}
