// All effects of a payment are run in one switch, so that none is forgotten.
import { createPaymentMessage } from '../../api/signed-messages.ts'
import { PayError } from '../../errors.ts'
import type { ConnectedAccount, Funds, Intent, JournalEntry, Ports, Wallets } from '../ports.ts'
import { listPaymentOptions } from '../quote/payment-assets.ts'
import type { PaymentOption } from '../quote/payment-option.ts'
import { getRefreshTime } from '../quote/refresh-time.ts'
import { isPaid, isUnresolved, listPaymentHashes } from '../quote/settlement.ts'
import type { CheckoutEvent, Effect, State } from '../state.ts'
import { getComparedTransaction } from '../transitions/follow/misdirected-payment.ts'
import { isPaying } from '../transitions/open-charge.ts'
import { createLapsedError } from '../transitions/pay/authorize-payment.ts'
import { guardPayment, isQuoteRefusal } from '../transitions/pay/guard-payment.ts'
import { findMissing } from '../transitions/pay/send-transfer.ts'
import { isSigner } from '../transitions/pay/sign-payment.ts'
import { transition } from '../transitions/transition.ts'
import { compareUntilRead } from './compare-transfer.ts'
import { followPayment, pollUntilPaid } from './follow-payment.ts'
import { postAuthorization } from './post-authorization.ts'
import { refreshPrices } from './refresh-prices.ts'
import { reportUntilAnswered, retryLoad } from './report-transaction.ts'
import { searchUntilFound, watchWhilePending } from './search-transfer.ts'
import { getTabStatus } from './tab-status.ts'
import { pause } from './wait.ts'
import { createInspectedEvent, watchExternalPayment } from './watch-external-payment.ts'

/** Milliseconds for which a charge is recent enough to ask a wallet without another read. */
const freshOptionMaxAgeMs = 1000

/** The least milliseconds until an authorization's end that leave a payer time to sign it. A fresh offer has twice as many. */
const leastSigningMs = 60_000

/** Milliseconds after which a wallet that does not connect is shown as possibly locked. */
const connectPatienceMs = 6000

/** Milliseconds after which a payer may ask a wallet for the network once more. Its answer to the first question still counts. */
const switchPatienceMs = 60_000

/** A running payment, which takes events and has a state. */
export interface Runner {
  readonly state: State
  /** Applies an event and runs its effects. */
  dispatch(event: CheckoutEvent): void
  /** Stops all polling and listening. A transfer that was requested from a wallet cannot be withdrawn. */
  dispose(): void
}

/**
 * Creates the runner of {@link transition}. It runs the effects through the ports and dispatches their results as
 * events.
 *
 * @param onChange called with every new state
 * @param initialState the state to continue from
 * @example
 * const runner = createRunner(ports, (state) => render(state))
 * runner.dispatch({ type: 'start' })
 */
export function createRunner(
  ports: Ports,
  onChange: (state: State) => void,
  initialState: State = { step: 'loading' },
): Runner {
  let state = initialState
  let serial = 0
  let screenWatch = new AbortController()
  let stopDiscovering = () => {}
  let stopListening = () => {}
  let stopWatchingAccount: (() => void) | undefined
  /** The wallet's current account, as far as this page knows. */
  let connectedAccount: ConnectedAccount | undefined
  let priceRefresh = new AbortController()
  /** The comparison of the transaction on the screen, which outlives the screens of one hash. */
  let comparison = { hash: '', abort: new AbortController() }
  /** The charges that this page has shown unpaid, and whose success it has not reported. */
  const seenUnpaid = new Set<string>()
  let isDisposed = false

  function dispatch(event: CheckoutEvent) {
    const before = state
    // A late answer must not start a payment that no element shows.
    if (isDisposed && !isPaying(before)) return
    const [next, effects] = guardPayment(
      transition(before, event, serial++),
      event,
      ports.checkQuote,
    )
    const hasChanged = next !== before
    // The loops of a screen end with the screen, or when they are started again, so that none runs longer than needed.
    if (next.step !== state.step || (hasChanged && effects.length > 0)) {
      screenWatch.abort()
      screenWatch = new AbortController()
    }
    state = next
    noteUnpaid()
    if (hasChanged) onChange(state)
    for (const effect of effects) runEffect(effect)
    // Other tabs are notified last, so that they find the lock free and the receipt written when the payment is over.
    if (hasChanged && state === next) notifyTabs(before, next)
    if (state === next) compareTransaction()
    if (state === next && before.step !== 'paid') void listRefunds()
  }

  /**
   * Asks for the refunds of a charge that was paid before. Here and not as an effect, so that no way to its receipt can leave it
   * out. They are no part of the payment: without an answer the receipt stays as it is.
   */
  async function listRefunds() {
    if (state.step !== 'paid' || !state.wasPaidBefore) return
    const { option } = state
    const refunds = await ports.proxy.listRefunds(option, screenWatch.signal).catch(() => [])
    if (refunds.length > 0) dispatch({ type: 'refundsListed', chargeId: option.charge.id, refunds })
  }

  /**
   * Compares the transaction of the state with what its wallet was asked for, once for each hash. Here and not as an
   * effect, so that no way to a hash can leave it out.
   */
  function compareTransaction() {
    // The service's answer ends it. A node that never sees the transaction would be asked forever.
    if (state.step === 'paid') comparison.abort.abort()
    const transaction = getComparedTransaction(state)
    if (!transaction || transaction.hash === comparison.hash) return
    comparison.abort.abort()
    comparison = { hash: transaction.hash, abort: new AbortController() }
    void compareUntilRead(ports, transaction, dispatch, comparison.abort.signal)
  }

  /** Notes which charge is shown unpaid. A page that showed it reports the success, however the payment is found. */
  function noteUnpaid() {
    if ('option' in state && state.option && !isPaid(state.option))
      seenUnpaid.add(state.option.charge.id)
  }

  function notifyTabs(before: State, after: State) {
    const getChargeId = (screen: State) =>
      'option' in screen ? screen.option?.charge.id : undefined
    const status = getTabStatus(after) ?? (getTabStatus(before) && { step: 'over' as const })
    const chargeId = getChargeId(after) ?? getChargeId(before)
    if (status && chargeId !== undefined) ports.tabs.notify(chargeId, status)
  }

  /** Starts an effect. Effects start in order; if one must end before another starts, there is a state in between. */
  function runEffect(effect: Effect) {
    const { signal } = screenWatch
    const { journal } = ports
    switch (effect.do) {
      case 'load':
        return void load(signal, effect.shouldCreate)
      case 'resume':
        return void resume(effect.option, signal)
      case 'reloadLater':
        return void retryLoad(ports, dispatch, signal)
      case 'waitForLock': {
        const { chargeId } = effect
        const onLock = () => dispatch({ type: 'lockAcquired', chargeId })
        // It is aborted with the screen. If the browser rejects the request, the payer can still retry with the button.
        return void journal.waitForLock(chargeId, signal).then(onLock, () => undefined)
      }
      case 'discoverWallets':
        return runAsync(
          async () => {
            const wallets = await ports.loadWallets()
            if (signal.aborted) return
            stopDiscovering()
            stopDiscovering = wallets.watch((list) =>
              dispatch({ type: 'walletsUpdated', wallets: list }),
            )
          },
          (error) => ({ type: 'walletsFailed', error }),
        )
      case 'stopDiscovering':
        stopDiscovering()
        stopDiscovering = () => {}
        return
      case 'connect': {
        const { walletId, attempt, option } = effect
        void pause(ports, connectPatienceMs, signal).then(
          (isWaiting) => isWaiting && dispatch({ type: 'connectDelayed', attempt }),
        )
        return runAsync(
          async () => {
            const wallets = await ports.loadWallets()
            const onUri = (uri: string) => dispatch({ type: 'uriCreated', attempt, uri })
            const options = listPaymentOptions(option, ports.getAcceptedAssets())
            const chainIds = [...new Set([option, ...options].map(({ quote }) => quote.chainId))]
            // Before connecting: the wallet may answer a request that another page has left open.
            watchAccount(wallets)
            const account = await wallets.connect(walletId, onUri, chainIds)
            connectedAccount = account
            const choice = options.length > 1 ? options : undefined
            dispatch({ type: 'connected', attempt, account, options: choice })
          },
          (error) => ({ type: 'connectFailed', attempt, error }),
        )
      }
      case 'readBalances': {
        const { options, account, attempt } = effect
        return runAsync(
          async () => {
            const balances = await (await ports.loadWallets()).readBalances(
              options,
              account.address,
            )
            dispatch({ type: 'balancesLoaded', attempt, balances })
          },
          (error) => ({ type: 'balancesFailed', attempt, error }),
        )
      }
      case 'reserveAmount': {
        const { option, attempt } = effect
        return runAsync(
          async () => {
            const reservation = await ports.proxy.reserveAmount(option, signal)
            dispatch({ type: 'amountReserved', attempt, reservation })
          },
          (error) => ({ type: 'reserveFailed', attempt, error }),
        )
      }
      case 'signMessage':
        return runAsync(
          () => sign(effect),
          (error) => ({ type: 'signFailed', attempt: effect.attempt, error }),
        )
      case 'watchExternalPayment':
        return void watchExternalPayment(ports, effect, dispatch, signal)
      case 'inspectTransaction': {
        const { option, text, attempt } = effect
        return runAsync(
          async () => {
            const paymentOptions = listPaymentOptions(option, ports.getAcceptedAssets())
            const transaction = await (await ports.loadWallets()).inspectTransaction(
              paymentOptions,
              text,
            )
            dispatch(createInspectedEvent(transaction, attempt))
          },
          (error) => ({ type: 'inspectFailed', attempt, error }),
        )
      }
      case 'switchChain': {
        const { chainId, attempt } = effect
        void pause(ports, switchPatienceMs, signal).then(
          (isWaiting) => isWaiting && dispatch({ type: 'switchDelayed', attempt }),
        )
        return runAsync(
          async () => {
            await (await ports.loadWallets()).switchChain(chainId)
            dispatch({ type: 'chainSwitched', attempt })
          },
          (error) => ({ type: 'switchFailed', attempt, error }),
        )
      }
      case 'checkFunds':
        return runAsync(
          () => checkFunds(effect.option, effect.account, effect.attempt, signal),
          (error) => ({ type: 'checkFailed', attempt: effect.attempt, error }),
        )
      case 'writeIntent': {
        const { intent, hasConsented } = effect
        return runAsync(
          async () => {
            const wasWritten = await journal.writeIntent(intent, hasConsented)
            dispatch({ type: wasWritten ? 'intentWritten' : 'intentTaken', intentId: intent.id })
          },
          (error) => ({ type: 'intentFailed', intentId: intent.id, error }),
        )
      }
      case 'requestTransfer': {
        const { id: intentId } = effect.intent
        let wasAsked = false
        return runAsync(
          () =>
            transfer(effect.intent, () => {
              wasAsked = true
            }),
          (error) => {
            // Only a wallet that cannot sign closes the way. One that did not is asked again.
            if (error.code === 'authorization_refused')
              return { type: 'authorizationRefused', intentId, error }
            // Nobody has got a signature: whatever the wallet has answered, nothing was sent.
            const isSigning = effect.intent.authorization !== undefined
            const isCertain =
              isSigning ||
              !wasAsked ||
              error.code === 'wallet_refused' ||
              error.code === 'chain_refused' ||
              error.code === 'wallet_locked' ||
              isQuoteRefusal(error)
            return { type: isCertain ? 'notSent' : 'outcomeUnknown', intentId, error }
          },
        )
      }
      case 'postAuthorization':
        return void postAuthorization(ports, effect, dispatch, signal)
      case 'writeHash': {
        const { intent, hash } = effect
        return tryJournal(() => journal.writeHash(intent, hash), hash)
      }
      case 'writeUnreportedHash': {
        const { quote, hash, isSubmitted } = effect
        return tryJournal(() => journal.addUnreportedHash(quote, hash, isSubmitted), hash)
      }
      case 'updateIntent':
        return tryJournal(() => journal.updateIntent(effect.intent))
      case 'removeUnreportedHash':
        return tryJournal(() => journal.removeUnreportedHash(effect.chargeId, effect.hash))
      case 'writeMisdirection': {
        const { intent, hash, misdirection } = effect
        return tryJournal(() => journal.writeMisdirection(intent, hash, misdirection))
      }
      case 'closeEntry':
        return tryJournal(() =>
          journal.close(effect.chargeId, effect.intentId, effect.hash, effect.refused),
        )
      case 'writeAwaited':
        return tryJournal(() => journal.markAwaited(effect.chargeId))
      case 'finish': {
        let isFirst = true
        seenUnpaid.delete(effect.chargeId)
        tryJournal(() => {
          isFirst = journal.markSettled(effect.chargeId, effect.hash)
        })
        // Another tab that followed the same payment may have reported the success already.
        if (isFirst) ports.onLeave('success')
        return
      }
      case 'searchTransfer':
        return void searchUntilFound(
          ports,
          effect.intent,
          effect.option,
          dispatch,
          signal,
          effect.searchedToBlock,
        )
      case 'reportTransaction': {
        const { option, hash, signature } = effect
        const onEvent = (event: CheckoutEvent) => {
          // This also covers a hash that is reported in the background: a recorded hash need not be reported again.
          if (event.type === 'recorded')
            tryJournal(() => journal.markRecorded(option.charge.id, hash))
          dispatch(event)
        }
        return void reportUntilAnswered(ports, option, hash, onEvent, signal, signature)
      }
      case 'followPayment':
        return void followPayment(ports, effect, dispatch, signal)
      case 'refreshCharge':
        // It outlives the screens until the wallet is asked. Where it fails, the check of the account reads the charge again.
        return void ports.proxy.refresh(effect.option, priceRefresh.signal).then(
          (option) => dispatch({ type: 'refreshed', option }),
          () => undefined,
        )
      case 'watchCharge':
        return void pollUntilPaid(ports, effect.option, dispatch, signal)
      case 'watchWhilePending':
        return void watchWhilePending(ports, effect.intent, effect.option, dispatch, signal)
      case 'leave':
        return ports.onLeave(effect.reason)
      default:
        return effect satisfies never
    }
  }

  /**
   * Writes to the journal without stopping on an error: money has moved, so the next steps run even if the journal
   * fails. For a hash that could not be written, the error is shown. Other failed writes only make the next load check
   * again.
   */
  function tryJournal(write: () => unknown, hash?: string) {
    try {
      write()
    } catch (cause) {
      if (hash === undefined) return
      dispatch({ type: 'reportDelayed', hash, error: PayError.from(cause, 'storage_unavailable') })
    }
  }

  /** Loads the charge. A load that was restarted in the meantime dispatches no event. */
  async function load(signal: AbortSignal, shouldCreate?: boolean) {
    try {
      const option = await ports.proxy.load(signal, shouldCreate)
      if (!signal.aborted) await resume(option, signal)
    } catch (cause) {
      if (signal.aborted) return
      dispatch({
        type: 'loadFailed',
        error: PayError.from(cause, 'service_failed'),
        entry: readKnownEntry(),
      })
    }
  }

  /** Reads the journal entry of a charge that could not be loaded. */
  function readKnownEntry(): JournalEntry | undefined {
    const chargeId = ports.proxy.getChargeId()
    try {
      return chargeId === undefined ? undefined : ports.journal.read(chargeId)
    } catch {
      // An unreadable entry is reported when there is a charge to pay.
      return undefined
    }
  }

  async function resume(option: PaymentOption, signal: AbortSignal) {
    const { id } = option.charge
    const { journal } = ports
    const getConfirmations = (shownOption: PaymentOption, entry?: JournalEntry) => {
      const [firstUnreported] = entry?.unreportedHashes ?? []
      return ports.getRequiredConfirmations(
        entry?.intent?.quote.chainId ?? firstUnreported?.chainId ?? shownOption.quote.chainId,
      )
    }
    try {
      const hasTakenLock = isUnresolved(journal.read(id)) && (await journal.acquireLock(id))
      if (signal.aborted) return
      // The entry is read again, because the tab that had the lock may have changed it until now.
      const entry = journal.read(id)
      const hasLock = hasTakenLock && isUnresolved(entry)
      if (!isUnresolved(entry)) journal.releaseLock(id)
      const options = listOptions(option)
      const previous = isUnresolved(entry) ? {} : await readPreviousEntry(id)
      if (signal.aborted) return
      dispatch({
        type: 'loaded',
        option,
        entry,
        hasLock,
        requiredConfirmations: getConfirmations(option, entry),
        options,
        wasSeenUnpaid: seenUnpaid.has(id),
        ...previous,
      })
    } catch (cause) {
      if (signal.aborted) return
      const journalError = PayError.from(cause, 'storage_unavailable')
      dispatch({
        type: 'loaded',
        option,
        entry: undefined,
        hasLock: false,
        requiredConfirmations: getConfirmations(option),
        wasSeenUnpaid: seenUnpaid.has(id),
        journalError,
      })
    }
    // Listening starts when there is a screen, because a tab that is paying answers at once.
    listenToTabs(id)
    restartPriceRefresh()
  }

  /**
   * Reads the unresolved entry of an earlier charge of the same order, which the merchant has replaced by this charge.
   * If it cannot be read, the error is reported, and this charge's own entry is used all the same.
   */
  async function readPreviousEntry(
    chargeId: string,
  ): Promise<{ previousEntry?: JournalEntry; journalError?: PayError }> {
    const previousChargeId = ports.proxy.getPreviousChargeId()
    if (previousChargeId === undefined || previousChargeId === chargeId) return {}
    try {
      const entry = ports.journal.read(previousChargeId)
      if (!entry || !isUnresolved(entry)) return {}
      await ports.journal.acquireLock(previousChargeId)
      return { previousEntry: entry }
    } catch (cause) {
      return { journalError: PayError.from(cause, 'storage_unavailable') }
    }
  }

  /**
   * Returns the payment options to match an entry with. Invalid assets do not stop it: that error is shown when
   * connecting.
   */
  function listOptions(option: PaymentOption): PaymentOption[] {
    try {
      return listPaymentOptions(option, ports.getAcceptedAssets())
    } catch {
      return []
    }
  }

  /** `onAsk`: called before the wallet is asked. A failure before that is certain: nothing was sent. */
  async function transfer(originalIntent: Intent, onAsk: () => void) {
    const { id: intentId } = originalIntent
    let intent = originalIntent
    const isWanted = () => {
      const isAwaited = state.step === 'sending' && state.intent.id === intentId
      if (isAwaited) onAsk()
      return isAwaited
    }
    requireAllowed(originalIntent)
    if (originalIntent.authorization) return authorize(originalIntent, isWanted)
    const hash = await (await ports.loadWallets()).transfer(
      originalIntent,
      isWanted,
      (proposal) => dispatch({ type: 'proposed', intentId, proposal }),
      () => {
        intent = { ...originalIntent, withoutData: true }
        dispatch({ type: 'dataOmitted', intentId })
      },
    )
    dispatch({ type: 'sent', intent, hash })
  }

  /**
   * Asks for the signature of an authorization, which has an end that the payer does not know: what is offered too late is checked
   * anew, and what is signed too late is dropped, as the token would refuse it.
   */
  async function authorize(intent: Intent, isWanted: () => boolean) {
    const { id: intentId, authorization } = intent
    const endsAt = Number(authorization?.validBefore) * 1000
    if (ports.now() > endsAt - leastSigningMs)
      return dispatch({ type: 'authorizationOutdated', intentId })
    const signature = await (await ports.loadWallets()).signAuthorization(intent, isWanted)
    if (ports.now() >= endsAt) throw createLapsedError()
    dispatch({ type: 'authorized', intentId, signature })
  }

  /** Checks a quote once more before a wallet is asked, on every path. */
  function requireAllowed({ quote }: Intent) {
    const option = 'option' in state ? state.option : undefined
    const error = option && ports.checkQuote({ ...option, quote })
    if (error) throw error
  }

  /** Asks the connected account to sign. If there is none, or it cannot sign, the screen shows that first. */
  async function sign({ option, hash, signers, attempt }: Extract<Effect, { do: 'signMessage' }>) {
    requireSignedReference(option)
    const { chainId, recipient, reference = '' } = option.quote
    const wallets = await ports.loadWallets()
    watchAccount(wallets)
    if (!connectedAccount || !isSigner(signers, connectedAccount))
      return dispatch({ type: 'otherSignerNeeded', attempt, account: connectedAccount })
    const message = createPaymentMessage({ reference, recipient, chainId, hash })
    const signature = await wallets.signMessage(connectedAccount.address, message)
    dispatch({ type: 'signed', attempt, signature })
  }

  /**
   * A message with another charge's reference would sign the payer's transfer away. The money has been sent, so its
   * amount no longer matters, nor whether the quote has expired meanwhile.
   */
  function requireSignedReference(option: PaymentOption) {
    const error = ports.checkQuote({ ...option, quote: { ...option.quote, amount: 0n } })
    const { reason } = Object(error?.details) as { reason?: unknown }
    if (error?.code === 'quote_not_signed' && reason !== 'expired') throw error
  }

  function watchAccount(wallets: Wallets) {
    stopWatchingAccount ??= wallets.watchAccount((account) => {
      connectedAccount = account
      dispatch({ type: 'accountChanged', account })
    })
  }

  function restartPriceRefresh() {
    priceRefresh.abort()
    priceRefresh = new AbortController()
    void refreshPrices(ports, () => state, dispatch, priceRefresh.signal)
  }

  function listenToTabs(chargeId: string) {
    stopListening()
    stopListening = ports.tabs.listen(chargeId, (tabStatus) =>
      dispatch({ type: 'tabUpdated', chargeId, tabStatus }),
    )
  }

  async function checkFunds(
    option: PaymentOption,
    account: ConnectedAccount,
    attempt: number,
    signal: AbortSignal,
  ) {
    const { quote } = option
    const wallets = await ports.loadWallets()
    const startedAt = ports.monotonicNow()
    // A proxy that does not answer does not stop the payer: the hash is reported later.
    const readFreshOption = () => ports.proxy.refresh(option, signal).catch(() => undefined)
    const [funds, earlyOption] = await Promise.all([
      wallets.readFunds(quote, account.address),
      readFreshOption(),
    ])
    // Somebody else may have paid while a slow wallet was read.
    const isRecent = ports.monotonicNow() - startedAt <= freshOptionMaxAgeMs
    const freshOption = isRecent ? earlyOption : await readFreshOption()
    const { nonce, blockNumber, isNonceUnknown } = funds
    const refusal = freshOption && ports.checkQuote(freshOption)
    if (refusal) throw refusal
    // The price has expired and could not be read again, so no transfer is requested.
    if (!freshOption && getRefreshTime(option) <= ports.now()) {
      const text = 'We couldn’t update the price. Check your connection and try again.'
      throw new PayError('offline', text, { retryable: true })
    }
    const refused = readRefused(option.charge.id)
    // Whoever has kept it could send it now, beside what this wallet would.
    if (refused && !(await wallets.findAuthorizationRefusal(refused)))
      return dispatch({ type: 'authorizationRevived', attempt, intent: refused })
    const authorization =
      refused?.from === account.address
        ? undefined
        : await offerAuthorization(option, account, funds, signal)
    // The payments that the payer was shown with a status, and the ignored ones. Any other payment is new to the payer.
    const shownHashes = listPaymentHashes(option, ({ status }) => status !== undefined)
    const earlierHashes = [...shownHashes, ...(option.ignoredHashes ?? [])]
    const time = ports.now()
    const id = `${time.toString(36)}-${ports.random().toString(36).slice(2, 10)}`
    dispatch({
      type: 'checked',
      attempt,
      funds,
      freshOption,
      authorization,
      intent: {
        id,
        from: account.address,
        quote,
        nonce,
        block: blockNumber,
        time,
        earlierHashes,
        isNonceUnknown,
      },
    })
  }

  /** Returns the intent whose signature was refused before. An entry that cannot be read keeps the payer from paying by itself. */
  function readRefused(chargeId: string): Intent | undefined {
    try {
      return ports.journal.read(chargeId)?.refused
    } catch {
      return undefined
    }
  }

  /** Returns what an account with too little coin can sign. Where that cannot be read, the ordinary ways are left. */
  async function offerAuthorization(
    option: PaymentOption,
    { address }: ConnectedAccount,
    funds: Funds,
    signal: AbortSignal,
  ) {
    const { quote, refusedAuthorization } = option
    if (quote.token.native || findMissing(option, funds) !== 'gas') return undefined
    if (refusedAuthorization?.from === address) return undefined
    try {
      const offer = await ports.proxy.findAuthorizationOffer(option, signal)
      const wallets = await ports.loadWallets()
      return offer && (await wallets.prepareAuthorization(quote, address, offer))
    } catch {
      return undefined
    }
  }

  /** Runs an effect and dispatches its failure as an event. */
  function runAsync(work: () => Promise<void>, toEvent: (error: PayError) => CheckoutEvent) {
    // Any other error is technical, such as one from a wallet whose answer has the wrong form.
    const text = 'Your wallet reported a problem.'
    const details = { isWordless: true }
    work().catch((cause) => {
      const isKnown = cause instanceof PayError
      dispatch(toEvent(isKnown ? cause : new PayError('wallet_failed', text, { cause, details })))
    })
  }

  noteUnpaid()
  if ('option' in state && state.option) {
    listenToTabs(state.option.charge.id)
    restartPriceRefresh()
  }

  return {
    get state() {
      return state
    },
    dispatch,
    dispose() {
      isDisposed = true
      screenWatch.abort()
      priceRefresh.abort()
      comparison.abort.abort()
      stopDiscovering()
      stopListening()
      stopWatchingAccount?.()
    },
  }
}
