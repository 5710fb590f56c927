import { requestEarly } from './early-replies.ts'

// Imported for its effect, before anything else of the element: modules run in the order of their imports. A second
// script finds the element defined and asks for nothing.
if (globalThis.customElements && !customElements.get('pay-charge')) requestEarly(document)
