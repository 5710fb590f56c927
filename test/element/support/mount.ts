import '../../../src/pay-charge.ts'
import type { Step } from '../../../src/checkout/state.ts'
import type { PayCharge } from '../../../src/element/pay-charge.ts'
import { show, turn, until } from './assert.ts'
import type { PageShop } from './shop.ts'

export type { PayCharge }

/** An element in the page, with attributes, that calls this shop. */
export function mount(
  shop: PageShop,
  attributes: Record<string, string>,
  place: Element = document.body,
): PayCharge {
  const element = document.createElement('pay-charge')
  element.fetch = shop.fetch
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  place.append(element)
  return element
}

/** Waits for a screen, drawn. */
export async function at(element: PayCharge, step: Step): Promise<PayCharge> {
  await until(
    () => element.state.step === step,
    () => `${step} should come, but there is ${show(element.state)}`,
  )
  // An element draws once for all changes of a turn.
  await turn()
  return element
}

/** What an element shows. */
export const shown = ({ shadowRoot }: PayCharge) =>
  (shadowRoot?.querySelector('section')?.textContent ?? '').replace(/\s+/g, ' ')

/** A button that is shown, by a part of its text, or of its name where it is only an icon. */
export function button(element: PayCharge, text: string): HTMLButtonElement {
  const all = [...(element.shadowRoot?.querySelectorAll('button') ?? [])]
  const found = all.find(({ textContent, ariaLabel }) =>
    `${textContent} ${ariaLabel}`.includes(text),
  )
  if (!found) throw new Error(`No button "${text}" in: ${shown(element)}`)
  return found
}

/** Waits for a screen whose code is loaded only when it is needed. */
export const drawn = (element: PayCharge) =>
  until(
    () => !shown(element).includes('Loading'),
    () => `The screen should be there: ${shown(element)}`,
  )

/** Everything an element dispatches, as the document hears it. */
export function listen(target: EventTarget = document) {
  const kinds = ['state', 'ready', 'connect', 'submit', 'success', 'cancel', 'error'] as const
  const heard: Event[] = []
  const hear = (event: Event) => heard.push(event)
  for (const kind of kinds) target.addEventListener(`pay-charge-${kind}`, hear)
  return {
    heard,
    /** The names, without the many moves. */
    get names() {
      return heard.map(({ type }) => type.slice(11)).filter((name) => name !== 'state')
    },
    of<T extends keyof HTMLElementEventMap>(type: T) {
      return heard.filter((event) => event.type === type) as HTMLElementEventMap[T][]
    },
    stop() {
      for (const kind of kinds) target.removeEventListener(`pay-charge-${kind}`, hear)
    },
  }
}

/** Takes every element away, and what they have stored. */
export function clear() {
  for (const element of document.querySelectorAll('pay-charge')) element.remove()
  document.body.replaceChildren()
  localStorage.clear()
}
