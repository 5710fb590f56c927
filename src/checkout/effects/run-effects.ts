// One switch runs all effects of a payment, so that none is forgotten; another runs those that only write to the journal.
import type { Ports } from '../ports/ports.ts'
import { listPaymentOptions } from '../quote/payment-assets.ts'
import type { CheckoutEvent, Effect } from '../state.ts'
import { checkFunds } from './check-funds.ts'
import { connectWallet, discoverWallets } from './connect-wallet.ts'
import { followPayment, pollUntilPaid } from './follow-payment.ts'
import { postAuthorization } from './post-authorization.ts'
import { reportUntilAnswered, retryLoad } from './report-transaction.ts'
import { load, resume } from './resume.ts'
import { type Run, runAsync, tryJournal } from './run.ts'
import { searchUntilFound, watchWhilePending } from './search-transfer.ts'
import { signMessage } from './sign-message.ts'
import { requestTransfer } from './transfer.ts'
import type { Dispatch } from './wait.ts'
import { pause } from './wait.ts'
import { createInspectedEvent, watchExternalPayment } from './watch-external-payment.ts'
import { watchFunds } from './watch-funds.ts'
import { writeJournal } from './write-journal.ts'

/** Milliseconds after which a wallet that does not connect is shown as possibly locked. */
const connectPatienceMs = 6000

/** Milliseconds after which a payer may ask a wallet for the network once more. Its answer to the first question still counts. */
const switchPatienceMs = 60_000

/** Milliseconds after which a payer who has not approved a payment yet is told what to look for. */
const approvalPatienceMs = 30_000

/**
 * Starts an effect. Effects start in order; if one must end before another starts, there is a state in between. The function of an
 * effect takes the ports, the dispatch and the signal first, and then its own data.
 *
 * @param signal aborted with the screen
 */
export function runEffect(
  ports: Ports,
  dispatch: Dispatch,
  signal: AbortSignal,
  run: Run,
  effect: Effect,
) {
  const { journal, proxy } = ports
  /** The payer's present attempt: an answer to an earlier attempt is ignored. */
  const attempt = 'attempt' in effect ? effect.attempt : 0
  const dispatchLater = (milliseconds: number, event: CheckoutEvent) =>
    void pause(ports, milliseconds, signal).then((isWaiting) => isWaiting && dispatch(event))
  switch (effect.do) {
    case 'load':
      return void load(ports, dispatch, signal, run, effect.shouldCreate)
    case 'resume':
      return void resume(ports, dispatch, signal, run, effect.option)
    case 'reloadLater':
      return void retryLoad(ports, dispatch, signal)
    case 'waitForLock': {
      const { chargeId } = effect
      const onLock = () => dispatch({ type: 'lockAcquired', chargeId })
      // It is aborted with the screen. If the browser rejects the request, the payer can still retry with the button.
      return void journal.waitForLock(chargeId, signal).then(onLock, () => undefined)
    }
    case 'discoverWallets':
      return runAsync(dispatch, () => discoverWallets(ports, dispatch, signal, run), {
        type: 'walletsFailed',
      })
    case 'stopDiscovering':
      run.stops.wallets?.()
      delete run.stops.wallets
      return
    case 'connect':
      dispatchLater(connectPatienceMs, { type: 'connectDelayed', attempt })
      return runAsync(dispatch, () => connectWallet(ports, dispatch, run, effect), {
        type: 'connectFailed',
        attempt,
      })
    case 'readBalances':
      return runAsync(
        dispatch,
        async () => {
          const wallets = await ports.loadWallets()
          const balances = await wallets.readBalances(effect.options, effect.account.address)
          dispatch({ type: 'balancesLoaded', attempt, balances })
        },
        { type: 'balancesFailed', attempt },
      )
    case 'reserveAmount':
      return runAsync(
        dispatch,
        async () => {
          const reservation = await proxy.reserveAmount(effect.option, signal)
          dispatch({ type: 'amountReserved', attempt, reservation })
        },
        { type: 'reserveFailed', attempt },
      )
    case 'signMessage':
      return runAsync(dispatch, () => signMessage(ports, dispatch, run, effect), {
        type: 'signFailed',
        attempt,
      })
    case 'watchExternalPayment':
      return void watchExternalPayment(ports, dispatch, signal, effect)
    case 'inspectTransaction':
      return runAsync(
        dispatch,
        async () => {
          const options = listPaymentOptions(effect.option, ports.getAcceptedAssets())
          const wallets = await ports.loadWallets()
          const transaction = await wallets.inspectTransaction(options, effect.text)
          dispatch(createInspectedEvent(transaction, attempt))
        },
        { type: 'inspectFailed', attempt },
      )
    case 'switchChain':
      dispatchLater(switchPatienceMs, { type: 'switchDelayed', attempt })
      return runAsync(
        dispatch,
        async () => {
          await (await ports.loadWallets()).switchChain(effect.chainId)
          dispatch({ type: 'chainSwitched', attempt })
        },
        { type: 'switchFailed', attempt },
      )
    case 'checkFunds':
      return runAsync(dispatch, () => checkFunds(ports, dispatch, signal, effect), {
        type: 'checkFailed',
        attempt,
      })
    case 'watchFunds':
      return void watchFunds(ports, dispatch, signal, effect)
    case 'writeIntent': {
      const { intent, hasConsented } = effect
      const { id: intentId } = intent
      return runAsync(
        dispatch,
        async () => {
          const wasWritten = await journal.writeIntent(intent, hasConsented)
          dispatch({ type: wasWritten ? 'intentWritten' : 'intentTaken', intentId })
        },
        { type: 'intentFailed', intentId },
      )
    }
    case 'requestTransfer':
      dispatchLater(approvalPatienceMs, { type: 'transferDelayed', intentId: effect.intent.id })
      return void requestTransfer(ports, dispatch, run, effect.intent)
    case 'postAuthorization':
      return void postAuthorization(ports, dispatch, signal, effect)
    case 'finish': {
      run.awaited.delete(effect.chargeId)
      const settle = () => journal.markSettled(effect.chargeId, effect.hash)
      const isFirst = tryJournal(dispatch, settle) ?? true
      // Another tab that followed the same payment may have reported the success already, and somebody else's is not this payer's.
      if (isFirst && !effect.isOthers) ports.onLeave('success')
      return
    }
    case 'searchTransfer':
      return void searchUntilFound(ports, dispatch, signal, effect)
    case 'reportTransaction': {
      const { option, hash } = effect
      const onEvent = (event: CheckoutEvent) => {
        // This also covers a hash that is reported in the background: a recorded hash need not be reported again.
        if (event.type === 'recorded')
          tryJournal(dispatch, () => journal.markRecorded(option.charge.id, hash))
        dispatch(event)
      }
      return void reportUntilAnswered(ports, onEvent, signal, effect)
    }
    case 'followPayment':
      return void followPayment(ports, dispatch, signal, effect)
    case 'refreshCharge':
      // It outlives the screens until the wallet is asked. Where it fails, the check of the account reads the charge again.
      return void proxy.refresh(effect.option, run.refresh.signal).then(
        (option) => dispatch({ type: 'refreshed', option }),
        () => undefined,
      )
    case 'watchCharge':
      return void pollUntilPaid(ports, dispatch, signal, effect)
    case 'watchWhilePending':
      return void watchWhilePending(ports, dispatch, signal, effect)
    case 'leave':
      return ports.onLeave(effect.reason)
    case 'writeAwaited':
      // Who pays by what this page has shown pays from it, also where the browser lets the page store nothing.
      run.awaited.add(effect.chargeId)
      return void tryJournal(dispatch, () => writeJournal(journal, effect))
    default: {
      // For a hash that could not be written, the error is shown.
      const hasHash = effect.do === 'writeHash' || effect.do === 'writeUnreportedHash'
      const hash = hasHash ? effect.hash : undefined
      tryJournal(dispatch, () => writeJournal(journal, effect), hash)
    }
  }
}
