import { sendKeys } from '@web/test-runner-commands'

/** Presses a key of the keyboard, as a payer does: the browser acts on it, and not the page's scripts alone. */
export const press = (key: string) => sendKeys({ press: key })

/** What has the focus, through all shadow roots. */
export function focused(): Element | null {
  let one = document.activeElement
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  return one
}
