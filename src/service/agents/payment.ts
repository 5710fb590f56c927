import { NewAuthorization } from '../../api/schemas/payments/authorization.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { formatFieldError, listFieldErrors, messages } from '../../api/server/validate.ts'
import type { ProgramOffer } from './offers.ts'

/** The protocols by which programs pay. */
export type Protocol = 'x402' | 'mpp'

/** An agent's payment of a charge. */
export interface ProgramPayment {
  protocol: Protocol
  /** The header that it came in. */
  header: string
  body: NewAuthorization
  /** The client's name for it; undefined for none. */
  paymentId: string | undefined
  /** Returns the nonce that a charge requires in this protocol; undefined for any. */
  findNonce: (offer: ProgramOffer) => string | undefined
}

/** Why a charge does not accept a payment, although its client may pay in another way. */
export interface PaymentRefusal {
  /** A code of the protocol's. */
  code: string
  /** A sentence. */
  message: string
}

/** The most characters of a header that has a payment. The largest signature of a contract leaves room to spare. */
const maxHeaderLength = 12_000

/**
 * Reads the JSON of a header in base64 or base64url.
 *
 * @throws HttpError 400 that names the header
 */
export function readEncodedJson(header: string, text: string): Record<string, unknown> {
  const fault = (message: string) =>
    new HttpError('validation_error', `${header} ${message}`, { field: header })
  if (text.length > maxHeaderLength) throw fault(`must have at most ${maxHeaderLength} characters.`)
  if (!/^[\w+/-]+={0,2}$/.test(text)) throw fault('must be JSON in base64.')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    throw fault('must be JSON in base64.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault('must be a JSON object in base64.')
  return value as Record<string, unknown>
}

/** Returns a value in a JSON object, as far as its path leads; undefined where it ends before. */
export function getIn(value: unknown, ...path: string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/**
 * Returns an account's signed transfer, in the form of the API.
 *
 * @throws HttpError 400 that names the header and the field
 */
export function readSigned(header: string, value: unknown): NewAuthorization {
  const result = NewAuthorization.safeParse(value, messages)
  if (result.success) return result.data
  const [fault] = listFieldErrors(result.error, value)
  throw new HttpError('validation_error', `${header}: ${formatFieldError(fault)}.`, {
    field: header,
  })
}

/** Returns JSON in base64. */
export function encodeJson(value: object, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(JSON.stringify(value)).toString(encoding)
}
