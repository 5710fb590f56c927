import { parseJsonText, readJsonText } from '../../api/server/body.ts'
import type { HttpError } from '../../api/server/http-error.ts'
import { PayError } from '../../errors.ts'
import type { ProxySettings } from '../options.ts'
import { merchantError } from './merchant-error.ts'

/**
 * Reads the JSON body of a browser's request, limited in size and time. Returns the text as it was sent, and its value.
 *
 * @throws HttpError
 */
export async function readJsonBody(
  request: Request,
  settings: Pick<ProxySettings, 'maxBodyBytes' | 'timeoutMs'>,
  field: string,
): Promise<{ text: string; value: unknown }> {
  if (request.bodyUsed) throw createAlreadyReadError()
  const text = await readJsonText(request, settings, field)
  // An empty body with a Content-Length was already read by other code.
  if (!text && Number(request.headers.get('content-length'))) throw createAlreadyReadError()
  return { text, value: parseJsonText(text, field) }
}

function createAlreadyReadError(): HttpError {
  const text =
    'The body was already read, and is not in `request.body`. Mount the proxy before its reader.'
  return merchantError(new PayError('invalid_setting', text))
}
