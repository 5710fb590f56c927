// A payment link on a page. Nothing but the attribute payment-link loads this code.

export { createOfferedView } from './offered.ts'
export { handleEvent } from './open-link.ts'
