import { PayError } from '../errors.ts'
import type { CreatedCharge, Settings } from './options.ts'
import { shopFault } from './refusal.ts'

/**
 * Asks the merchant's `charges` whether this proxy serves a charge.
 *
 * @throws Refusal when `charges` throws
 */
export async function isServed(settings: Settings, id: string, request: Request): Promise<boolean> {
  if (!settings.charges) return true
  try {
    const served: unknown = await settings.charges(id, request)
    return served === true
  } catch (cause) {
    throw shopFault(new PayError('service_failed', 'charges failed.', { cause }))
  }
}

/**
 * Tells the merchant's `onCharge` of a new charge.
 *
 * @throws Refusal when `onCharge` throws
 */
export async function noteCharge(
  settings: Settings,
  raw: unknown,
  request: Request,
): Promise<void> {
  if (!settings.onCharge) return
  try {
    // Its form was checked with the reply; here it keeps what the browser does not get.
    await settings.onCharge((raw as { data: CreatedCharge }).data, request)
  } catch (cause) {
    throw shopFault(new PayError('service_failed', 'onCharge failed.', { cause }))
  }
}
