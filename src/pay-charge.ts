/** The script-tag entry: defines <pay-charge>, nothing else. */

import { PayCharge } from './element/pay-charge.ts'

// A page may load the script twice, from two places; the first one stands.
if (!customElements.get('pay-charge')) customElements.define('pay-charge', PayCharge)
