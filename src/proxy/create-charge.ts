import { NewCharge } from '../api/charge.ts'
import { PayError } from '../errors.ts'
import type { Settings } from './options.ts'
import { OrderError } from './order-error.ts'
import { errorTypeOf, Refusal, sayIssue, shopFault } from './refusal.ts'

/**
 * Has the merchant's code price an order, and checks what it returns.
 *
 * @throws Refusal with the merchant's own words for an OrderError, with none for any other fault of that code
 */
export async function priceOrder(settings: Settings, order: unknown, request: Request) {
  let returned: unknown
  try {
    returned = await settings.createCharge(order, request)
  } catch (cause) {
    if (cause instanceof OrderError) throw orderRefused(cause)
    throw shopFault(new PayError('service_failed', 'createCharge failed.', { cause }))
  }
  const parsed = NewCharge.safeParse(returned)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue?.path.join('.') || undefined
    const text = `createCharge returned no valid charge: ${field ?? 'it'}: ${sayIssue(issue)}.`
    throw shopFault(new PayError('invalid_request', text, { field }))
  }
  try {
    // Now, so that a bigint or a circle in metadata is the shop's fault and not a dead service.
    JSON.stringify(parsed.data)
  } catch (cause) {
    const text = 'createCharge returned metadata that cannot be written as JSON.'
    throw shopFault(new PayError('invalid_request', text, { field: 'metadata', cause }))
  }
  return parsed.data
}

function orderRefused({ message, field, status }: OrderError): Refusal {
  return new Refusal(errorTypeOf(status), message, { status, field })
}
