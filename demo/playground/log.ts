import type { State } from '../../src/checkout/state.ts'
import type { PayCharge } from '../../src/element/pay-charge.ts'
import { make } from './dom.ts'

/** Who did it. */
export type Source = 'element' | 'wallet' | 'service' | 'you' | 'fault'

/** What happened, line by line, with the time since the run began. */
export class EventLog {
  readonly #list: HTMLElement
  #began = 0

  constructor(list: HTMLElement) {
    this.#list = list
  }

  clear(): void {
    this.#began = performance.now()
    this.#list.replaceChildren()
  }

  add(source: Source, name: string, detail = ''): void {
    const seconds = (performance.now() - this.#began) / 1000
    const line = make(
      'li',
      { class: source },
      make('time', {}, `${seconds.toFixed(1)} s`),
      make('b', {}, name),
      make('span', { class: 'detail' }, detail),
    )
    this.#list.append(line)
    this.#list.parentElement!.scrollTop = this.#list.scrollHeight
  }
}

/** Logs every event of an element until the signal says no more. */
export function logEvents(element: PayCharge, log: EventLog, signal: AbortSignal): void {
  const hear = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    detail: (event: HTMLElementEventMap[Name]) => string,
  ) => {
    const heard = (event: HTMLElementEventMap[Name]) => log.add('element', name, detail(event))
    element.addEventListener(name, heard, { signal })
  }
  hear('pay-charge-state', ({ state }) => told(state))
  hear('pay-charge-ready', ({ charge }) => `charge ${short(charge.id)}`)
  hear('pay-charge-connect', ({ address, chainId }) => `${short(address)} on chain ${chainId}`)
  hear('pay-charge-submit', ({ hash }) => short(hash))
  hear('pay-charge-success', ({ receipt }) => `${receipt.amount} ${receipt.tokenSymbol}`)
  hear('pay-charge-cancel', () => '')
  hear(
    'pay-charge-misdirected',
    ({ hash, actual }) => `${short(hash)} pays ${short(actual.recipient)}`,
  )
  hear('pay-charge-error', ({ code, message }) => `${code}: ${message}`)
}

function told(state: State): string {
  if (state.step === 'confirming') {
    const { confirmations, requiredConfirmations, wasReorged } = state
    return `confirming, ${confirmations} of ${requiredConfirmations}${wasReorged ? ', taken back' : ''}`
  }
  if (state.step === 'notPaid') return `void, ${state.reason}`
  if (state.step === 'insufficientFunds') return `short of ${state.missing}`
  return state.step
}

/** The beginning and the end of an id, an address or a hash. */
function short(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-4)}`
}
