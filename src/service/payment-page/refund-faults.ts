import { addressPattern } from '../../api/formats.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { PayError } from '../../errors.ts'
import { fillText } from '../texts/format.ts'
import type { Language } from '../texts/language.ts'

/** Returns the payer's text for what was not accepted: by the field, else by the type of the error. */
export function listFaults({ texts: { refundPage: texts } }: Language): Record<string, string> & {
  other: string
} {
  return {
    recipientAddress: texts.badAddress,
    signature: texts.badSigner,
    conflict: texts.refused,
    payload_too_large: texts.tooLarge,
    other: texts.unsaved,
  }
}

/**
 * Returns the payer's text for an error, and its HTTP status.
 *
 * @throws the error, where it is none of a payer's
 */
export function describeFault(
  cause: unknown,
  typed: string,
  language: Language,
): { fault: string; status: number } {
  const faults = listFaults(language)
  if (cause instanceof HttpError)
    return { fault: faults[cause.type] ?? faults.other, status: cause.status }
  if (!(cause instanceof PayError)) throw cause
  const { wrongLength } = language.texts.refundPage
  const isCut = cause.field === 'recipientAddress' && !addressPattern.test(typed)
  const fault =
    isCut && typed.length !== 42 && typed !== ''
      ? fillText(wrongLength, { n: String(typed.length) })
      : (faults[cause.field ?? cause.code] ?? faults.other)
  return { fault, status: 400 }
}
