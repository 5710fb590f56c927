import type { Step } from '../../src/checkout/state.ts'
import type { Sample } from '../../src/element/preview/index.ts'

/** The parts of a payer's way, in its order. */
export const groups = ['Before paying', 'Wallet', 'Paying', 'After', 'Trouble'] as const
export type Group = (typeof groups)[number]

/** A screen that is new does not compile before it has its place. */
const groupOfStep: Record<Step, Group> = {
  loading: 'Before paying',
  offered: 'Before paying',
  enteringAmount: 'Before paying',
  ready: 'Before paying',
  choosingWallet: 'Wallet',
  connecting: 'Wallet',
  externalPayment: 'Wallet',
  choosingToken: 'Wallet',
  wrongNetwork: 'Wallet',
  checking: 'Wallet',
  sending: 'Paying',
  reporting: 'Paying',
  confirming: 'Paying',
  otherTab: 'Paying',
  paid: 'After',
  cancelled: 'After',
  unavailable: 'Trouble',
  insufficientFunds: 'Trouble',
  storageBlocked: 'Trouble',
  waitingPayment: 'Trouble',
  needsSignature: 'Trouble',
  earlierPayment: 'Trouble',
  unknownOutcome: 'Trouble',
  dropped: 'Trouble',
  notPaid: 'Trouble',
  misdirected: 'Trouble',
  failed: 'Trouble',
}

/** Where on the payer's way a sample stands. */
export function groupOf({ state }: Sample): Group {
  // Others have to sign, or a batch is on its way: nothing is wrong with that.
  if (state.step === 'unknownOutcome' && state.intent.proposal) return 'Paying'
  return groupOfStep[state.step]
}

/** A sample's name in addresses: `ready, declined` is `ready-declined`. */
export function slugOf({ name }: Sample): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

/** A sample's name in two: the screen, and its condition. */
export function titleOf({ name }: Sample): { screen: string; condition: string } {
  const [screen = name, ...conditions] = name.split(', ')
  return {
    screen: screen.charAt(0).toUpperCase() + screen.slice(1),
    condition: conditions.join(', '),
  }
}
