import { NewCharge } from '../../api/schemas/charges/charge.ts'
import { listUnknownFields } from '../../api/schemas/unknown-fields.ts'
import { getErrorType, HttpError } from '../../api/server/http-error.ts'
import { formatFieldError, listFieldErrors, messages } from '../../api/server/validate.ts'
import { type FailureKind, PayError } from '../../errors.ts'
import { merchantError } from '../http/merchant-error.ts'
import type { ProxySettings } from '../options.ts'
import { reportError } from '../report-error.ts'
import { OrderError } from './order-error.ts'

/**
 * Calls the merchant's `createCharge` to price an order, and checks the charge that it returns.
 *
 * @throws HttpError with the merchant's own message for an OrderError, and a general one for any other fault of that
 * code
 */
export async function priceOrder(settings: ProxySettings, order: unknown, request: Request) {
  let answer: unknown
  try {
    answer = await settings.createCharge(order, request)
  } catch (cause) {
    if (cause instanceof OrderError) throw toOrderHttpError(cause)
    throw merchantError(new PayError('service_failed', 'createCharge failed.', { cause }))
  }
  await reportUnknownFields(settings, answer, request)
  const result = NewCharge.safeParse(answer, messages)
  if (!result.success) {
    const [fault] = listFieldErrors(result.error, answer)
    const field = fault?.field || undefined
    const text = `createCharge returned a charge that is not valid: ${formatFieldError(fault)}.`
    throw merchantError(new PayError('invalid_request', text, { field }))
  }
  try {
    // Checked here, so that a bigint or a cycle in metadata is reported as the merchant's fault, not as a failed
    // service.
    JSON.stringify(result.data)
  } catch (cause) {
    const text = 'createCharge returned metadata that cannot be written as JSON.'
    throw merchantError(new PayError('invalid_request', text, { field: 'metadata', cause }))
  }
  return result.data
}

/** Reports fields that no charge has, such as a misspelled `metadata`, to the merchant. The payer can still pay. */
async function reportUnknownFields(
  settings: ProxySettings,
  answer: unknown,
  request: Request,
): Promise<void> {
  const fields = listUnknownFields(NewCharge, answer)
  if (fields.length === 0) return
  const text = `createCharge returned fields that no charge has, and that were ignored: ${fields.join(', ')}.`
  await reportError(settings, new PayError('invalid_request', text, { field: fields[0] }), request)
}

function toOrderHttpError({ message, field, status }: OrderError): HttpError {
  // The page shows no other message of a proxy to the payer.
  const details = [{ field, message, kind: 'order' satisfies FailureKind }]
  return new HttpError(getErrorType(status), message, { status, details })
}
