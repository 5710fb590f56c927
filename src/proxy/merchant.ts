import { PayError } from '../errors.ts'
import { merchantError } from './http/merchant-error.ts'
import type { CreatedCharge, ProxySettings } from './options.ts'

/**
 * Returns whether the merchant's `allowsCharge` lets this proxy serve a charge.
 *
 * @throws HttpError when `allowsCharge` throws
 */
export async function isChargeAllowed(
  settings: ProxySettings,
  id: string,
  request: Request,
): Promise<boolean> {
  if (!settings.allowsCharge) return true
  try {
    const answer: unknown = await settings.allowsCharge(id, request)
    return answer === true
  } catch (cause) {
    throw merchantError(new PayError('service_failed', 'allowsCharge failed.', { cause }))
  }
}

/**
 * Calls the merchant's `onCharge` with a new charge.
 *
 * @throws HttpError when `onCharge` throws
 */
export async function notifyChargeCreated(
  settings: ProxySettings,
  raw: unknown,
  request: Request,
): Promise<void> {
  if (!settings.onCharge) return
  try {
    // Its format was checked with the reply. The raw charge has the fields that the browser does not get.
    await settings.onCharge((raw as { data: CreatedCharge }).data, request)
  } catch (cause) {
    throw merchantError(new PayError('service_failed', 'onCharge failed.', { cause }))
  }
}
