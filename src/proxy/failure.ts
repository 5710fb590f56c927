import { orderCharge } from '../api/checkout-routes.ts'
import { type ErrorType, errorCode, errorStatus, readErrorBody } from '../api/error-body.ts'
import type { Route } from '../api/route.ts'
import type { PayError, PayErrorCode } from '../errors.ts'
import { errorTypeOf, Refusal } from './refusal.ts'

/** Makes what the operator hears of a call; it adds where the call went. */
export type Tell = (code: PayErrorCode, said: string, status?: number) => PayError

/** What an error of the service (400 and above) is to the browser, and whether the operator hears of it. */
export function failure(
  { route, chargeId }: { route: Route; chargeId?: string | undefined },
  status: number,
  json: { value: unknown } | undefined,
  headers: Record<string, string>,
  tell: Tell,
): Refusal {
  if (status === 401) {
    const said = 'the service refuses the api-key (401). Give createPayProxy a valid apiKey.'
    return new Refusal(
      'bad_gateway',
      "The shop's payment key is not valid. Please tell the shop.",
      {
        headers,
        report: tell('unauthenticated', said, status),
      },
    )
  }
  // Any server in between may say these two, in HTML; every other error that is no JSON is not the service's.
  if (!json && status !== 429 && status !== 503) {
    return unusable(tell('bad_gateway', `${status} with a body that is no JSON.`, status))
  }
  const said = readErrorBody(json?.value)
  const spoken = said.message ?? `The payment service answered ${status}.`
  const message = status === 409 ? withoutIds(spoken, chargeId) : spoken
  // What the service refuses in a new charge is the merchant's code, not the payer's doing.
  const operators = status >= 500 || (route === orderCharge && status !== 429)
  return new Refusal(errorType(json?.value, status), message, {
    status,
    details: status === 409 ? conflictDetails(said.details, chargeId) : said.details,
    headers,
    report: operators ? tell(errorCode(status), `${status}: ${message}`, status) : undefined,
  })
}

/**
 * What a payer may know of a conflict: that it is this very charge which was paid, or why it has no amount to reserve.
 * Anything else could be of another customer's charge, whose id opens it.
 */
function conflictDetails(details: unknown, chargeId: string | undefined): unknown {
  const { chargeUuid, reason } = (details ?? {}) as { chargeUuid?: unknown; reason?: unknown }
  const isOwn = typeof chargeUuid === 'string' && chargeUuid.toLowerCase() === chargeId
  if (chargeId !== undefined && isOwn) return { chargeUuid: chargeId }
  return reason === 'no_room' || reason === 'not_payable' ? { reason } : undefined
}

/** The same text without the ids of other charges. */
function withoutIds(text: string, chargeId: string | undefined): string {
  return text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, (id) =>
    id.toLowerCase() === chargeId ? id : '…',
  )
}

/** The type that the body gives, where it is one of ours and says the same as the status. */
function errorType(body: unknown, status: number): ErrorType {
  const given = (body as { error?: { type?: unknown } } | null | undefined)?.error?.type
  const known = Object.entries(errorStatus).find(([type, its]) => type === given && its === status)
  return known ? (known[0] as ErrorType) : errorTypeOf(status)
}

/** The answer where the service gave none that can be used. */
export function unusable(report: PayError): Refusal {
  return new Refusal('bad_gateway', 'The payment service gave no usable answer. Try again later.', {
    report,
  })
}

/** A fault and its causes as text: an error object could hold the request, and with it the api-key. */
export function faultText(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return String(cause)
  const deeper = cause.cause && depth < 3 ? ` (${faultText(cause.cause, depth + 1)})` : ''
  const { code } = cause as { code?: unknown }
  // A refused connection to a name with two addresses has a code and no message.
  return `${cause.message || code || cause.name}${deeper}`
}
