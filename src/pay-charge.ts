/** The script-tag entry: it defines <pay-charge> and does nothing else. */

import { PayCharge } from './element/pay-charge.ts'

// A page may load the script twice, from two places. The first definition stays.
if (!customElements.get('pay-charge')) customElements.define('pay-charge', PayCharge)
