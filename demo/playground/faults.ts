// Every fault with what it shows: a list, hence its length.
import type { Step } from '../../src/checkout/state.ts'
import type { ChainLevers } from './chain-levers.ts'
import type { FaultService, ServiceFault } from './fault-service.ts'
import type { FaultWallet, WalletFault } from './fault-wallet.ts'

/** What a fault can be caused with, and undone. */
export interface Bench {
  wallet: FaultWallet
  service: FaultService
  chain: ChainLevers
}

/** A button beside the card: what happens next is the designer's to say. */
export interface Act {
  label: string
  /** On which screens it can happen. @default on all */
  on?: readonly Step[]
  /** It can happen again. */
  again?: true
  do: (bench: Bench) => Promise<void> | void
}

/** Something that goes wrong, or not. */
export interface Fault {
  id: string
  of: 'No fault' | 'Wallet' | 'Service' | 'Chain'
  name: string
  /** One sentence: what the card shows of it. */
  shows: string
  wallet?: WalletFault
  service?: { fault: ServiceFault; from: 'start' | 'transfer' }
  /** No blocks come once the transfer is sent; `one`: a single one, as soon as the shop knows of it. */
  blocks?: 'none' | 'one'
  acts?: readonly Act[]
}

const approves: Act = { label: 'The payer agrees from now on', do: ({ wallet }) => wallet.behave() }
const isBack: Act = { label: 'The service is back', do: ({ service }) => service.behave() }
const blocksCome: Act = { label: 'Blocks come again', do: ({ chain }) => chain.go() }

export const faults: readonly Fault[] = [
  {
    id: 'none',
    of: 'No fault',
    name: 'All goes well',
    shows: 'Pay, connect, confirm, two confirmations, the receipt.',
  },
  {
    id: 'refuses-connection',
    of: 'Wallet',
    name: 'Refuses the connection',
    shows: 'Back to the wallets, with a word on why; nothing was sent.',
    wallet: 'refuses-connection',
    acts: [approves],
  },
  {
    id: 'refuses-transfer',
    of: 'Wallet',
    name: 'Refuses the transfer',
    shows: 'Back to the price with “You declined it”; the button pays again.',
    wallet: 'refuses-transfer',
    acts: [approves],
  },
  {
    id: 'never-answers',
    of: 'Wallet',
    name: 'Never answers',
    shows:
      '“Confirm in your wallet” stays. “I don’t see it” looks on the chain before it offers to pay again.',
    wallet: 'hangs',
    acts: [{ label: 'The payer approves after all', do: ({ wallet }) => wallet.behave() }],
  },
  {
    id: 'answer-lost',
    of: 'Wallet',
    name: 'Sends, and the answer is lost',
    shows: 'The transfer is found on the chain by itself, and nobody pays twice.',
    wallet: 'mute',
  },
  {
    id: 'wrong-network',
    of: 'Wallet',
    name: 'Is on another network, and stays there',
    shows: 'Asks to switch, is refused, and says how to go on; nothing is sent meanwhile.',
    wallet: 'wrong-network',
    acts: [
      {
        label: 'The payer changes the network',
        on: ['wrongNetwork'],
        do: ({ wallet }) => wallet.behave(),
      },
    ],
  },
  {
    id: 'other-account',
    of: 'Wallet',
    name: 'Changes to another account',
    shows: 'The balance of the account that is there now is read, and that one pays.',
    wallet: 'other-account',
  },
  {
    id: 'too-poor',
    of: 'Wallet',
    name: 'Holds too little',
    shows: 'Says what is missing, before the wallet is asked for anything.',
    wallet: 'poor',
  },
  {
    id: 'sped-up',
    of: 'Wallet',
    name: 'Is sped up by the payer',
    shows: 'The replacement with the same nonce is followed; its hash is the one on the receipt.',
    blocks: 'none',
    acts: [
      {
        label: 'Speed it up in the wallet',
        on: ['confirming'],
        do: ({ wallet }) => wallet.replace('faster'),
      },
      blocksCome,
    ],
  },
  {
    id: 'cancelled',
    of: 'Wallet',
    name: 'Is cancelled by the payer',
    shows: 'Says that the transfer was cancelled and nothing was paid, and offers to pay again.',
    blocks: 'none',
    acts: [
      {
        label: 'Cancel it in the wallet',
        on: ['confirming'],
        do: ({ wallet }) => wallet.replace('cancel'),
      },
      blocksCome,
    ],
  },
  {
    id: 'down',
    of: 'Service',
    name: 'Down from the start',
    shows: 'No price, but a way to try again.',
    service: { fault: 'down', from: 'start' },
    acts: [isBack],
  },
  {
    id: 'down-after',
    of: 'Service',
    name: 'Down after the transfer',
    shows: 'The hash is kept, “keep this page open”; it is recorded as soon as somebody answers.',
    service: { fault: 'down', from: 'transfer' },
    acts: [isBack],
  },
  {
    id: 'slow',
    of: 'Service',
    name: 'Slow: four seconds an answer',
    shows: 'The skeleton in the final size, and honest steps; nothing jumps.',
    service: { fault: 'slow', from: 'start' },
    acts: [{ ...isBack, label: 'The service is fast again' }],
  },
  {
    id: 'answers-500',
    of: 'Service',
    name: 'Answers 500 after the transfer',
    shows: 'The same report is repeated until it is taken; never a second transfer.',
    service: { fault: 'broken', from: 'transfer' },
    acts: [isBack],
  },
  {
    id: 'answers-429',
    of: 'Service',
    name: 'Asks to wait (429)',
    shows: 'Waits as long as Retry-After says, and goes on.',
    service: { fault: 'busy', from: 'transfer' },
    acts: [isBack],
  },
  {
    id: 'reverted',
    of: 'Chain',
    name: 'Reverts the transfer',
    shows: '“Your payment failed”: the fee is gone, the money is not, and it may be paid again.',
    wallet: 'starves',
  },
  {
    id: 'reorganised',
    of: 'Chain',
    name: 'Takes the block back',
    shows:
      'The confirmation is counted back, and the payer hears that the network has taken it back.',
    blocks: 'one',
    acts: [
      {
        label: 'The chain takes its block back',
        on: ['confirming'],
        do: ({ chain, wallet }) => chain.takeBack(wallet.lastHash()),
      },
      {
        label: 'It is mined again',
        on: ['confirming', 'dropped'],
        do: ({ chain }) => chain.giveBack(),
      },
    ],
  },
  {
    id: 'no-blocks',
    of: 'Chain',
    name: 'Makes no blocks',
    shows: '“Waiting for the network”, for as long as it takes.',
    blocks: 'none',
    acts: [{ label: 'Mine one block', again: true, do: ({ chain }) => chain.mine() }, blocksCome],
  },
]

/** The fault of an id; one that there is not is none. */
export function faultOf(id: string): Fault {
  return faults.find((fault) => fault.id === id) ?? faults[0]!
}
