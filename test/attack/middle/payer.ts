import type { HttpTransport } from '../../../src/api/client/call.ts'
import { createRunner, type Runner } from '../../../src/checkout/effects/runner.ts'
import type { Ports } from '../../../src/checkout/ports/ports.ts'
import type { Reservation } from '../../../src/checkout/ports/proxy.ts'
import type { Wallets } from '../../../src/checkout/ports/wallets.ts'
import type { PaymentOption, Quote } from '../../../src/checkout/quote/payment-option.ts'
import { createPaymentUri } from '../../../src/checkout/quote/payment-uri.ts'
import type { State } from '../../../src/checkout/state.ts'
import type { ElementSettings } from '../../../src/element/attributes.ts'
import { createMerchantProxy } from '../../../src/element/checkout/merchant-proxy.ts'
import { createPinCheck } from '../../../src/element/checkout/pins/pin-check.ts'
import type { PinCheck } from '../../../src/element/first/context.ts'
import { account, rich, walletA } from '../../checkout/samples.ts'
import { answer, chargeId, createReplies, pins, type Replies } from './replies.ts'

/** A way to pay: with a wallet, in one of the tokens, or by a code that another wallet scans. */
export type Way = { by: 'wallet'; token: number } | { by: 'code' }

/** How a payer's attempt ended. */
export interface Attempt {
  /** What a wallet was asked for, or a code showed, and the charge as the payer saw it then. */
  asked: { quote: Quote; option: PaymentOption } | undefined
  /** The code of the error on the last screen, if that is an error. */
  refusal: string | undefined
  /** What that error says about a signature. */
  reason?: string | undefined
}

/** What a payer's page has before it, and what becomes of it. */
export interface World {
  /** Answers the page as the merchant's proxy. */
  fetch: HttpTransport['fetch']
  /** Tells the lie, before the page loads or once an honest price is shown. */
  change: () => unknown
  when: 'first' | 'later'
  way: Way
  /** Further attributes of the page, such as its pins. */
  settings: Partial<ElementSettings>
}

/** A payer who clicks on through every screen until the money would move; the replies are changed in memory. */
export async function tryToPay(
  change: (replies: Replies) => void,
  when: World['when'],
  way: Way,
  isPinned: boolean,
): Promise<Attempt> {
  const replies = createReplies()
  return await payIn({
    ...{ when, way, settings: isPinned ? pins : {} },
    fetch: answerWith(replies),
    change: () => change(replies),
  })
}

/** Answers every call from these replies. */
export const answerWith =
  (replies: Replies): HttpTransport['fetch'] =>
  async (url) =>
    answer(url, replies)

/** A payer who clicks on through every screen until the money would move. */
export async function payIn({ fetch, change, when, way, settings }: World): Promise<Attempt> {
  if (when === 'first') await change()
  let asked: Attempt['asked']
  const page: ElementSettings = {
    proxy: 'https://shop.example/pay',
    ...(settings.order === undefined && { chargeId }),
    destination: undefined,
    ...settings,
  }
  const hasPins = Object.keys(settings).some((name) => /^(recipients|maxRate|quoteKey)$/.test(name))
  const pinCheck = hasPins ? await createPinCheck(page) : undefined
  const wallets = createWallets((quote) => {
    asked = { quote, option: ('option' in runner.state && runner.state.option) as PaymentOption }
  })
  let pending = 0
  const count = <T>(work: Promise<T>): Promise<T> => {
    pending++
    return work.finally(() => pending--)
  }
  // WebCrypto answers from another thread, as a database does.
  const countedCheck = pinCheck && {
    ...pinCheck,
    verify: (option: PaymentOption) => count(pinCheck.verify(option)),
    verifyReservation: (one: Reservation) => count(pinCheck.verifyReservation(one)),
  }
  const countedFetch: typeof fetch = (url, init) => count(fetch(url, init))
  const ports = createPorts(page, countedFetch, wallets, countedCheck)
  const runner: Runner = createRunner(ports, () => {})
  runner.dispatch({ type: 'start' })
  for (let steps = 0; steps < 60 && !asked; steps++) {
    do await new Promise((resolve) => setImmediate(resolve))
    while (pending > 0)
    if (steps === 15 && when === 'later') {
      await change()
      // A reload of the charge in the middle, as another tab or a changed price causes it.
      if (way.by === 'code') runner.dispatch({ type: 'start' })
    }
    const canGoOn = when === 'first' || steps > 15
    if (canGoOn) clickOn(runner, way)
    asked ??= readCode(runner.state)
  }
  runner.dispose()
  const { state } = runner
  const error = state.step === 'failed' ? state.error : undefined
  const { reason } = Object(error?.details) as { reason?: string }
  return { asked, refusal: error?.code, reason }
}

function clickOn(runner: Runner, way: Way) {
  const { state } = runner
  switch (state.step) {
    case 'enteringAmount':
      return runner.dispatch({ type: 'enterAmount', amount: 5n * 10n ** 6n })
    case 'ready':
      if (state.notice) return
      return runner.dispatch({ type: way.by === 'code' ? 'payExternally' : 'pay' })
    case 'choosingWallet':
      return runner.dispatch({ type: 'chooseWallet', walletId: walletA.id })
    case 'choosingToken':
      return runner.dispatch({ type: 'chooseToken', index: way.by === 'wallet' ? way.token : 0 })
    case 'wrongNetwork':
      if (!state.isAwaitingWallet) runner.dispatch({ type: 'pay' })
  }
}

/** Reads what a code on the screen asks another wallet for. */
function readCode(state: State): Attempt['asked'] {
  if (state.step !== 'externalPayment') return undefined
  if (!state.reservation && !state.isReservationUnavailable) return undefined
  const { quote } = state.option
  // The code is what is scanned, and must name the same recipient as the text beside it.
  if (!createPaymentUri(quote).includes(quote.recipient)) throw new Error('Another code is shown.')
  return { quote, option: state.option }
}

/** Creates a wallet that trusts the page, has enough of everything, and sends what it is asked for. */
export function createWallets(onTransfer: (quote: Quote) => void): Wallets {
  const never = new Promise<never>(() => {})
  let chainId = account.chainId
  return {
    dispose() {},
    watch(onChange) {
      onChange([walletA])
      return () => {}
    },
    connect: async () => ({ ...account, chainId }),
    switchChain: async (id) => {
      chainId = id
    },
    readFunds: async () => ({ ...rich, tokenBalance: 10n ** 90n, nativeBalance: 10n ** 90n }),
    readBalances: async (options) => options.map((option) => ({ option, balance: 10n ** 90n })),
    transfer: async ({ quote }) => {
      onTransfer(quote)
      return never
    },
    signMessage: () => never,
    prepareAuthorization: async () => undefined,
    signAuthorization: () => never,
    findAuthorizationRefusal: () => never,
    searchTransfer: () => never,
    getTransactionStatus: () => never,
    inspectTransaction: () => never,
    compareTransfer: () => never,
    findIncomingTransfers: () => never,
    watchAccount: () => () => {},
  }
}

/** Creates the ports of a page. */
export function createPorts(
  settings: ElementSettings,
  fetch: HttpTransport['fetch'],
  wallets: Wallets,
  pinCheck: PinCheck | undefined,
): Ports {
  const getStorage = () => {
    throw new Error('There is no storage.')
  }
  return {
    proxy: createMerchantProxy(() => ({ settings, session: {}, fetch, getStorage }), { pinCheck }),
    journal: {
      read: () => undefined,
      writeIntent: async () => true,
      acquireLock: async () => true,
      waitForLock: () => new Promise(() => {}),
      releaseLock() {},
      writeHash() {},
      addUnreportedHash() {},
      updateIntent() {},
      writeMisdirection() {},
      markAwaited() {},
      markRecorded() {},
      removeUnreportedHash() {},
      markSettled: () => true,
      close() {},
    },
    tabs: { notify() {}, listen: () => () => {} },
    loadWallets: async () => wallets,
    getAcceptedAssets: () => undefined,
    checkQuote: (option, reserved) => pinCheck?.find(option, undefined, reserved),
    isPageVisible: () => true,
    getRequiredConfirmations: () => 2,
    sleep: () => new Promise(() => {}),
    now: Date.now,
    monotonicNow: () => performance.now(),
    random: () => 0.5,
    onLeave() {},
  }
}
