import type { PayError } from '../../../errors.ts'

/** Returns whether a wallet failed and gave no words for it, so that the message is ours. */
export function isWordless({ details }: PayError): boolean {
  return !!(details as { isWordless?: boolean } | undefined)?.isWordless
}

/** The same nodes for the same error: with new ones a screen reader would announce them on every render. */
const descriptions = new WeakMap<PayError, unknown>()

/**
 * Describes an error in English: by its own message, which says more than one for its code would. What a wallet says is in
 * its own words, so it stands below a sentence of ours, in small print.
 */
export function describeInEnglish(error: PayError): unknown {
  const { code, message, cause } = error
  // An error of ours about a wallet has no cause.
  if (code !== 'wallet_failed' || cause == null || isWordless(error)) return message
  const known = descriptions.get(error)
  if (known) return known
  const words = document.createElement('small')
  // In any language, and alone: what it holds must not reorder our sentence.
  words.dir = 'auto'
  words.textContent = message
  const description = ['Your wallet reported a problem.', document.createElement('br'), words]
  descriptions.set(error, description)
  return description
}
