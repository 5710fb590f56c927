// What a page's developers need, and no payer. One chunk, so that the entry holds one hash for all of it.

export { explainError } from './i18n/attribute-texts.ts'

/** Loads `pay-charge/preview`. */
export const loadPreview = () => import('./preview/index.ts')
