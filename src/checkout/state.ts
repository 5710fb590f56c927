// All states, events and effects of a payment are in one file, so that a reader sees everything that can happen.
import type { LinkOffer } from '../api/schemas/link-offer.ts'
import type { CheckoutRefund } from '../api/schemas/payments/checkout-refunds.ts'
import type { PayError } from '../errors.ts'
import type { Authorization, Intent, Misdirection, Proposal } from './ports/intent.ts'
import type { JournalEntry } from './ports/journal.ts'
import type { Reservation } from './ports/proxy.ts'
import type { TabStatus } from './ports/tabs.ts'
import type {
  ConnectedAccount,
  Funds,
  OptionBalance,
  SearchResult,
  TransactionStatus,
  WalletInfo,
} from './ports/wallets.ts'
import type { PaymentOption, Quote, WaitingSign } from './quote/payment-option.ts'

/** The state of a payment: one variant per screen, which holds only what that screen may know. */
export type State =
  | { step: 'loading' }
  /** A payment link, before this customer has a charge of it. `isBusy`: the charge is being created. */
  | { step: 'offered'; offer: LinkOffer; isBusy?: boolean; notice?: PayError }
  /** `entry`: this browser knows a payment of the charge. `reason`: why the service no longer accepts a payment of it. */
  | {
      step: 'unavailable'
      error: PayError
      entry?: JournalEntry
      option?: PaymentOption
      reason?: ChargeEndReason
    }
  /** The payer enters the amount of a `no_price` charge. */
  | { step: 'enteringAmount'; option: PaymentOption; error?: PayError }
  | { step: 'ready'; option: PaymentOption; notice?: PayError }
  /** No `wallets`: the wallet code is loading. `busyWallet`: the wallet that already shows a connection request. */
  | {
      step: 'choosingWallet'
      option: PaymentOption
      wallets?: WalletInfo[]
      notice?: PayError
      busyWallet?: WalletInfo | undefined
    }
  /**
   * `uri`: the URI that the payer's wallet scans or opens. `isDelayed`: the wallet has not answered for some seconds, as a
   * locked one does not.
   */
  | {
      step: 'connecting'
      option: PaymentOption
      wallets: WalletInfo[]
      wallet: WalletInfo
      attempt: number
      uri?: string
      isDelayed?: true
    }
  /** The merchant accepts several tokens, and the payer chooses one. No `balances`: they are being read. */
  | {
      step: 'choosingToken'
      option: PaymentOption
      account: ConnectedAccount
      options: readonly PaymentOption[]
      attempt: number
      balances?: readonly OptionBalance[]
      notice?: PayError
    }
  /**
   * The payer pays outside this page: by scanning a code, or with a transaction that was already made.
   *
   * - `isInspecting`: a transaction is being read.
   * - `watchedToBlock`: the block up to which the chain was watched.
   * - `reservation`: the amount is reserved for this charge alone. `option` asks for exactly this amount, and
   *   `unreservedOption` is the option without it.
   * - `isReservationUnavailable`: no amount can be reserved, so the payer signs.
   * - `sought`: the submitted transactions that neither a node nor the service has seen yet; never
   *   empty. Before the payer has entered an amount there is nothing else on the screen.
   *
   * With neither `reservation` nor `isReservationUnavailable`, the reservation is being requested.
   */
  | {
      step: 'externalPayment'
      option: PaymentOption
      unreservedOption?: PaymentOption | undefined
      attempt: number
      reservation?: Reservation
      isReservationUnavailable?: boolean
      isInspecting?: boolean
      sought?: readonly SoughtTransaction[] | undefined
      notice?: PayError
      watchedToBlock?: bigint
    }
  | {
      step: 'wrongNetwork'
      option: PaymentOption
      account: ConnectedAccount
      attempt: number
      isAwaitingWallet: boolean
      notice?: PayError
    }
  | {
      step: 'checking'
      option: PaymentOption
      account: ConnectedAccount
      attempt: number
      /** The payer pays although this browser cannot save the intent. */
      hasConsented: boolean
    }
  /** No `missing`: what was missing has arrived meanwhile, and the payer decides to go on. */
  | {
      step: 'insufficientFunds'
      option: PaymentOption
      account: ConnectedAccount
      attempt: number
      missing?: Shortfall | undefined
      funds: Funds
      /** The transfer that the payer can sign instead, for a fee in the token. */
      intent?: Intent | undefined
    }
  /** There is a sign of a payment that no block shows yet, and that this browser does not know. The payer waits, or pays despite it. */
  | { step: 'waitingPayment'; option: PaymentOption; sign: WaitingSign }
  /** This browser cannot store the payment. The payer decides whether to continue. */
  | {
      step: 'storageBlocked'
      option: PaymentOption
      account: ConnectedAccount
      intent: Intent
      error: PayError
    }
  /**
   * `wasWalletAsked`: the intent is in the journal and the transfer was requested from the wallet. `isDelayed`: that was half a
   * minute ago.
   */
  | {
      step: 'sending'
      option: PaymentOption
      account: ConnectedAccount
      intent: Intent
      wasWalletAsked: boolean
      isDelayed?: true
    }
  /** Another tab of this browser is paying. */
  | { step: 'otherTab'; option: PaymentOption; tabStatus?: TabStatus }
  /**
   * It is unknown whether the money moved. Nothing may be sent again without the payer's consent, and while an authorization is
   * out, nothing at all. `signer`: the account that has just signed one.
   */
  | {
      step: 'unknownOutcome'
      signer?: ConnectedAccount | undefined
      option: PaymentOption
      intent: Intent
      searchResult?: SearchResult | undefined
      lastError?: PayError | undefined
      /** The proposal with the missing signatures, if the payment waits for them. */
      proposal?: Proposal | undefined
    }
  /**
   * An earlier payment that this browser knows is searched for. It does not match the current offer, so the payer is
   * never asked to pay it. `hash`: it was found and is being reported to the service.
   */
  | {
      step: 'earlierPayment'
      option: PaymentOption
      intent: Intent
      hash?: string
      searchResult?: SearchResult
      lastError?: PayError
    }
  /**
   * `intent`: the intent of the transfer, if this browser made it. `signers`: the accounts of which one may sign,
   * because the transfer does not carry the charge's reference.
   */
  | {
      step: 'reporting'
      option: PaymentOption
      hash: string
      intent?: Intent | undefined
      lastError?: PayError
      origin?: TransactionOrigin | undefined
      signers?: readonly string[] | undefined
      signature?: string | undefined
    }
  /**
   * The transfer does not carry the charge's reference. One of the accounts that it came from signs for it, or the
   * merchant decides. `account`: the connected account, which is not one of them. `hasDeclined`: the payer leaves it to
   * the merchant. No `signers`: no signature helps, such as for a charge that ended before the money arrived.
   */
  | {
      step: 'needsSignature'
      option: PaymentOption
      hash: string
      requiredConfirmations: number
      signers: readonly string[]
      attempt: number
      intent?: Intent | undefined
      unresolvedIntent?: Intent | undefined
      origin?: TransactionOrigin | undefined
      /** Whether the wallet shows the signature or connection request. */
      isAwaitingWallet?: boolean
      /** Whether the payer is choosing a wallet. Without `wallets`, the list is loading. */
      isChoosingWallet?: boolean
      wallets?: WalletInfo[] | undefined
      uri?: string
      account?: ConnectedAccount
      hasDeclined?: boolean | undefined
      notice?: PayError
    }
  | {
      step: 'confirming'
      option: PaymentOption
      hash: string
      intent?: Intent | undefined
      /** An intent of this browser that is still unresolved, if the hash is not its own. */
      unresolvedIntent?: Intent | undefined
      origin?: TransactionOrigin | undefined
      /** Whether the payer has signed for it. */
      hasSigned?: boolean | undefined
      confirmations: number
      requiredConfirmations: number
      /** Whether it was in a block that a reorganization has removed. */
      wasReorged?: boolean | undefined
      /** Nothing shows that the payer of this browser has made it. */
      isOthers?: boolean | undefined
      lastError?: PayError
    }
  /** The network no longer knows the transaction. It may still be mined. */
  | {
      step: 'dropped'
      option: PaymentOption
      hash: string
      intent?: Intent | undefined
      unresolvedIntent?: Intent | undefined
      origin?: TransactionOrigin | undefined
      hasSigned?: boolean | undefined
      isOthers?: boolean | undefined
      requiredConfirmations: number
      lastError?: PayError
    }
  /**
   * The transaction does not pay the charge. `cancelled` in the wallet by the payer, or `reverted` on the chain:
   * certainly nothing was paid. `rejected` by the service, for the reason in `error`: money may have moved.
   */
  | {
      step: 'notPaid'
      option: PaymentOption
      hash: string
      reason: 'cancelled' | 'reverted' | 'rejected'
      intent?: Intent
      error?: PayError
    }
  /**
   * The wallet answered with a transaction that pays another address. This browser offers no further payment, since a second one
   * would go the same way.
   */
  | {
      step: 'misdirected'
      option: PaymentOption
      hash: string
      intent: Intent
      misdirection: Misdirection
    }
  /**
   * `wasPaidBefore`: no payment of this browser is known among those that paid it, or its success was already reported.
   * `isSurplus`: others have paid it, and a payment of this browser may arrive in addition.
   * `refunds`: those of the charge; asked for where it was paid before.
   */
  | {
      step: 'paid'
      option: PaymentOption
      hash: string
      intent?: Intent | undefined
      wasPaidBefore: boolean
      isSurplus?: boolean | undefined
      refunds?: readonly CheckoutRefund[] | undefined
    }
  | { step: 'cancelled'; option?: PaymentOption | undefined }
  /**
   * `hash`: the money has moved, and the payer must be able to prove it. `entry`: the same, if the charge could not be
   * loaded.
   */
  | {
      step: 'failed'
      error: PayError
      option?: PaymentOption
      hash?: string
      intent?: Intent | undefined
      entry?: JournalEntry
    }

/** The kind of money that an account lacks: the token that is asked for, or the native currency for the network fee. */
export type Shortfall = 'token' | 'gas'

/** A transaction that the payer submitted, under the payment option by which it is reported. */
export interface SoughtTransaction {
  hash: string
  option: PaymentOption
}

/** The name of a state. */
export type Step = State['step']

/** The reason why the service no longer offers a charge. */
export type ChargeEndReason = 'expired' | 'cancelled'

/**
 * The origin of a transaction that was made outside this page: the payer submitted its hash, or it was seen on the
 * chain. `screen` is the screen to go back to.
 */
export interface TransactionOrigin {
  source: 'submitted' | 'found'
  screen?: Extract<State, { step: 'externalPayment' }>
}

/** Everything that can happen to a payment: first the payer's actions, then the results of effects. */
export type CheckoutEvent =
  | { type: 'start' }
  /** `button`: the button that the payer has clicked or pressed; the element checks that it is meant. */
  | { type: 'pay'; button?: unknown }
  | { type: 'enterAmount'; amount: bigint }
  /** The payer's text is not an amount, or not an accepted one. */
  | { type: 'amountRejected'; error: PayError }
  /** The payer chooses a token by its index in the list. */
  | { type: 'chooseToken'; index: number }
  /** The payer wants to pay outside this page. */
  | { type: 'payExternally' }
  /** The payer submits a transaction: its hash, or the URL of a block explorer. */
  | { type: 'submitHash'; text: string }
  | { type: 'chooseWallet'; walletId: string }
  /** The payer wants to pay with another wallet than the connected one. */
  | { type: 'changeWallet' }
  /** The payer opens this page in a wallet's own browser, to pay there. */
  | { type: 'openInWallet' }
  | { type: 'retry' }
  /** The order has another price now. */
  | { type: 'refresh' }
  | { type: 'back' }
  | { type: 'cancel' }
  /** The payer signs for a transfer without the charge's reference, or leaves the decision to the merchant. */
  | { type: 'sign' }
  | { type: 'decline' }
  /** The payer does not see a request in the wallet, or has closed it. */
  | { type: 'reportNoResponse' }
  /** The payer was warned (of a second payment, or one that cannot be stored) and continues. */
  | { type: 'consent' }
  /** The charge was fetched. Its journal entry is read next. */
  | { type: 'fetched'; option: PaymentOption }
  /**
   * The charge and its journal entry were loaded. `hasLock`: this tab resumes the payment of the entry. `journalError`:
   * the entry cannot be read. `options`: the payment options that the service offers now. `previousEntry`: the
   * unresolved entry of an earlier charge of the same order. `isAwaited`: this page has shown where to send
   * the payment, or there is a payment of its connected account.
   */
  | {
      type: 'loaded'
      option: PaymentOption
      entry: JournalEntry | undefined
      hasLock: boolean
      requiredConfirmations: number
      options?: readonly PaymentOption[] | undefined
      previousEntry?: JournalEntry | undefined
      journalError?: PayError | undefined
      isAwaited?: boolean | undefined
    }
  | { type: 'loadFailed'; error: PayError; entry?: JournalEntry | undefined }
  /** The charge was read again: it has ended, its price has expired, or the payer is about to pay it. */
  | { type: 'refreshed'; option: PaymentOption }
  /** Another tab sent its status for this charge. */
  | { type: 'tabUpdated'; chargeId: string; tabStatus: TabStatus }
  /** The tab that was paying has released the lock, so this tab resumes its payment. */
  | { type: 'lockAcquired'; chargeId: string }
  | { type: 'walletsUpdated'; wallets: WalletInfo[] }
  | { type: 'walletsFailed'; error: PayError }
  | { type: 'uriCreated'; attempt: number; uri: string }
  /** `options`: the payment options, if there is a choice. */
  | {
      type: 'connected'
      attempt: number
      account: ConnectedAccount
      options?: readonly PaymentOption[] | undefined
    }
  | { type: 'connectDelayed'; attempt: number }
  | { type: 'connectFailed'; attempt: number; error: PayError }
  /** The wallet has switched to another account or chain. Undefined: it is locked or disconnected. */
  | { type: 'accountChanged'; account: ConnectedAccount | undefined }
  | { type: 'balancesLoaded'; attempt: number; balances: readonly OptionBalance[] }
  | { type: 'balancesFailed'; attempt: number; error: PayError }
  | { type: 'amountReserved'; attempt: number; reservation: Reservation }
  | { type: 'reserveFailed'; attempt: number; error: PayError }
  /**
   * A transaction that was made outside this page pays this option. `signers`: it does not carry the charge's
   * reference, so one of these accounts may sign for it. `isUnseen`: no node that could be asked knows it.
   */
  | {
      type: 'inspected'
      attempt: number
      hash: string
      option: PaymentOption
      source: 'submitted' | 'found'
      signers?: readonly string[] | undefined
      isUnseen?: boolean | undefined
    }
  /** `hash`: of a sought transaction that was read and does not pay the charge. */
  | { type: 'inspectFailed'; attempt: number; error: PayError; hash?: string | undefined }
  /** The chain was watched up to a block, and no payment of this charge was found. */
  | { type: 'watched'; attempt: number; toBlock: bigint }
  | { type: 'chainSwitched'; attempt: number }
  /** The wallet has not answered for a long time. It may still do so. */
  | { type: 'switchDelayed'; attempt: number }
  | { type: 'switchFailed'; attempt: number; error: PayError }
  /** `freshOption`: the option as read again from the merchant's proxy, if that was possible. */
  | {
      type: 'checked'
      attempt: number
      funds: Funds
      intent: Intent
      freshOption?: PaymentOption | undefined
      /** The transfer that the account can sign, if it has too little native currency for the fee. */
      authorization?: Authorization | undefined
    }
  | { type: 'checkFailed'; attempt: number; error: PayError }
  | { type: 'intentWritten'; intentId: string }
  /** Another tab is paying, or an earlier payment of the charge is unresolved. */
  | { type: 'intentTaken'; intentId: string }
  | { type: 'intentFailed'; intentId: string; error: PayError }
  /** The wallet has not answered for half a minute, as while it is locked. It may still do so. */
  | { type: 'transferDelayed'; intentId: string }
  | { type: 'sent'; intent: Intent; hash: string }
  | { type: 'notSent'; intentId: string; error: PayError }
  | { type: 'outcomeUnknown'; intentId: string; error: PayError }
  /** The wallet has signed the intent's authorization. */
  | { type: 'authorized'; intentId: string; signature: string }
  /** It ends too soon to be signed. The wallet was not asked. */
  | { type: 'authorizationOutdated'; intentId: string }
  /** The wallet cannot sign it; or it was posted, and service and token refuse it (`wasPosted`). */
  | { type: 'authorizationRefused'; intentId: string; error: PayError; wasPosted?: true }
  /** It was posted and refused, but the token would accept it: anyone who has it can still send it. */
  | { type: 'authorizationHeld'; intentId: string; error: PayError }
  /** A refused authorization has paid, or can pay now. Nothing is sent in addition to it. */
  | { type: 'authorizationRevived'; attempt: number; intent: Intent }
  /** The wallet rejects calldata on a native transfer and is about to be asked without it. */
  | { type: 'dataOmitted'; intentId: string }
  /** The wallet has accepted the transfer but not sent it yet. */
  | { type: 'proposed'; intentId: string; proposal: Proposal }
  | { type: 'searchUpdated'; intentId: string; searchResult: SearchResult }
  /** The service has a pending payment of the charge, which may be the one that is searched for. */
  | { type: 'paymentPending'; intentId: string; hash: string; requiredConfirmations: number }
  | { type: 'searchFailed'; intentId: string; error: PayError }
  /** The service reports the charge as paid, by any payer. */
  | { type: 'chargePaid'; intentId: string; option: PaymentOption }
  | { type: 'recorded'; hash: string; requiredConfirmations: number }
  | { type: 'reportDelayed'; hash: string; error: PayError }
  | { type: 'reportFailed'; hash: string; error: PayError }
  /** `option`: the charge as it was read at the same time. */
  | {
      type: 'transactionUpdated'
      hash: string
      transactionStatus: TransactionStatus
      option?: PaymentOption | undefined
    }
  | { type: 'statusUnavailable'; hash: string; error: PayError }
  /** The transaction was read from another source than the wallet. `misdirection`: it pays another address. */
  | { type: 'compared'; hash: string; misdirection?: Misdirection | undefined }
  /** The money has arrived, but is not credited to this charge. `signers`: a signature of one of them would credit it. */
  | { type: 'unmatched'; hash: string; option: PaymentOption; signers: readonly string[] }
  | { type: 'signed'; attempt: number; signature: string }
  | { type: 'signFailed'; attempt: number; error: PayError }
  /** The connected account cannot sign for it. No `account`: no wallet is connected. */
  | { type: 'otherSignerNeeded'; attempt: number; account?: ConnectedAccount | undefined }
  /** The chain knows the hash, but the service does not list it. */
  | { type: 'notListed'; hash: string }
  | { type: 'settled'; hash: string; option: PaymentOption }
  /** The refunds of a paid charge were listed. */
  | { type: 'refundsListed'; chargeId: string; refunds: readonly CheckoutRefund[] }
  /**
   * The service reports that the hash does not pay. `transactionStatus`: its status on the chain, if it could be read.
   */
  | {
      type: 'transferFailed'
      hash: string
      option: PaymentOption
      error: PayError
      transactionStatus?: TransactionStatus | undefined
    }

/** A task that a transition gives to the runner, as data. Effects are started in order. */
export type Effect =
  /** Loads the charge. `shouldCreate`: another one is created, because the order's charge has ended. */
  | { do: 'load'; shouldCreate?: boolean }
  /** Reads the journal entry of a charge, and resumes its payment. */
  | { do: 'resume'; option: PaymentOption }
  /** Loads the charge again after a while: a payment is known, but its charge could not be loaded. */
  | { do: 'reloadLater' }
  | { do: 'waitForLock'; chargeId: string }
  | { do: 'discoverWallets' }
  | { do: 'stopDiscovering' }
  | { do: 'connect'; walletId: string; attempt: number; option: PaymentOption }
  /** Reads the balances of an account for the payment options. */
  | {
      do: 'readBalances'
      options: readonly PaymentOption[]
      account: ConnectedAccount
      attempt: number
    }
  /** Asks the service to reserve an amount. */
  | { do: 'reserveAmount'; option: PaymentOption; attempt: number }
  /**
   * Watches for a payment made outside this page. `unreservedOption`: set if `option` has a reserved amount. `sought`: a
   * transaction that is looked for as well.
   */
  | {
      do: 'watchExternalPayment'
      option: PaymentOption
      unreservedOption: PaymentOption | undefined
      attempt: number
      fromBlock: bigint | undefined
      sought?: readonly SoughtTransaction[] | undefined
    }
  /** Reads a transaction that the payer submits. */
  | { do: 'inspectTransaction'; option: PaymentOption; text: string; attempt: number }
  | { do: 'switchChain'; chainId: number; attempt: number }
  | { do: 'checkFunds'; option: PaymentOption; account: ConnectedAccount; attempt: number }
  /** Watches the balances of an account that has too little, and checks again when they change. */
  | {
      do: 'watchFunds'
      option: PaymentOption
      account: ConnectedAccount
      attempt: number
      missing: Shortfall | undefined
      funds: Funds
    }
  | { do: 'writeIntent'; intent: Intent; hasConsented: boolean }
  | { do: 'requestTransfer'; intent: Intent }
  /** Posts a signed authorization until it has a hash. `isFirst`: it has never been posted before. */
  | { do: 'postAuthorization'; intent: Intent; isFirst?: true }
  /** Searches for the transfer. `searchedToBlock`: the block up to which the chain was searched before. */
  | {
      do: 'searchTransfer'
      intent: Intent
      option: PaymentOption
      searchedToBlock?: bigint | undefined
    }
  | { do: 'writeHash'; intent: Intent; hash: string }
  /** Writes a hash in addition to the entry's own, so that it is reported to the service too. */
  | { do: 'writeUnreportedHash'; quote: Quote; hash: string; isSubmitted?: boolean }
  /** Writes a changed intent. */
  | { do: 'updateIntent'; intent: Intent }
  /** Writes whether the hash of an intent pays another address, and releases the charge's lock. */
  | {
      do: 'writeMisdirection'
      intent: Intent
      hash: string
      misdirection: Misdirection | undefined
    }
  /** Removes an unreported hash on which the service has decided, or which it rejects. */
  | { do: 'removeUnreportedHash'; chargeId: string; hash: string }
  /** Reports a hash until the service has answered. The journal is updated before the event is dispatched. */
  | { do: 'reportTransaction'; option: PaymentOption; hash: string; signature?: string | undefined }
  | {
      do: 'followPayment'
      option: PaymentOption
      hash: string
      intent: Intent | undefined
      unresolvedIntent: Intent | undefined
      hasSigned?: boolean | undefined
    }
  /** Asks the connected wallet to sign for a transfer. */
  | {
      do: 'signMessage'
      option: PaymentOption
      hash: string
      signers: readonly string[]
      attempt: number
    }
  /** Reads the charge again, in parallel to the screen's own effects. */
  | { do: 'refreshCharge'; option: PaymentOption }
  /** Polls whether the charge is paid by another transaction. */
  | { do: 'watchCharge'; option: PaymentOption }
  /** Searches for the transfer while the wallet does not answer. */
  | { do: 'watchWhilePending'; intent: Intent; option: PaymentOption }
  /** Writes that the payer was shown where to send the payment from another wallet. */
  | { do: 'writeAwaited'; chargeId: string }
  /** Keeps the receipt, and reports the success unless another tab has already done so, or others have paid (`isOthers`). */
  | { do: 'finish'; chargeId: string; hash: string; isOthers?: boolean | undefined }
  /**
   * Ends the entry of this intent, but not one that another tab has written since. The hash is ignored from then on.
   * `refused`: its authorization, which service and token have refused.
   */
  | {
      do: 'closeEntry'
      chargeId: string
      intentId?: string | undefined
      hash?: string | undefined
      refused?: Intent | undefined
    }
  | { do: 'leave'; reason: 'cancel' }
