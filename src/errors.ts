/**
 * The code of every failure that this package can report. A code is stable, so a page may switch on it. Messages are
 * for people and may change.
 *
 * | code | meaning | what to do |
 * |---|---|---|
 * | `invalid_attribute` | an attribute or property of `<pay-charge>` cannot be used | correct the attribute that `field` names |
 * | `page_broken` | another script of the page has changed parts of JavaScript that `details` names | remove that library, or put the element on a separate page |
 * | `invalid_amount` | a text is not a decimal amount, or is too precise for the token | correct the amount |
 * | `invalid_setting` | an environment variable or option cannot be used | correct the setting that `field` names |
 * | `invalid_request` | the service or proxy refused the input (400) | correct the field that `field` names |
 * | `unauthenticated` | the api-key is missing or wrong (401) | set a valid api-key in the proxy |
 * | `forbidden` | the proxy does not serve this origin, or the api-key lacks a scope (403) | add the origin to the proxy; use a key with the scope |
 * | `not_found` | no such charge, request or route (404) | check the identifier |
 * | `conflict` | the transaction pays another charge, or a key was used with another body (409) | see `details` |
 * | `too_large` | the body is over the limit (413) | send less |
 * | `rate_limited` | too many calls (429) | wait `retryAfterMs` milliseconds |
 * | `service_failed` | the service failed (5xx) | try again later |
 * | `bad_gateway` | the proxy got no usable answer from the service (502, 503) | try again later |
 * | `timeout` | no answer in time (also 504) | try again |
 * | `offline` | the network could not be reached | try again when online |
 * | `aborted` | the caller aborted the call | nothing |
 * | `invalid_signature` | a webhook has another signature, or is too old | answer 400 and do nothing |
 * | `invalid_reply` | an answer does not fit the interface | report it: service and client do not match |
 * | `wallet_refused` | the payer rejected the request (EIP-1193 4001) | offer it again |
 * | `wallet_busy` | the wallet already shows a request (-32002) | open the wallet |
 * | `wallet_locked` | the wallet shows this page no account: it is locked or disconnected | unlock it and connect it again |
 * | `wallet_failed` | the wallet failed and gave a reason | see the message |
 * | `wallet_unable` | the wallet does not let pages ask for a payment (EIP-1193 4200, JSON-RPC -32601); nothing was sent | use another wallet |
 * | `insufficient_funds` | the wallet or its node states that the account cannot afford the payment and its fee; nothing was sent | add funds |
 * | `chain_refused` | the wallet is not on the charge's chain or no longer shows the account, and was not asked; or it does not switch | switch the chain or the account in the wallet |
 * | `chain_unknown` | neither page nor package knows the charge's chain | add it to `chains` |
 * | `chain_unreachable` | a chain could not be read | try again; check the RPC address |
 * | `price_unavailable` | a token's price feed is stale or gives no price (503) | try again later |
 * | `recipient_not_pinned` | the charge would pay an account that the page does not name in `recipients` or `recipient` | check the page's attributes and the service: one of them is wrong |
 * | `quote_mismatch` | the charge's chain, token or amount does not match the page's pins, its price, or the token's own decimals | check the attribute that `field` names, and the service |
 * | `quote_not_signed` | the page names quote keys, and none of them has signed this payment, or the signature is no longer valid; see `details.reason` | check `quote-key` in the page, the signer's key and its log |
 * | `storage_unavailable` | the browser does not let the page store anything | allow storage |
 * | `payment_failed` | the transfer failed on the chain or does not pay this charge | see the message |
 * | `authorization_refused` | the account cannot pay by a signature: its wallet does not sign, or the token refuses the signed transfer | pay by an ordinary transfer |
 * | `authorization_held` | the service has refused the payer's signed transfer, but the token would accept it: anyone with the signature can send it until it expires | wait until it expires; offer nothing else |
 * | `authorization_lapsed` | the payer's signed transfer was not sent while it was valid: nothing was paid | offer it again |
 */
export type PayErrorCode =
  | 'invalid_attribute'
  | 'page_broken'
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
  | 'wallet_locked'
  | 'wallet_failed'
  | 'wallet_unable'
  | 'insufficient_funds'
  | 'chain_refused'
  | 'chain_unknown'
  | 'chain_unreachable'
  | 'price_unavailable'
  | 'recipient_not_pinned'
  | 'quote_mismatch'
  | 'quote_not_signed'
  | 'storage_unavailable'
  | 'payment_failed'
  | 'authorization_refused'
  | 'authorization_held'
  | 'authorization_lapsed'

/**
 * What failed, in `details.kind`, where a payer has to read more than the code tells. `order`: the message is the store's own, for the
 * payer.
 */
export type FailureKind =
  | 'order'
  | 'switch_failed'
  | 'wallet_gone'
  | 'wallet_silent'
  | 'not_sent'
  | 'other_account'
  | 'relay_unreachable'
  | 'walletconnect_unavailable'
  | 'code_expired'
  | 'networks_missing'
  | 'transfer_refused'
  | 'storage_blocked'
  | 'reference_unsigned'

/** The details of an error with a kind. */
export interface FailureDetails {
  kind: FailureKind
}

/** The optional fields of a {@link PayError}, in addition to its code and message. */
export interface PayErrorOptions {
  /** The attribute, setting or JSON path that is wrong, such as `local_price.amount`. */
  field?: string | undefined
  /** The HTTP status of the response, if there was one. */
  status?: number | undefined
  /** The `X-Request-Id` of the response, to find it in the service's log. */
  requestId?: string | undefined
  /** Milliseconds to wait before the next attempt (`Retry-After`, RFC 9110 section 10.2.3). */
  retryAfterMs?: number | undefined
  /**
   * Whether the same call may be repeated.
   *
   * @default false
   */
  retryable?: boolean | undefined
  /** What failed in detail: `kind` (a {@link FailureKind}), `reason`, or the fields that a reply names. */
  details?: unknown
  cause?: unknown
}

/**
 * The only error class of the package.
 *
 * @example
 * try {
 *   await client.getCharge(id)
 * } catch (error) {
 *   if (error instanceof PayError && error.code === 'not_found') showUnknownCharge()
 *   else throw error
 * }
 */
export class PayError extends Error {
  override readonly name = 'PayError'
  readonly code: PayErrorCode
  /** Whether the same call may be repeated: true only where that cannot move money twice. */
  readonly retryable: boolean
  readonly field: string | undefined
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly details: unknown

  constructor(code: PayErrorCode, message: string, options: PayErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.retryable = options.retryable ?? false
    this.field = options.field
    this.status = options.status
    this.requestId = options.requestId
    this.retryAfterMs = options.retryAfterMs
    this.details = options.details
  }

  /** Converts any thrown value to a PayError. A PayError is returned unchanged. */
  static from(cause: unknown, code: PayErrorCode, message?: string): PayError {
    if (cause instanceof PayError) return cause
    const text = message ?? (cause instanceof Error ? cause.message : String(cause))
    return new PayError(code, text, { cause })
  }
}

/**
 * Milliseconds in which a part of the code has to come that is loaded later: the largest needs 15 s on a slow line. Where
 * its host never answers, a browser waits without end.
 */
const partLimitMs = 30_000

/**
 * Waits for a part of the code that is loaded later.
 *
 * @param part the promise of `import()`
 * @throws PayError `offline`, in words for a payer, when it cannot be loaded or does not come
 */
export async function loadPart<T>(part: Promise<T>, limitMs: number = partLimitMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer.')), limitMs)
  })
  try {
    return await Promise.race([part, limit])
  } catch (cause) {
    logFault(`part not loaded. ${cause}`, 'csp-and-integrity.md')
    const text = 'Part of this page couldn’t load. Check your connection and try again.'
    throw new PayError('offline', text, { cause, retryable: true })
  } finally {
    clearTimeout(timer)
  }
}

/** The documentation, for those who read the console. */
export const docsUrl = 'https://github.com/example/pay-charge/blob/main/docs/'

let reported: string | undefined

/**
 * Logs a fault for the page's developers, unless it is the same again. The payer reads only what it means.
 *
 * @param page of the documentation
 */
export function logFault(text: string, page: string): void {
  if (text !== reported) console.error(`pay-charge: ${text} ${docsUrl}${page}`)
  reported = text
}
