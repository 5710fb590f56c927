import { PayCharge } from './pay-charge.ts'

/**
 * Defines `<pay-charge>`. A page may have the script twice, from two places: the first definition stays. A server has no
 * elements.
 */
export function definePayCharge(): void {
  if (globalThis.customElements && !customElements.get('pay-charge'))
    customElements.define('pay-charge', PayCharge)
}
