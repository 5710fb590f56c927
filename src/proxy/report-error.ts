import type { PayError } from '../errors.ts'
import type { ProxySettings } from './options.ts'

/** Reports an error that the browser must not see to the operator. Never rejects. */
export async function reportError(
  settings: ProxySettings,
  error: PayError,
  request: Request,
): Promise<void> {
  try {
    await settings.onError(error, request)
  } catch (cause) {
    // onError itself failed, and the browser must still get its reply.
    console.error(error, cause)
  }
}
