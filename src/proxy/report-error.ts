import type { PayError } from '../errors.ts'
import type { ProxySettings } from './options.ts'

/** Reports to the operator what the browser does not learn. Never rejects. */
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
