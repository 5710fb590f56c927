// Every effect of a payment is run here, in one switch, so that none is forgotten; hence its length.
import { paymentMessage } from '../api/payment-message.ts'
import { PayError } from '../errors.ts'
import type { Deal } from './deal.ts'
import { awaitOutside, awaitPaid, follow } from './following.ts'
import { mirrorOf } from './mirror.ts'
import { staleAt } from './opening.ts'
import { dealsOf } from './pairs.ts'
import type { Account, Entry, Intent, Ports, Wallets } from './ports.ts'
import { keepRecording, loadLater } from './recording.ts'
import { keepFresh } from './renewing.ts'
import { keepSearching, lookOut } from './searching.ts'
import { hashesOf, isOpen } from './settlement.ts'
import { isSigner } from './signing.ts'
import type { Effect, Event, State } from './state.ts'
import { transition } from './transition.ts'

/** A payment that runs: give it events, read its state. */
export interface Runner {
  readonly state: State
  send(event: Event): void
  /** Stops everything that only watches. A transfer that was asked of a wallet cannot be taken back. */
  dispose(): void
}

/** Runs {@link transition}: does what its effects say through the ports, and feeds back what they answer. */
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
  /** The account that the wallet shows, as far as this page has heard. */
  let connected: Account | undefined
  let renewing = new AbortController()

  function send(event: Event) {
    const before = state
    const [next, effects] = transition(before, event, serial++)
    const moved = next !== before
    // What a screen watches ends with the screen, or when it begins anew: no loop outlives its reason.
    if (next.step !== state.step || (moved && effects.length > 0)) {
      watching.abort()
      watching = new AbortController()
    }
    state = next
    if (moved) changed(state)
    for (const effect of effects) run(effect)
    // Last, so that a tab which hears that it is over finds the lock free and the receipt written.
    if (moved && state === next) mirror(before, next)
  }

  function mirror(before: State, now: State) {
    const chargeOf = (of: State) => ('deal' in of ? of.deal?.charge.id : undefined)
    const told = mirrorOf(now) ?? (mirrorOf(before) && { step: 'over' as const })
    const chargeId = chargeOf(now) ?? chargeOf(before)
    if (told && chargeId !== undefined) ports.tabs.tell(chargeId, told)
  }

  /** Effects start in order; what must have happened before another is a state of its own. */
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
        // Broken off with the screen. A browser that refuses to queue leaves the payer the button.
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
            // Before it is asked: it may answer a question that another page has left open.
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
        // Another tab that followed the same payment may have left already.
        if (first) ports.leave('success')
        return
      }
      case 'search':
        return void keepSearching(ports, effect.intent, effect.deal, send, signal, effect.upTo)
      case 'record': {
        const { deal, hash, signature } = effect
        const heard = (event: Event) => {
          // Also of a hash that is told beside the screen: what the service has taken need not be told again.
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
   * Money has moved: what follows is done though the journal fails, and a hash that it does not keep is told of. A note
   * that only could not be finished makes the next load look again.
   */
  function note(write: () => unknown, hash?: string) {
    try {
      write()
    } catch (cause) {
      if (hash === undefined) return
      send({ type: 'recordTrouble', hash, error: PayError.from(cause, 'storage_unavailable') })
    }
  }

  /** A load that was begun anew meanwhile says nothing. */
  async function load(signal: AbortSignal, anew?: boolean) {
    try {
      const deal = await ports.shop.load(signal, anew)
      if (!signal.aborted) await takeUp(deal, signal)
    } catch (cause) {
      if (signal.aborted) return
      send({ type: 'loadFailed', error: PayError.from(cause, 'service_failed'), entry: known() })
    }
  }

  /** What the journal knows of a charge that could not be loaded. */
  function known(): Entry | undefined {
    const chargeId = ports.shop.chargeId()
    try {
      return chargeId === undefined ? undefined : ports.journal.read(chargeId)
    } catch {
      // That it cannot be read is said when there is a charge to pay.
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
      // Read anew: the tab that had the lock may have gone on until now.
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
    // Now that there is a screen to show it: who pays in another tab answers at once.
    listen(id)
    renew()
  }

  /**
   * An unresolved payment of an earlier charge of the order, which the merchant has given up for this one. That it cannot be
   * read is told, and hides nothing of this charge's own.
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

  /** What else can be chosen. What was begun goes on also where that cannot be read: it is said at the choice. */
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

  /** Asks whoever is connected to sign; where that is nobody, or somebody who cannot, the payer hears so first. */
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
    // Last, so that it is as new as can be. A shop that is away for a moment does not stop the payer: all is told later.
    const fresh = await ports.shop.refresh(deal, signal).catch(() => undefined)
    const { nonce, block } = funds
    // A price that holds no more, and nobody who could say which one does: nothing is asked for it.
    if (!fresh && staleAt(deal) <= ports.now()) {
      const text = 'The price could not be read again. Check the connection and try again.'
      throw new PayError('offline', text, { retryable: true })
    }
    // What the payer was shown with a word on how it stands: a payment that came since is news. What
    // proved to pay nothing, or was given up, is none.
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

  /** Every failure of an effect becomes an event. */
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
