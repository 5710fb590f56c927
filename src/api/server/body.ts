import { describeRepeatedName, findRepeatedName } from '../json-names.ts'
import { describeInexactNumber, findInexactNumber } from '../json-numbers.ts'
import { HttpError } from './http-error.ts'

/** The largest JSON body, in bytes. Far larger than any charge: a larger body is a mistake or an attack. */
export const maxJsonBytes = 65_536

/** The most nested levels of objects and arrays in a body. */
const maxDepth = 100

/** The limits of reading a body. */
export interface BodyLimits {
  /** @default {@link maxJsonBytes} */
  maxBodyBytes?: number | undefined
  /** Milliseconds for the whole body. @default as long as the server waits */
  timeoutMs?: number | undefined
}

/** The reason why a body could not be read. */
export type UnreadReason = 'too large' | 'too slow' | 'cut off' | 'not UTF-8'

/**
 * Reads a body as text, or returns why it could not. Counts the bytes received: a Content-Length may be wrong or
 * absent.
 */
export async function readBodyWithLimit(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ text: string } | { unread: UnreadReason; cause?: unknown }> {
  if (!body) return { text: '' }
  const reader = body.getReader()
  // Ends a read that waits for a sender that stopped sending. Cancelling fails only with the error of the read itself.
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await readAll(reader, maxBytes, signal)
  } catch (cause) {
    return { unread: signal?.aborted ? 'too slow' : 'cut off', cause }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<{ text: string } | { unread: UnreadReason }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (signal?.aborted) return { unread: 'too slow' }
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

/** Parses JSON. Returns undefined for text that is not JSON; the value is wrapped, to distinguish that from `null`. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Returns whether a content type is JSON (RFC 9110 section 8.3; parameters are ignored). */
export function isJsonContentType(contentType: string | null | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Reads the text of a JSON body, limited in size and time.
 *
 * @param field the name of the body, such as `order`
 * @throws HttpError
 */
export async function readJsonText(
  request: Request,
  { maxBodyBytes = maxJsonBytes, timeoutMs }: BodyLimits = {},
  field = 'body',
): Promise<string> {
  const { headers } = request
  // Only JSON: with the content types of a form, any page could post without a preflight.
  if (!isJsonContentType(headers.get('content-type')))
    throw new HttpError(
      'unsupported_media_type',
      'Send the body as Content-Type: application/json.',
    )
  const tooLarge = new HttpError('payload_too_large', `Send at most ${maxBodyBytes} bytes.`)
  if (Number(headers.get('content-length')) > maxBodyBytes) throw tooLarge
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const result = await readBodyWithLimit(request.body, maxBodyBytes, signal)
  if ('text' in result) return result.text
  if (result.unread === 'too large') throw tooLarge
  if (result.unread === 'too slow') {
    const message = `The body took longer than ${(timeoutMs ?? 0) / 1000} s.`
    throw new HttpError('validation_error', message, { status: 408 })
  }
  const message = result.unread === 'cut off' ? 'The body ended early.' : 'The body must be UTF-8.'
  throw new HttpError('validation_error', message, { field })
}

/**
 * Parses the text of a JSON body. Every JSON that a caller sends passes here.
 *
 * @throws HttpError `validation_error` for a text that is not JSON, is nested too deeply, has a number that is another one after
 * reading, or a name twice in one object
 */
export function parseJsonText(text: string, field = 'body'): unknown {
  const fail = (why: string) => new HttpError('validation_error', `The body ${why}.`, { field })
  const json = parseJson(text)
  if (!json) throw fail('must be JSON')
  if (!isWithinDepth(json.value, maxDepth)) throw fail(`is nested deeper than ${maxDepth} levels`)
  const inexact = findInexactNumber(text)
  if (inexact !== undefined) throw fail(describeInexactNumber(inexact))
  const repeated = findRepeatedName(text)
  if (repeated !== undefined) throw fail(describeRepeatedName(repeated))
  return json.value
}

/**
 * Returns whether a value has at most so many levels. A recursive reader such as JSON.stringify would overflow the
 * stack for a deep value.
 */
function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithinDepth(inner, levels - 1))
}
