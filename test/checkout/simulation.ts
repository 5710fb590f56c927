import type { CheckoutCharge } from '../../src/api/checkout-charge.ts'
import { type Deal, makeDeal } from '../../src/checkout/deal.ts'
import type { Entry, Intent, Journal, Ports, Wallets } from '../../src/checkout/ports.ts'
import { createRunner, type Runner } from '../../src/checkout/runner.ts'
import { updateDeal } from '../../src/checkout/settlement.ts'
import type { State, Step } from '../../src/checkout/state.ts'
import { PayError, type PayErrorCode } from '../../src/errors.ts'
import { account, charge, destination, fault, rich, walletA } from './samples.ts'

type PortName =
  | 'load'
  | 'refresh'
  | 'record'
  | 'wallets'
  | 'connect'
  | 'switchChain'
  | 'funds'
  | 'transfer'
  | 'search'
  | 'depth'
  | 'open'

/** How a call ends: done and answered, done though the answer is lost, or not done at all. */
export type Verdict = 'answer' | 'lose' | 'refuse' | PayError

export interface Call {
  port: PortName
  settle: (verdict: Verdict) => Promise<void>
}

/** A transfer on the simulated chain. */
interface Transfer {
  hash: string
  intent: Intent
  /** Counts up whenever somebody looks. */
  confirmations: number
}

interface Timer {
  at: number
  end: () => void
}

/**
 * A wallet, a shop, a journal and a clock that outlive any number of pages. By default every call is answered at once;
 * `holds` names the ports whose calls wait in `calls` for a test to settle them.
 */
export class Simulation {
  now = 1_790_000_000_000
  charge: CheckoutCharge
  readonly chain: Transfer[] = []
  readonly calls: Call[] = []
  holds: (port: PortName) => boolean = () => false
  /** What a call that is not held ends with. */
  verdict: (port: PortName) => Verdict = () => 'answer'
  /** The journal's storage throws at writes. */
  storageFails = false
  accountChain = 31_337
  readonly journal = new Map<string, Entry>()
  /** How often each port was called. */
  readonly count: Partial<Record<PortName, number>> = {}
  readonly left: ('success' | 'cancel')[] = []
  #timers: Timer[] = []
  #lock: object | undefined
  #reads = 0

  constructor(of: CheckoutCharge = charge()) {
    this.charge = of
  }

  /** Opens a page: a runner whose every state is kept. */
  page(): Page {
    return new Page(this)
  }

  /** Lets all that is ready run, then moves the clock. */
  async advance(milliseconds: number) {
    const until = this.now + milliseconds
    await settled()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      next.end()
      await settled()
    }
    this.now = until
  }

  /** Milliseconds until the next timer; undefined when nobody waits. */
  get nextTimer(): number | undefined {
    const [first] = this.#timers.map(({ at }) => at).sort((a, b) => a - b)
    return first === undefined ? undefined : first - this.now
  }

  deal(): Deal {
    return makeDeal(this.charge, destination())
  }

  /** The calls of a port that wait. */
  held(port: PortName): Call {
    const call = this.calls.find((one) => one.port === port)
    if (!call) throw new Error(`Nobody waits for ${port}.`)
    return call
  }

  ports(page: Page): Ports {
    const call = <T>(port: PortName, act: () => T): Promise<T> => this.#call(page, port, act)
    const wallets: Wallets = {
      watch(tell) {
        tell([walletA])
        return () => {}
      },
      connect: () => call('connect', () => ({ ...account, chainId: this.accountChain })),
      switchChain: (chainId) =>
        call('switchChain', () => {
          this.accountChain = chainId
        }),
      funds: () => call('funds', () => ({ ...rich, nonce: this.chain.length })),
      transfer: (intent) => call('transfer', () => this.#send(intent)),
      search: (intent) => call('search', () => this.#search(intent)),
      depth: (_, hash) => call('depth', () => this.#depth(hash)),
    }
    return {
      shop: {
        load: () => call('load', () => this.deal()),
        refresh: (deal) => call('refresh', () => updateDeal(deal, this.charge)),
        record: (_, hash) => call('record', () => this.#record(hash)),
      },
      journal: this.#journal(page, call),
      wallets: () => call('wallets', () => wallets),
      confirmations: () => 2,
      sleep: (milliseconds, signal) => this.#sleep(milliseconds, signal),
      // Never the same twice, as a clock that somebody has waited for.
      now: () => this.now + this.#reads++,
      random: () => 0.5,
      leave: (how) => {
        this.left.push(how)
      },
    }
  }

  /** The browser closes a page: its lock is free, and nobody hears the answers. */
  release(page: Page) {
    if (this.#lock === page) this.#lock = undefined
  }

  async #call<T>(page: Page, port: PortName, act: () => T): Promise<T> {
    this.count[port] = (this.count[port] ?? 0) + 1
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const settle = async (verdict: Verdict) => {
      const place = this.calls.indexOf(entry)
      if (place >= 0) this.calls.splice(place, 1)
      // Of a page that is gone, only what others were asked still happens, and it hears nothing of that.
      if (page.gone && port !== 'transfer' && port !== 'record') return
      const { value, error } = outcome(port, verdict, act)
      if (page.gone) return
      if (error) reject(error)
      else resolve(value as T)
      await settled()
    }
    const entry: Call = { port, settle }
    if (this.holds(port)) this.calls.push(entry)
    else void settle(this.verdict(port))
    return await promise
  }

  #send(intent: Intent): string {
    const hash = `0x${String(this.chain.length + 1).repeat(64)}`
    this.chain.push({ hash, intent, confirmations: 0 })
    return hash
  }

  #search(intent: Intent) {
    const found = this.chain.find((one) => one.intent.id === intent.id)
    return found
      ? ({ seen: 'transfer', hash: found.hash } as const)
      : ({ seen: 'nothing' } as const)
  }

  /** One block deeper at each look. At two, the service credits what was reported. */
  #depth(hash: string) {
    const found = this.chain.find((one) => one.hash === hash)
    if (!found) return { confirmations: 0, reverted: false }
    found.confirmations++
    const { confirmations } = found
    if (confirmations >= 2) this.credit(hash, 'COMPLETED')
    return { confirmations, reverted: false }
  }

  /** Gives a recorded payment a status. */
  credit(hash: string, status: string) {
    const payments = (this.charge.payments ?? []).map((one) =>
      one.payerTransactionHash === hash ? { ...one, status } : one,
    )
    this.charge = { ...this.charge, payments }
  }

  /** As the element's shop does it: our own hash a second time is a success. */
  #record(hash: string) {
    const payments = this.charge.payments ?? []
    if (payments.some((one) => one.payerTransactionHash === hash)) return undefined
    const fresh = {
      payerTransactionHash: hash,
      paidAmountInRequestedToken: '19.99',
      status: 'PENDING',
    }
    this.charge = { ...this.charge, payments: [...payments, fresh] }
    return undefined
  }

  #journal(page: Page, call: <T>(port: PortName, act: () => T) => Promise<T>): Journal {
    const write = (chargeId: string, entry: Entry) => {
      if (this.storageFails) throw new PayError('storage_unavailable', 'The storage is full.')
      this.journal.set(chargeId, entry)
    }
    return {
      read: (chargeId) => this.journal.get(chargeId),
      open: (intent) =>
        call('open', () => {
          const { chargeId } = intent.quote
          if (this.journal.has(chargeId) || (this.#lock && this.#lock !== page)) return false
          write(chargeId, { intent })
          this.#lock = page
          return true
        }),
      hash: (intent, hash) => {
        const entry = this.journal.get(intent.quote.chargeId)
        if (!entry || entry.intent.id === intent.id)
          write(intent.quote.chargeId, { ...entry, intent, hash })
      },
      recorded: (chargeId) => {
        const entry = this.journal.get(chargeId)
        if (entry) write(chargeId, { ...entry, recorded: true })
      },
      close: (chargeId, intentId) => {
        this.release(page)
        if (this.storageFails) throw new PayError('storage_unavailable', 'The storage is shut.')
        if (intentId === undefined || this.journal.get(chargeId)?.intent.id === intentId)
          this.journal.delete(chargeId)
      },
    }
  }

  #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      }
      const abort = () => {
        forget()
        reject(signal.reason)
      }
      const timer = {
        at: this.now + milliseconds,
        end: () => {
          forget()
          signal.removeEventListener('abort', abort)
          resolve()
        },
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      this.#timers.push(timer)
    })
  }
}

/** A page with the runner in it. */
export class Page {
  readonly runner: Runner
  readonly states: State[] = []
  gone = false
  readonly #simulation: Simulation

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.runner = createRunner(simulation.ports(this), (state) => this.states.push(state))
    this.runner.send({ type: 'start' })
  }

  get state(): State {
    return this.runner.state
  }

  get step(): Step {
    return this.runner.state.step
  }

  async send(event: Parameters<Runner['send']>[0]) {
    this.runner.send(event)
    await settled()
  }

  /** The tab dies: no clean-up of its own, and no answer reaches it. */
  die() {
    this.gone = true
    this.runner.dispose()
    this.#simulation.release(this)
  }
}

function outcome<T>(
  port: PortName,
  verdict: Verdict,
  act: () => T,
): { value?: T; error?: unknown } {
  try {
    if (verdict === 'answer') return { value: act() }
    if (verdict === 'lose') act()
  } catch (error) {
    return { error }
  }
  if (verdict instanceof PayError) return { error: verdict }
  return { error: verdict === 'refuse' ? new PayError(refusal(port), 'The payer said no.') : fault }
}

const refusal = (port: PortName): PayErrorCode =>
  port === 'switchChain' ? 'chain_refused' : 'wallet_refused'

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
