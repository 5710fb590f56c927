// Every screen, event and effect of a payment, so that what can be is read in one place; hence its length.
import type { PayError } from '../errors.ts'
import type { Deal, Quote } from './deal.ts'
import type {
  Account,
  Entry,
  Fate,
  Funds,
  Holding,
  Intent,
  Mirror,
  Proposal,
  Reservation,
  Sighting,
  WalletInfo,
} from './ports.ts'

/** One variant a screen, holding only what it may know. */
export type State =
  | { step: 'loading' }
  /** `entry`: this browser knows of a payment of it. `why`: the service says that nobody may pay it any more. */
  | { step: 'unavailable'; error: PayError; entry?: Entry; deal?: Deal; why?: EndOfCharge }
  /** A charge of no_price: the payer names the amount. */
  | { step: 'amount'; deal: Deal; error?: PayError }
  | { step: 'ready'; deal: Deal; notice?: PayError }
  /** No list: the wallet code is on its way. `busy`: the wallet that shows a question for the connection already. */
  | {
      step: 'wallets'
      deal: Deal
      wallets?: WalletInfo[]
      notice?: PayError
      busy?: WalletInfo
    }
  /** `uri`: what the payer's wallet scans, or opens. */
  | {
      step: 'connecting'
      deal: Deal
      wallets: WalletInfo[]
      wallet: WalletInfo
      attempt: number
      uri?: string
    }
  /** The merchant takes several tokens: the payer chooses. No holdings: they are being read. */
  | {
      step: 'tokens'
      deal: Deal
      account: Account
      deals: readonly Deal[]
      attempt: number
      holdings?: readonly Holding[]
      notice?: PayError
    }
  /**
   * Paid from outside this page: by a code that is scanned, or already. `looking`: a transaction is being read. `from`: the
   * block up to which the chain was watched. `reserved`: the amount is this charge's alone, and `deal` asks for just that;
   * `base` is the deal without it. `noRoom`: there is no such amount, so the payer signs. None of both: it is asked for.
   */
  | {
      step: 'outside'
      deal: Deal
      base?: Deal
      attempt: number
      reserved?: Reservation
      noRoom?: boolean
      looking?: boolean
      notice?: PayError
      from?: bigint
    }
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
  /** Nothing can be kept of a payment in this browser; the payer decides whether to go on. */
  | { step: 'unsafe'; deal: Deal; account: Account; intent: Intent; error: PayError }
  /** `asked`: the intent stands in the journal and the wallet was asked. */
  | { step: 'sending'; deal: Deal; account: Account; intent: Intent; asked: boolean }
  /** Another tab of this browser pays. */
  | { step: 'elsewhere'; deal: Deal; mirror?: Mirror }
  /** Nobody knows whether the money moved. Nothing may be sent from here without the payer's consent. */
  | {
      step: 'unsure'
      deal: Deal
      intent: Intent
      sighting?: Sighting
      trouble?: PayError
      /** Who must still sign, where that is what is waited for. */
      proposal?: Proposal
    }
  /**
   * An earlier payment that this browser knows of is looked for: one that was not made for what the service offers now.
   * Nothing of it is ever asked of the payer. `hash`: it was found, and the service is told of it.
   */
  | {
      step: 'earlier'
      deal: Deal
      intent: Intent
      hash?: string
      sighting?: Sighting
      trouble?: PayError
    }
  /** `intent`: whose transfer the hash is, where this browser made it. `signers`: it does not say what it pays, they may. */
  | {
      step: 'recording'
      deal: Deal
      hash: string
      intent?: Intent
      trouble?: PayError
      outside?: Origin
      signers?: readonly string[]
      signature?: string
    }
  /**
   * The transfer does not carry the charge's reference: one of the accounts that it came from signs for it, or the merchant
   * decides. `account`: the connected one, which is none of them. `declined`: the payer leaves it to the merchant.
   */
  | {
      step: 'sign'
      deal: Deal
      hash: string
      needed: number
      signers: readonly string[]
      attempt: number
      intent?: Intent
      open?: Intent
      outside?: Origin
      /** The wallet shows the question, or that for the connection. */
      asking?: boolean
      /** The payer chooses a wallet; no list: it is on its way. */
      choosing?: boolean
      wallets?: WalletInfo[]
      uri?: string
      account?: Account
      declined?: boolean
      notice?: PayError
    }
  | {
      step: 'confirming'
      deal: Deal
      hash: string
      intent?: Intent
      /** An intent of this browser that is still unresolved, when the hash is another's. */
      open?: Intent
      outside?: Origin
      /** The payer has signed for it. */
      signed?: boolean
      confirmations: number
      needed: number
      /** It was in a block that the chain has given up since. */
      lost?: boolean
      trouble?: PayError
    }
  /** The network does not know the transaction any more. It may still come. */
  | {
      step: 'dropped'
      deal: Deal
      hash: string
      intent?: Intent
      open?: Intent
      outside?: Origin
      signed?: boolean
      needed: number
      trouble?: PayError
    }
  /**
   * The transaction does not pay. `cancelled` by the payer in the wallet, `reverted` by the token: nothing was paid, for
   * certain. `refused` by the service, for what its error says: money may have moved.
   */
  | {
      step: 'void'
      deal: Deal
      hash: string
      why: 'cancelled' | 'reverted' | 'refused'
      intent?: Intent
      error?: PayError
    }
  /** `before`: it was paid when this page was opened. */
  | { step: 'paid'; deal: Deal; hash: string; intent?: Intent; before: boolean }
  | { step: 'cancelled'; deal?: Deal }
  /** `hash`: the money has moved, and the payer must be able to prove it. `entry`: the same, where no charge could be loaded. */
  | {
      step: 'failed'
      error: PayError
      deal?: Deal
      hash?: string
      intent?: Intent
      entry?: Entry
    }

export type Step = State['step']

/** Why the service offers a charge no more. */
export type EndOfCharge = 'expired' | 'cancelled'

/** Of a transaction that was made outside this page: the payer named it, or it was seen, and the screen to go back to. */
export interface Origin {
  how: 'named' | 'seen'
  screen?: Extract<State, { step: 'outside' }>
}

/** What happens: the payer's own acts first, then what effects answer. */
export type Event =
  | { type: 'start' }
  | { type: 'pay' }
  | { type: 'amount'; amount: bigint }
  /** What the payer wrote is no amount, or not one that is taken. */
  | { type: 'amountRefused'; error: PayError }
  /** The payer chooses a token, by its place in the list. */
  | { type: 'pick'; index: number }
  /** The payer pays from outside this page. */
  | { type: 'outside' }
  /** The payer names a transaction: its hash, or an explorer's address. */
  | { type: 'claim'; text: string }
  | { type: 'choose'; walletId: string }
  | { type: 'again' }
  | { type: 'back' }
  | { type: 'cancel' }
  /** The payer signs for a transfer that does not say what it pays, or leaves that to the merchant. */
  | { type: 'sign' }
  | { type: 'decline' }
  /** The payer does not see the wallet's question, or has lost its answer. */
  | { type: 'doubt' }
  /** The payer has read what may go wrong (a second payment, a payment that is not kept), and goes on. */
  | { type: 'consent' }
  /** The charge is there; what this browser knows of it is read next. */
  | { type: 'fetched'; deal: Deal }
  /**
   * `held`: this tab takes up what the entry tells of. `note`: there is one, and it cannot be read. `offers`: in what the
   * service can be paid now. `earlier`: of an earlier charge of the order, unresolved.
   */
  | {
      type: 'loaded'
      deal: Deal
      entry: Entry | undefined
      held: boolean
      needed: number
      offers?: readonly Deal[] | undefined
      earlier?: Entry | undefined
      note?: PayError | undefined
    }
  | { type: 'loadFailed'; error: PayError; entry?: Entry | undefined }
  /** The charge was read anew, since it has ended or its price holds no more. */
  | { type: 'refreshed'; deal: Deal }
  /** Another tab told how it stands with this charge. */
  | { type: 'tab'; chargeId: string; mirror: Mirror }
  /** The tab that paid has ended: its payment is ours to take up. */
  | { type: 'inherited'; chargeId: string }
  | { type: 'wallets'; wallets: WalletInfo[] }
  | { type: 'walletsFailed'; error: PayError }
  | { type: 'uri'; attempt: number; uri: string }
  /** `deals`: in what it can be paid, where there is a choice. */
  | { type: 'connected'; attempt: number; account: Account; deals?: readonly Deal[] | undefined }
  | { type: 'connectFailed'; attempt: number; error: PayError }
  /** The wallet shows another account, or chain; undefined: it is locked or disconnected. */
  | { type: 'account'; account: Account | undefined }
  | { type: 'holdings'; attempt: number; holdings: readonly Holding[] }
  | { type: 'holdingsFailed'; attempt: number; error: PayError }
  | { type: 'reserved'; attempt: number; reservation: Reservation }
  | { type: 'reserveFailed'; attempt: number; error: PayError }
  /** A transaction that was made outside pays this deal. `signers`: it does not say so, and one of them may. */
  | {
      type: 'inspected'
      attempt: number
      hash: string
      deal: Deal
      how: 'named' | 'seen'
      signers?: readonly string[] | undefined
    }
  | { type: 'inspectFailed'; attempt: number; error: PayError }
  /** The chain was watched up to a block, and nothing for this charge is there. */
  | { type: 'watched'; attempt: number; upTo: bigint }
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
  /** The wallet takes no data on a plain send, and is about to be asked without. */
  | { type: 'withoutData'; intentId: string }
  /** The wallet has taken it, and it is not sent yet. */
  | { type: 'proposed'; intentId: string; proposal: Proposal }
  | { type: 'sighted'; intentId: string; sighting: Sighting }
  /** The service waits for a payment of the charge that may be the one that is looked for. */
  | { type: 'awaited'; intentId: string; hash: string; needed: number }
  | { type: 'searchFailed'; intentId: string; error: PayError }
  /** The service says that the charge is paid, whoever did it. */
  | { type: 'chargePaid'; intentId: string; deal: Deal }
  | { type: 'recorded'; hash: string; needed: number }
  | { type: 'recordTrouble'; hash: string; error: PayError }
  | { type: 'recordFailed'; hash: string; error: PayError }
  | { type: 'fate'; hash: string; fate: Fate }
  | { type: 'followTrouble'; hash: string; error: PayError }
  /** The money has arrived, and nothing says that it is for this charge. */
  | { type: 'unmatched'; hash: string; signers: readonly string[] }
  | { type: 'signed'; attempt: number; signature: string }
  | { type: 'signFailed'; attempt: number; error: PayError }
  /** The connected account cannot sign for it; none: no wallet is connected. */
  | { type: 'signerWanted'; attempt: number; account?: Account | undefined }
  /** The chain shows the hash, and the service does not. */
  | { type: 'unlisted'; hash: string }
  | { type: 'settled'; hash: string; deal: Deal }
  /** The service says that the hash does not pay. `fate`: what the chain shows of it, where it could be asked. */
  | { type: 'transferFailed'; hash: string; deal: Deal; error: PayError; fate?: Fate | undefined }

/** What shall be done, in order, as data. */
export type Effect =
  /** `anew`: the charge that was made for the order is over. */
  | { do: 'load'; anew?: boolean }
  /** Reads what this browser knows of a charge, and takes it up. */
  | { do: 'takeUp'; deal: Deal }
  /** Loads again after a while: a payment is known, and its charge could not be loaded. */
  | { do: 'loadLater' }
  | { do: 'inherit'; chargeId: string }
  | { do: 'discover' }
  | { do: 'stopDiscovering' }
  | { do: 'connect'; walletId: string; attempt: number; deal: Deal }
  /** Reads in which deals an account can pay. */
  | { do: 'holdings'; deals: readonly Deal[]; account: Account; attempt: number }
  /** Has the service reserve an amount. */
  | { do: 'reserve'; deal: Deal; attempt: number }
  /** Looks whether the charge is paid from outside. `base`: without the reserved amount, where there is one. */
  | {
      do: 'awaitOutside'
      deal: Deal
      base: Deal | undefined
      attempt: number
      from: bigint | undefined
    }
  /** Reads a transaction that the payer names. */
  | { do: 'inspect'; deal: Deal; text: string; attempt: number }
  | { do: 'switchChain'; chainId: number; attempt: number }
  | { do: 'check'; deal: Deal; account: Account; attempt: number }
  | { do: 'journalIntent'; intent: Intent; consented: boolean }
  | { do: 'transfer'; intent: Intent }
  /** `upTo`: the block up to which was searched before. */
  | { do: 'search'; intent: Intent; deal: Deal; upTo?: bigint }
  | { do: 'journalHash'; intent: Intent; hash: string }
  /** A hash beside the one that the entry has: the service hears of it, too. */
  | { do: 'journalLate'; quote: Quote; hash: string; named?: boolean }
  /** What was learned of an intent. */
  | { do: 'journalNote'; intent: Intent }
  /** The service has decided about a hash that was told beside, or wants to hear no more of it. */
  | { do: 'forgetLate'; chargeId: string; hash: string }
  /** Until the service has answered; that it has taken the hash is written down first. */
  | { do: 'record'; deal: Deal; hash: string; signature?: string }
  | {
      do: 'follow'
      deal: Deal
      hash: string
      intent: Intent | undefined
      open: Intent | undefined
      signed?: boolean
    }
  /** Asks the connected wallet to sign for a transfer. */
  | { do: 'sign'; deal: Deal; hash: string; signers: readonly string[]; attempt: number }
  /** Looks whether the charge is paid by something else. */
  | { do: 'awaitPaid'; deal: Deal }
  /** Looks for the transfer while the wallet is silent. */
  | { do: 'lookout'; intent: Intent; deal: Deal }
  /** Keeps the receipt of a payment that was settled before this page. */
  | { do: 'journalDone'; chargeId: string; hash: string }
  /** Keeps the receipt, and leaves for success if no tab has yet. */
  | { do: 'finish'; chargeId: string; hash: string }
  /** Ends the entry of this intent, not one that another tab has written since. A hash is kept as one to pass over. */
  | { do: 'closeJournal'; chargeId: string; intentId?: string; hash?: string }
  | { do: 'leave'; how: 'cancel' }
