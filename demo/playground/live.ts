import type { Step } from '../../src/checkout/state.ts'
import { ChainLevers } from './chain-levers.ts'
import { byId, make } from './dom.ts'
import { dress } from './dress.ts'
import { FaultService } from './fault-service.ts'
import { FaultWallet } from './fault-wallet.ts'
import { type Act, type Bench, type Fault, faultOf } from './faults.ts'
import { EventLog } from './log.ts'
import type { Look } from './place.ts'
import { type ChainFacts, type Run, startRun } from './run.ts'

/** The fault simulator: one payment at a time. */
export class Live {
  readonly #stage = byId('live-stage')
  readonly #acts = byId('acts')
  readonly #log = new EventLog(byId('log'))
  readonly #bench: Bench
  readonly #chain: ChainFacts
  #run: Run | undefined
  /** The newest start; one that is overtaken shows nothing. */
  #turn = 0
  #fault: Fault | undefined
  #begun: Promise<void> = Promise.resolve()

  constructor(chain: ChainFacts, blockTime: number) {
    const door = new URL('/chain', document.baseURI).href
    this.#chain = chain
    this.#bench = {
      wallet: new FaultWallet(door),
      service: new FaultService(({ method, path, outcome }) =>
        this.#log.add('service', `${method} ${brief(path)}`, outcome),
      ),
      chain: new ChainLevers(door, blockTime),
    }
  }

  /** The fault that runs. */
  get fault(): string | undefined {
    return this.#fault?.id
  }

  /** Shows a fault, and nothing of a payment: what was shown belongs to another. */
  prepare(id: string): Fault {
    this.#turn += 1
    const fault = faultOf(id)
    this.#fault = fault
    this.#run?.end()
    this.#run = undefined
    this.#stage.replaceChildren()
    this.#log.clear()
    this.#showActs(fault)
    return fault
  }

  /** Begins anew, with a new charge. */
  async start(id: string, look: Look): Promise<void> {
    const fault = this.prepare(id)
    const turn = this.#turn
    // One after the other: they share the wallet, the service and the chain.
    this.#begun = this.#begun.then(() => this.#begin(fault, look, turn))
    await this.#begun
  }

  async #begin(fault: Fault, look: Look, turn: number): Promise<void> {
    if (turn !== this.#turn) return
    try {
      const run = await startRun(fault, this.#bench, this.#log, this.#chain, this.step)
      if (turn !== this.#turn) return run.end()
      this.#run = run
      dress(run.element, look)
      this.#stage.replaceChildren(run.element)
    } catch (cause) {
      if (turn === this.#turn) this.#complain('no start', cause)
    }
  }

  /** Makes the running element look as it shall. */
  dress(look: Look): void {
    if (this.#run) dress(this.#run.element, look)
  }

  /** The screen has changed: which acts are possible now. */
  readonly step = (step: Step): void => {
    for (const button of this.#acts.querySelectorAll('button')) {
      const on = button.dataset.on?.split(' ')
      button.disabled = button.dataset.done === 'true' || (on !== undefined && !on.includes(step))
    }
  }

  #showActs({ name, shows, acts = [] }: Fault): void {
    byId('fault-name').textContent = name
    byId('fault-shows').textContent = shows
    this.#acts.replaceChildren(...acts.map((act) => this.#button(act)))
    this.step('loading')
  }

  #button(act: Act): HTMLButtonElement {
    const button = make('button', { type: 'button', class: 'act' }, act.label)
    if (act.on) button.dataset.on = act.on.join(' ')
    button.addEventListener('click', () => void this.#act(act, button))
    return button
  }

  async #act(act: Act, button: HTMLButtonElement): Promise<void> {
    this.#log.add('you', act.label)
    if (!act.again) {
      button.dataset.done = 'true'
      button.disabled = true
    }
    try {
      await act.do(this.#bench)
    } catch (cause) {
      this.#complain(act.label, cause)
    }
  }

  #complain(what: string, cause: unknown): void {
    this.#log.add('fault', what, cause instanceof Error ? cause.message : String(cause))
  }
}

/** A path without the middle of its ids. */
function brief(path: string): string {
  return path.replace(/([\da-f]{8})-[\da-f-]{27}/g, '$1…')
}
