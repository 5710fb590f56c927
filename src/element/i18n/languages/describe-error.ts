import { docsUrl, type FailureKind, type PayError } from '../../../errors.ts'
import type { Translation } from './translation.ts'

/** The texts of failures. English has those of errors whose message is not for payers: the others' message is its text. */
interface FailureTexts {
  readonly errors: { readonly [name in keyof Translation['errors']]?: string }
  readonly mismatches?: Partial<Translation['mismatches']>
}

/** Codes whose message is for developers, wherever it comes from, or that are a screen of their own. */
const developersCode = /^(invalid_(re|se|si)|unauth|forbid|too_l|bad_g|abort|authorization_h)/

interface Details {
  kind?: FailureKind
  mismatch?: keyof Translation['mismatches']
  reason?: unknown
  /** Whether a wallet failed and gave no words for it, so that the message is ours. */
  isWordless?: boolean
}

/**
 * Creates the function that describes an error to the payer, in these texts: one failure has one text. What service, proxy and
 * nodes say is for developers, who read it in the console. A wallet speaks to the same person, so its own words stand below ours in
 * small print.
 */
export function createErrorDescriber(texts: FailureTexts): (error: PayError) => unknown {
  // The same nodes for the same error: with new ones a screen reader would announce them on every render.
  const descriptions = new WeakMap<PayError, unknown>()
  return (error) => {
    if (!descriptions.has(error)) descriptions.set(error, toDescription(error, texts))
    return descriptions.get(error)
  }
}

function toDescription(error: PayError, { errors, mismatches }: FailureTexts): unknown {
  const { code, message, field, status, cause } = error
  const { kind, mismatch, reason, isWordless } = readDetails(error)
  // It was already made from these texts (amounts.ts).
  if (code === 'invalid_amount' && field) return message
  // The store's own words, in any language: what they hold must not reorder the text around them.
  if (kind === 'order') return `\u2068${message}\u2069`
  const isTechnical = status !== undefined || developersCode.test(code)
  if (isTechnical || reason)
    console.error(`pay-charge: ${code}: ${message} ${reason ?? ''} ${docsUrl}errors.md`)
  // A conflict that the checkout has not explained is not about a transaction.
  const ownName = kind ?? (code === 'conflict' && status ? undefined : code)
  const text =
    (mismatch && mismatches?.[mismatch]) ??
    (ownName && errors[ownName as keyof typeof errors]) ??
    (isTechnical ? errors.service_failed : message)
  const isFromWallet = code === 'wallet_failed' && !kind && !isWordless && cause != null
  // A mistake of the page: its developer's sentence is in the console, and the attribute's name helps who reports it.
  const smallPrint = isFromWallet ? message : code === 'invalid_attribute' && field
  if (!smallPrint) return text
  const words = document.createElement('small')
  words.lang = ''
  words.dir = 'auto'
  words.textContent = smallPrint
  return [text, document.createElement('br'), words]
}

/** Reads the details of an error. Those of an {@link OrderError} are the first of a reply's list. */
function readDetails({ details }: PayError): Details {
  return Object(Array.isArray(details) ? details[0] : details)
}
