import { getErrorCode, readErrorBody } from '../../api/error-reply.ts'
import { proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type { Route } from '../../api/routes/route.ts'
import { type ErrorType, errorStatus } from '../../api/schemas/error-body.ts'
import { getErrorType, HttpError } from '../../api/server/http-error.ts'
import { getChargeId } from '../../api/server/read-call.ts'
import type { PayError, PayErrorCode } from '../../errors.ts'

/** Creates the error to report to the operator; it adds the method and the URL of the call. */
export type CreateOperatorError = (code: PayErrorCode, message: string, status?: number) => PayError

/**
 * Returns the browser's error for an error of the service (400 and above), and the error to report to the operator, if
 * there is one.
 */
export function toHttpError(
  { route, params }: { route: Route; params?: Readonly<Record<string, string>> | undefined },
  status: number,
  json: { value: unknown } | undefined,
  headers: Record<string, string>,
  createOperatorError: CreateOperatorError,
): HttpError {
  if (status === 401 || status === 403) {
    const reason = readErrorBody(json?.value).message ?? 'no reason given'
    const operatorMessage =
      status === 401
        ? 'the service refuses the api-key (401). Give createPayProxy a valid apiKey.'
        : `the service refuses the api-key (403): ${reason} A proxy needs a key with the scopes of \`pay-charge keys create --scope proxy\`.`
    return new HttpError(
      'bad_gateway',
      'The store’s payment key isn’t valid. Please tell the store.',
      {
        headers,
        operatorError: createOperatorError(getErrorCode(status), operatorMessage, status),
      },
    )
  }
  // Any server in between may reply with 429 or 503 in HTML. Any other error without JSON does not come from the
  // service.
  if (!json && status !== 429 && status !== 503) {
    return createBadGatewayError(
      createOperatorError('bad_gateway', `${status} with a body that is not JSON.`, status),
    )
  }
  const chargeId = getChargeId(params)
  const errorBody = readErrorBody(json?.value)
  const serviceMessage = errorBody.message ?? `The payment service replied with ${status}.`
  const message = status === 409 ? removeOtherChargeIds(serviceMessage, chargeId) : serviceMessage
  // If the service refuses a new charge, the merchant's code is at fault, not the payer.
  const concernsOperator = status >= 500 || (route === proxyRoutes.orderCharge && status !== 429)
  return new HttpError(readErrorType(json?.value, status), message, {
    status,
    details:
      status === 409 ? filterConflictDetails(errorBody.details, chargeId) : errorBody.details,
    headers,
    operatorError: concernsOperator
      ? createOperatorError(getErrorCode(status), `${status}: ${message}`, status)
      : undefined,
  })
}

/**
 * Returns the details of a conflict that a payer may know: that the transaction pays this same charge, or why no amount
 * can be reserved. Anything else could reveal the id of another payer's charge, which gives access to it.
 */
function filterConflictDetails(details: unknown, chargeId: string | undefined): unknown {
  const { chargeUuid, reason } = (details ?? {}) as { chargeUuid?: unknown; reason?: unknown }
  const isOwn = typeof chargeUuid === 'string' && chargeUuid.toLowerCase() === chargeId
  if (chargeId !== undefined && isOwn) return { chargeUuid: chargeId }
  return reason === 'no_room' || reason === 'not_payable' ? { reason } : undefined
}

/** Returns the text without the ids of other charges. */
function removeOtherChargeIds(text: string, chargeId: string | undefined): string {
  return text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, (id) =>
    id.toLowerCase() === chargeId ? id : '…',
  )
}

/** Returns the error type in the body, if it is one of ours and matches the status; else the type for the status. */
function readErrorType(body: unknown, status: number): ErrorType {
  const errorType = (body as { error?: { type?: unknown } } | null | undefined)?.error?.type
  const entry = Object.entries(errorStatus).find(
    ([type, typeStatus]) => type === errorType && typeStatus === status,
  )
  return entry ? (entry[0] as ErrorType) : getErrorType(status)
}

/** Returns the error for a call to which the service gave no usable reply. */
export function createBadGatewayError(operatorError: PayError): HttpError {
  return new HttpError(
    'bad_gateway',
    'The payment service sent no usable reply. Try again later.',
    {
      operatorError,
    },
  )
}

/** Returns an error and its causes as text. The error object itself could hold the request, and with it the api-key. */
export function describeCause(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return String(cause)
  const deeper = cause.cause && depth < 3 ? ` (${describeCause(cause.cause, depth + 1)})` : ''
  const { code } = cause as { code?: unknown }
  // A refused connection to a host name with two addresses gives an error with a code and no message.
  return `${cause.message || code || cause.name}${deeper}`
}
