// All effects of a payment are run in one switch, so that none is forgotten.
import { paymentMessage } from '../../api/payment-message.ts'
import { PayError } from '../../errors.ts'
import type { Account, Entry, Intent, Ports, Wallets } from '../ports.ts'
import { dealsOf } from '../quote/payment-assets.ts'
import type { Deal } from '../quote/payment-option.ts'
import { hashesOf, isOpen } from '../quote/settlement.ts'
import type { Effect, Event, State } from '../state.ts'
import { staleAt } from '../transitions/open-charge.ts'
import { isSigner } from '../transitions/sign-payment.ts'
import { transition } from '../transitions/transition.ts'
import { awaitOutside, awaitPaid, follow } from './follow-payment.ts'
import { keepRecording, loadLater } from './record-payment.ts'
import { keepFresh } from './refresh-prices.ts'
import { keepSearching, lookOut } from './search-transfer.ts'
import { mirrorOf } from './tab-status.ts'

/** A running payment, which takes events and has a state. */
export interface Runner {
  readonly state: State
  /** Applies an event and runs its effects. */
  send(event: Event): void
  /** Stops all polling and listening. A transfer that was requested from a wallet cannot be withdrawn. */
  dispose(): void
}

/**
 * Creates the runner of {@link transition}. It runs the effects through the ports and sends their results back as
 * events.
 *
 * @param onChange called with every new state
 * @param initialState the state to continue from
 * @example
 * const runner = createRunner(ports, (state) => render(state))
 * runner.send({ type: 'start' })
 */
export function createRunner(
  ports: Ports,
  changed: (state: State) => void,
  opening: State = { step: 'loading' },
): Runner {
  let state = opening
  let serial = 0
  let watching = new AbortController()
  let stopDiscovering = () => {}
  let stopListening = () => {}
  let stopAccount: (() => void) | undefined
  /** The wallet's current account, as far as this page knows. */
  let connected: Account | undefined
  let renewing = new AbortController()

  function send(event: Event) {
    const before = state
    const [next, effects] = transition(before, event, serial++)
    const moved = next !== before
    // The loops of a screen end with the screen, or when they are started again, so that none runs longer than needed.
    if (next.step !== state.step || (moved && effects.length > 0)) {
      watching.abort()
      watching = new AbortController()
    }
    state = next
    if (moved) changed(state)
    for (const effect of effects) run(effect)
    // Other tabs are notified last, so that they find the lock free and the receipt written when the payment is over.
    if (moved && state === next) mirror(before, next)
  }

  function mirror(before: State, now: State) {
    const chargeOf = (of: State) => ('deal' in of ? of.deal?.charge.id : undefined)
    const told = mirrorOf(now) ?? (mirrorOf(before) && { step: 'over' as const })
    const chargeId = chargeOf(now) ?? chargeOf(before)
    if (told && chargeId !== undefined) ports.tabs.tell(chargeId, told)
  }

  /** Starts an effect. Effects start in order; if one must end before another starts, there is a state in between. */
  function run(effect: Effect) {
    const { signal } = watching
    const { journal } = ports
    switch (effect.do) {
      case 'load':
        return void load(signal, effect.anew)
      case 'takeUp':
        return void takeUp(effect.deal, signal)
      case 'loadLater':
        return void loadLater(ports, send, signal)
      case 'inherit': {
        const { chargeId } = effect
        const inherited = () => send({ type: 'inherited', chargeId })
        // It is aborted with the screen. If the browser rejects the request, the payer can still retry with the button.
        return void journal.inherit(chargeId, signal).then(inherited, () => undefined)
      }
      case 'discover':
        return answer(
          async () => {
            const wallets = await ports.wallets()
            if (signal.aborted) return
            stopDiscovering()
            stopDiscovering = wallets.watch((list) => send({ type: 'wallets', wallets: list }))
          },
          (error) => ({ type: 'walletsFailed', error }),
        )
      case 'stopDiscovering':
        stopDiscovering()
        stopDiscovering = () => {}
        return
      case 'connect': {
        const { walletId, attempt, deal } = effect
        return answer(
          async () => {
            const wallets = await ports.wallets()
            const shown = (uri: string) => send({ type: 'uri', attempt, uri })
            const deals = dealsOf(deal, ports.accepts())
            const chainIds = [...new Set([deal, ...deals].map(({ quote }) => quote.chainId))]
            // Before connecting: the wallet may answer a request that another page has left open.
            hearAccount(wallets)
            const account = await wallets.connect(walletId, shown, chainIds)
            connected = account
            const choice = deals.length > 1 ? deals : undefined
            send({ type: 'connected', attempt, account, deals: choice })
          },
          (error) => ({ type: 'connectFailed', attempt, error }),
        )
      }
      case 'holdings': {
        const { deals, account, attempt } = effect
        return answer(
          async () => {
            const holdings = await (await ports.wallets()).holdings(deals, account.address)
            send({ type: 'holdings', attempt, holdings })
          },
          (error) => ({ type: 'holdingsFailed', attempt, error }),
        )
      }
      case 'reserve': {
        const { deal, attempt } = effect
        return answer(
          async () => {
            const reservation = await ports.shop.reserve(deal, signal)
            send({ type: 'reserved', attempt, reservation })
          },
          (error) => ({ type: 'reserveFailed', attempt, error }),
        )
      }
      case 'sign':
        return answer(
          () => sign(effect),
          (error) => ({ type: 'signFailed', attempt: effect.attempt, error }),
        )
      case 'awaitOutside':
        return void awaitOutside(ports, effect, send, signal)
      case 'inspect': {
        const { deal, text, attempt } = effect
        return answer(
          async () => {
            const deals = dealsOf(deal, ports.accepts())
            const { proof, signers, ...found } = await (await ports.wallets()).inspect(deals, text)
            const need = proof === 'signature' && { signers }
            send({ type: 'inspected', attempt, how: 'named', ...found, ...need })
          },
          (error) => ({ type: 'inspectFailed', attempt, error }),
        )
      }
      case 'switchChain': {
        const { chainId, attempt } = effect
        return answer(
          async () => {
            await (await ports.wallets()).switchChain(chainId)
            send({ type: 'switched', attempt })
          },
          (error) => ({ type: 'switchFailed', attempt, error }),
        )
      }
      case 'check':
        return answer(
          () => check(effect.deal, effect.account, effect.attempt, signal),
          (error) => ({ type: 'checkFailed', attempt: effect.attempt, error }),
        )
      case 'journalIntent': {
        const { intent, consented } = effect
        return answer(
          async () => {
            const written = await journal.open(intent, consented)
            send({ type: written ? 'intentWritten' : 'intentTaken', intentId: intent.id })
          },
          (error) => ({ type: 'intentFailed', intentId: intent.id, error }),
        )
      }
      case 'transfer': {
        const { id: intentId } = effect.intent
        return answer(
          () => transfer(effect.intent),
          (error) => {
            const certain = error.code === 'wallet_refused' || error.code === 'chain_refused'
            return { type: certain ? 'notSent' : 'lost', intentId, error }
          },
        )
      }
      case 'journalHash': {
        const { intent, hash } = effect
        return note(() => journal.hash(intent, hash), hash)
      }
      case 'journalLate': {
        const { quote, hash, named } = effect
        return note(() => journal.late(quote, hash, named), hash)
      }
      case 'journalNote':
        return note(() => journal.note(effect.intent))
      case 'forgetLate':
        return note(() => journal.forgetLate(effect.chargeId, effect.hash))
      case 'closeJournal':
        return note(() => journal.close(effect.chargeId, effect.intentId, effect.hash))
      case 'journalDone':
        return note(() => journal.done(effect.chargeId, effect.hash))
      case 'finish': {
        let first = true
        note(() => {
          first = journal.done(effect.chargeId, effect.hash)
        })
        // Another tab that followed the same payment may have reported the success already.
        if (first) ports.leave('success')
        return
      }
      case 'search':
        return void keepSearching(ports, effect.intent, effect.deal, send, signal, effect.upTo)
      case 'record': {
        const { deal, hash, signature } = effect
        const heard = (event: Event) => {
          // This also covers a hash that is reported in the background: a recorded hash need not be reported again.
          if (event.type === 'recorded') note(() => journal.recorded(deal.charge.id, hash))
          send(event)
        }
        return void keepRecording(ports, deal, hash, heard, signal, signature)
      }
      case 'follow':
        return void follow(ports, effect, send, signal)
      case 'awaitPaid':
        return void awaitPaid(ports, effect.deal, send, signal)
      case 'lookout':
        return void lookOut(ports, effect.intent, effect.deal, send, signal)
      case 'leave':
        return ports.leave(effect.how)
      default:
        return effect satisfies never
    }
  }

  /**
   * Writes to the journal without stopping on an error: money has moved, so the next steps run even if the journal
   * fails. For a hash that could not be written, the error is shown. Other failed writes only make the next load check
   * again.
   */
  function note(write: () => unknown, hash?: string) {
    try {
      write()
    } catch (cause) {
      if (hash === undefined) return
      send({ type: 'recordTrouble', hash, error: PayError.from(cause, 'storage_unavailable') })
    }
  }

  /** Loads the charge. A load that was restarted in the meantime sends no event. */
  async function load(signal: AbortSignal, anew?: boolean) {
    try {
      const deal = await ports.shop.load(signal, anew)
      if (!signal.aborted) await takeUp(deal, signal)
    } catch (cause) {
      if (signal.aborted) return
      send({ type: 'loadFailed', error: PayError.from(cause, 'service_failed'), entry: known() })
    }
  }

  /** Reads the journal entry of a charge that could not be loaded. */
  function known(): Entry | undefined {
    const chargeId = ports.shop.chargeId()
    try {
      return chargeId === undefined ? undefined : ports.journal.read(chargeId)
    } catch {
      // An unreadable entry is reported when there is a charge to pay.
      return undefined
    }
  }

  async function takeUp(deal: Deal, signal: AbortSignal) {
    const { id } = deal.charge
    const { journal } = ports
    const needed = (of: Deal, entry?: Entry) => {
      const [late] = entry?.late ?? []
      return ports.confirmations(entry?.intent?.quote.chainId ?? late?.chainId ?? of.quote.chainId)
    }
    try {
      const taken = isOpen(journal.read(id)) && (await journal.hold(id))
      if (signal.aborted) return
      // The entry is read again, because the tab that had the lock may have changed it until now.
      const entry = journal.read(id)
      const held = taken && isOpen(entry)
      if (!isOpen(entry)) journal.release(id)
      const offers = offered(deal)
      const earlier = isOpen(entry) ? {} : await earlierEntry(id)
      if (signal.aborted) return
      send({ type: 'loaded', deal, entry, held, needed: needed(deal, entry), offers, ...earlier })
    } catch (cause) {
      if (signal.aborted) return
      const note = PayError.from(cause, 'storage_unavailable')
      send({ type: 'loaded', deal, entry: undefined, held: false, needed: needed(deal), note })
    }
    // Listening starts when there is a screen, because a tab that is paying answers at once.
    listen(id)
    renew()
  }

  /**
   * Reads the unresolved entry of an earlier charge of the same order, which the merchant has replaced by this charge.
   * If it cannot be read, the error is reported, and this charge's own entry is used all the same.
   */
  async function earlierEntry(chargeId: string): Promise<{ earlier?: Entry; note?: PayError }> {
    const earlier = ports.shop.earlierChargeId()
    if (earlier === undefined || earlier === chargeId) return {}
    try {
      const entry = ports.journal.read(earlier)
      if (!entry || !isOpen(entry)) return {}
      await ports.journal.hold(earlier)
      return { earlier: entry }
    } catch (cause) {
      return { note: PayError.from(cause, 'storage_unavailable') }
    }
  }

  /**
   * Returns the payment options to match an entry with. Invalid assets do not stop it: that error is shown when
   * connecting.
   */
  function offered(deal: Deal): Deal[] {
    try {
      return dealsOf(deal, ports.accepts())
    } catch {
      return []
    }
  }

  async function transfer(asked: Intent) {
    const { id: intentId } = asked
    let intent = asked
    const hash = await (await ports.wallets()).transfer(
      asked,
      () => state.step === 'sending' && state.intent.id === intentId,
      (proposal) => send({ type: 'proposed', intentId, proposal }),
      () => {
        intent = { ...asked, withoutData: true }
        send({ type: 'withoutData', intentId })
      },
    )
    send({ type: 'sent', intent, hash })
  }

  /** Asks the connected account to sign. If there is none, or it cannot sign, the payer is told first. */
  async function sign({ deal, hash, signers, attempt }: Extract<Effect, { do: 'sign' }>) {
    const { chainId, reference = '' } = deal.quote
    const wallets = await ports.wallets()
    hearAccount(wallets)
    if (!connected || !isSigner(signers, connected))
      return send({ type: 'signerWanted', attempt, ...(connected && { account: connected }) })
    const message = paymentMessage(reference, chainId, hash)
    const signature = await wallets.sign(connected.address, message)
    send({ type: 'signed', attempt, signature })
  }

  function hearAccount(wallets: Wallets) {
    stopAccount ??= wallets.account((now) => {
      connected = now
      send({ type: 'account', account: now })
    })
  }

  function renew() {
    renewing.abort()
    renewing = new AbortController()
    void keepFresh(ports, () => state, send, renewing.signal)
  }

  function listen(chargeId: string) {
    stopListening()
    stopListening = ports.tabs.listen(chargeId, (mirror) => send({ type: 'tab', chargeId, mirror }))
  }

  async function check(deal: Deal, account: Account, attempt: number, signal: AbortSignal) {
    const { quote } = deal
    const funds = await (await ports.wallets()).funds(quote, account.address)
    // Read last, so that it is as recent as possible. A proxy that does not answer does not stop the payer: the hash is
    // reported later.
    const fresh = await ports.shop.refresh(deal, signal).catch(() => undefined)
    const { nonce, block } = funds
    // The price has expired and could not be read again, so no transfer is requested.
    if (!fresh && staleAt(deal) <= ports.now()) {
      const text = 'The price could not be read again. Check the connection and try again.'
      throw new PayError('offline', text, { retryable: true })
    }
    // The payments that the payer was shown with a status, and the ignored ones. Any other payment is new to the payer.
    const shown = hashesOf(deal, ({ status }) => status !== undefined)
    const known = [...shown, ...(deal.passed ?? [])]
    const time = ports.now()
    const id = `${time.toString(36)}-${ports.random().toString(36).slice(2, 10)}`
    send({
      type: 'checked',
      attempt,
      funds,
      fresh,
      intent: { id, from: account.address, quote, nonce, block, time, known },
    })
  }

  /** Runs an effect and sends its failure as an event. */
  function answer(work: () => Promise<void>, failed: (error: PayError) => Event) {
    work().catch((cause) => send(failed(PayError.from(cause, 'wallet_failed'))))
  }

  if ('deal' in state && state.deal) {
    listen(state.deal.charge.id)
    renew()
  }

  return {
    get state() {
      return state
    },
    send,
    dispose() {
      watching.abort()
      renewing.abort()
      stopDiscovering()
      stopListening()
      stopAccount?.()
    },
  }
}
