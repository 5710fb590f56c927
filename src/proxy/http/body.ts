import { describeInexactNumber, findInexactNumber } from '../../api/json-numbers.ts'
import { PayError } from '../../errors.ts'
import { HttpError, merchantError } from './http-error.ts'

/** The reason why a body could not be read. */
export type UnreadReason = 'too large' | 'too slow' | 'cut off' | 'not UTF-8'

/**
 * Reads a body as text, or returns why it could not. Counts the bytes received: a Content-Length may be wrong or
 * absent.
 */
export async function readBodyWithLimit(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ text: string } | { unread: UnreadReason; cause?: unknown }> {
  if (!body) return { text: '' }
  const reader = body.getReader()
  // Ends a read that waits for a sender that stopped sending. Cancelling fails only with the error of the read itself.
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await readAll(reader, maxBytes, signal)
  } catch (cause) {
    return { unread: signal.aborted ? 'too slow' : 'cut off', cause }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ text: string } | { unread: UnreadReason }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (signal.aborted) return { unread: 'too slow' }
    size += value?.byteLength ?? 0
    if (size > maxBytes) return { unread: 'too large' }
    const part = decode(decoder, value)
    if (part === undefined) return { unread: 'not UTF-8' }
    text += part
    if (done) return { text }
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    // A fatal decoder throws only for bytes that are not UTF-8.
    return undefined
  }
}

/** Parses JSON. Returns undefined for text that is not JSON; the value is wrapped, to tell that apart from `null`. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Reads the JSON body of a browser's request, limited in size and time. Returns the text as it was sent, and its value.
 *
 * @throws HttpError
 */
export async function readJsonBody(
  request: Request,
  limits: { maxBodyBytes: number; timeoutMs: number },
  field: string,
): Promise<{ text: string; value: unknown }> {
  // Only JSON: with the content types of a form, any page could post without a preflight.
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError('unsupported_media_type', 'Send JSON with Content-Type: application/json.')
  }
  if (request.bodyUsed) throw createAlreadyReadError()
  const tooLarge = new HttpError('payload_too_large', `Send at most ${limits.maxBodyBytes} bytes.`)
  if (Number(request.headers.get('content-length')) > limits.maxBodyBytes) throw tooLarge
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const read = await readBodyWithLimit(request.body, limits.maxBodyBytes, signal)
  if ('unread' in read) {
    if (read.unread === 'too large') throw tooLarge
    if (read.unread === 'too slow') {
      throw new HttpError(
        'validation_error',
        `The body took longer than ${limits.timeoutMs / 1000} s.`,
        {
          status: 408,
        },
      )
    }
    const message = read.unread === 'cut off' ? 'The body ended early.' : 'The body must be UTF-8.'
    throw new HttpError('validation_error', message, { field })
  }
  // An empty body with a Content-Length was already read by somebody else.
  if (!read.text && Number(request.headers.get('content-length'))) throw createAlreadyReadError()
  const parsed = parseJson(read.text)
  if (!parsed) throw new HttpError('validation_error', 'The body must be JSON.', { field })
  const inexact = findInexactNumber(read.text)
  if (inexact !== undefined)
    throw new HttpError('validation_error', `The body ${describeInexactNumber(inexact)}.`, {
      field,
    })
  return { text: read.text, value: parsed.value }
}

function createAlreadyReadError(): HttpError {
  const text =
    'The body was already read, and is not in `request.body`. Mount the proxy before what reads it.'
  return merchantError(new PayError('invalid_setting', text))
}
