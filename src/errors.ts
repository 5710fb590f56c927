/**
 * Every failure this package can tell of. A code is stable: a page may switch on it. Messages are for people.
 *
 * | code | meaning | what to do |
 * |---|---|---|
 * | `invalid_attribute` | an attribute or property of `<pay-charge>` cannot be used | correct the attribute that `field` names |
 * | `invalid_amount` | a text is no decimal amount, or has more places than the token | correct the amount |
 * | `invalid_setting` | an environment variable or option cannot be used | correct the setting that `field` names |
 * | `invalid_request` | the service or proxy refused the input (400) | correct the field that `field` names |
 * | `unauthenticated` | the api-key is missing or wrong (401) | set a valid api-key in the proxy |
 * | `forbidden` | the proxy does not serve this origin (403) | add the origin to the proxy |
 * | `not_found` | no such charge, request or route (404) | check the identifier |
 * | `conflict` | the transaction pays another charge, or a key was used with another body (409) | see `details` |
 * | `too_large` | the body is over the limit (413) | send less |
 * | `rate_limited` | too many calls (429) | wait `retryAfter` milliseconds |
 * | `service_failed` | the service failed (5xx) | try again later |
 * | `bad_gateway` | the proxy got no usable answer from the service (502, 503) | try again later |
 * | `timeout` | no answer in time (also 504) | try again |
 * | `offline` | the network could not be reached | try again when online |
 * | `aborted` | the caller gave up | nothing |
 * | `invalid_signature` | a webhook was not signed with this secret, or too long ago | answer 400 and do nothing |
 * | `invalid_reply` | an answer does not fit the interface | report it: service and client differ |
 * | `wallet_refused` | the payer said no in the wallet (EIP-1193 4001) | offer it again |
 * | `wallet_busy` | the wallet already shows a request (-32002) | open the wallet |
 * | `wallet_failed` | the wallet failed and said why | see the message |
 * | `chain_refused` | the wallet does not change to the charge's chain | change it in the wallet |
 * | `chain_unknown` | neither page nor package knows the charge's chain | give it in `chains` |
 * | `chain_unreachable` | a chain could not be read | try again; check the RPC address |
 * | `price_unavailable` | a token's price feed is stale or gives no price (503) | try again later |
 * | `storage_unavailable` | the browser lets the page store nothing | allow storage |
 * | `payment_failed` | the transfer failed on the chain or does not pay this charge | see the message |
 */
export type PayErrorCode =
  | 'invalid_attribute'
  | 'invalid_amount'
  | 'invalid_setting'
  | 'invalid_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'service_failed'
  | 'bad_gateway'
  | 'timeout'
  | 'offline'
  | 'aborted'
  | 'invalid_signature'
  | 'invalid_reply'
  | 'wallet_refused'
  | 'wallet_busy'
  | 'wallet_failed'
  | 'chain_refused'
  | 'chain_unknown'
  | 'chain_unreachable'
  | 'price_unavailable'
  | 'storage_unavailable'
  | 'payment_failed'

/** What a {@link PayError} may carry beyond its code and message. */
export interface PayErrorOptions {
  /** The attribute, setting or JSON path that is wrong, such as `local_price.amount`. */
  field?: string | undefined
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined
  /** `X-Request-Id` of the answer, to find it in the service's log. */
  requestId?: string | undefined
  /** Milliseconds to wait before the next try (`Retry-After`, RFC 9110 section 10.2.3). */
  retryAfter?: number | undefined
  /** @default false */
  retryable?: boolean | undefined
  details?: unknown
  cause?: unknown
}

/** The one error class of the package. */
export class PayError extends Error {
  override readonly name = 'PayError'
  readonly code: PayErrorCode
  /** True only when repeating the same call cannot move money twice. */
  readonly retryable: boolean
  readonly field: string | undefined
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly details: unknown

  constructor(code: PayErrorCode, message: string, options: PayErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.retryable = options.retryable ?? false
    this.field = options.field
    this.status = options.status
    this.requestId = options.requestId
    this.retryAfter = options.retryAfter
    this.details = options.details
  }

  /** A thrown anything as a PayError; one that is already a PayError stays itself. */
  static from(cause: unknown, code: PayErrorCode, message?: string): PayError {
    if (cause instanceof PayError) return cause
    const text = message ?? (cause instanceof Error ? cause.message : String(cause))
    return new PayError(code, text, { cause })
  }
}

/** What a page tells when code that it fetches later did not come. */
export function notLoaded(cause: unknown): PayError {
  const text = 'A part of this page could not be loaded. Check the connection and try again.'
  return new PayError('offline', text, { cause, retryable: true })
}
