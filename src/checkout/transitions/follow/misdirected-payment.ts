import type { Intent, Misdirection } from '../../ports/intent.ts'
import type { JournalEntry } from '../../ports/journal.ts'
import type { PaymentOption } from '../../quote/payment-option.ts'
import { isPaid, isUnresolved } from '../../quote/settlement.ts'
import type { CheckoutEvent, Effect, State, Step } from '../../state.ts'
import { isStepIn } from '../../steps.ts'
import { createEarlierOption, keepState, reload, type TransitionResult } from '../builders.ts'

// A wallet that pays another address than it was asked to. The page must not offer its payer another payment, and the merchant must
// learn the hash all the same.

/**
 * The steps with a hash of this browser that has not come to a good end. On a charge that is paid, the service's word outweighs any
 * other transfer.
 */
const comparedSteps = [
  'reporting',
  'confirming',
  'dropped',
  'needsSignature',
  'notPaid',
  'failed',
  'earlierPayment',
  'misdirected',
] as const satisfies readonly Step[]

/** A transaction to compare with the transfer that its wallet was asked for. */
export interface ComparedTransaction {
  option: PaymentOption
  hash: string
  intent: Intent
}

/** Returns the transaction of a state that is compared with its intent; undefined if there is none. */
export function getComparedTransaction(state: State): ComparedTransaction | undefined {
  if (!isStepIn(comparedSteps, state.step) || !('option' in state) || !('hash' in state))
    return undefined
  const { option, hash } = state
  const intent = 'intent' in state ? state.intent : undefined
  return option && hash && intent ? { option, hash, intent } : undefined
}

/** Handles the result of reading a transaction by another source than its wallet. */
export function handleCompared(
  state: State,
  { hash, misdirection }: Extract<CheckoutEvent, { type: 'compared' }>,
): TransitionResult {
  const transaction = getComparedTransaction(state)
  if (transaction?.hash !== hash) return keepState(state)
  const { intent } = transaction
  const writeEffect: Effect = { do: 'writeMisdirection', intent, hash, misdirection }
  if (misdirection) {
    const isShown = state.step === 'misdirected' && isSame(state.misdirection, misdirection)
    if (isShown) return keepState(state)
    const [next, effects] = showMisdirected(transaction, misdirection, state.step !== 'confirming')
    return [next, [writeEffect, ...effects]]
  }
  // The journal entry claimed a misdirected payment, which a script may have written. The chain shows that it is not.
  if (state.step !== 'misdirected') return keepState(state)
  const [next, effects] = reload()
  return [next, [writeEffect, ...effects]]
}

function isSame(a: Misdirection, b: Misdirection): boolean {
  return a.recipient === b.recipient && a.token === b.token && a.amount === b.amount
}

/** Shows the misdirected payment of a journal entry; undefined if the entry has none, or if the charge is paid. */
export function resumeMisdirected(
  option: PaymentOption,
  entry: JournalEntry | undefined,
): TransitionResult | undefined {
  const { intent, hash, misdirection, isRecorded } = entry ?? {}
  if (!isUnresolved(entry) || !intent || !hash || !misdirection || isPaid(option)) return undefined
  return showMisdirected({ option, hash, intent }, misdirection, !isRecorded)
}

/** @param mustReport whether the service may not know the hash yet */
function showMisdirected(
  { option, hash, intent }: ComparedTransaction,
  misdirection: Misdirection,
  mustReport: boolean,
): TransitionResult {
  const reportEffect: Effect = {
    do: 'reportTransaction',
    option: createEarlierOption(option, intent),
    hash,
  }
  return [
    { step: 'misdirected', option, hash, intent, misdirection },
    [
      { do: 'stopDiscovering' },
      ...(mustReport ? [reportEffect] : []),
      // Another wallet, or another device, may pay the charge.
      { do: 'watchCharge', option },
    ],
  ]
}
