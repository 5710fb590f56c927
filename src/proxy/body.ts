import { PayError } from '../errors.ts'
import { Refusal, shopFault } from './refusal.ts'

/** Why a body was not read to its end. */
export type Unread = 'too large' | 'too slow' | 'cut off' | 'not UTF-8'

/** Reads a body as text, or says why not. Counts what arrives, since a Content-Length can lie or be absent. */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  most: number,
  signal: AbortSignal,
): Promise<{ text: string } | { unread: Unread; cause?: unknown }> {
  if (!body) return { text: '' }
  const reader = body.getReader()
  // Ends a read that waits for a sender who went silent. It fails only where the read fails with the same error.
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await readAll(reader, most, signal)
  } catch (cause) {
    return { unread: signal.aborted ? 'too slow' : 'cut off', cause }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<{ text: string } | { unread: Unread }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (signal.aborted) return { unread: 'too slow' }
    size += value?.byteLength ?? 0
    if (size > most) return { unread: 'too large' }
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
    // A fatal decoder throws for bytes that are no UTF-8, and for nothing else.
    return undefined
  }
}

/** Text as JSON, in a box, since undefined is no JSON but `null` is. Undefined for what is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Reads the JSON body of a browser's request, bounded in size and time: as it was sent, and its value. */
export async function readJsonText(
  request: Request,
  limits: { maxBody: number; timeout: number },
  field: string,
): Promise<{ text: string; value: unknown }> {
  // Only JSON: a form's types would let any page post without a preflight.
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send JSON with Content-Type: application/json.')
  }
  if (request.bodyUsed) throw readBefore()
  const tooLarge = new Refusal('payload_too_large', `Send at most ${limits.maxBody} bytes.`)
  if (Number(request.headers.get('content-length')) > limits.maxBody) throw tooLarge
  const signal = AbortSignal.timeout(limits.timeout)
  const read = await readBounded(request.body, limits.maxBody, signal)
  if ('unread' in read) {
    if (read.unread === 'too large') throw tooLarge
    if (read.unread === 'too slow') {
      throw new Refusal('validation_error', `The body took over ${limits.timeout / 1000} s.`, {
        status: 408,
      })
    }
    const fault = read.unread === 'cut off' ? 'The body ended early.' : 'The body must be UTF-8.'
    throw new Refusal('validation_error', fault, { field })
  }
  // An empty body that announced a length was emptied on its way here.
  if (!read.text && Number(request.headers.get('content-length'))) throw readBefore()
  const parsed = parseJson(read.text)
  if (!parsed) throw new Refusal('validation_error', 'The body must be JSON.', { field })
  return { text: read.text, value: parsed.value }
}

function readBefore(): Refusal {
  const text = 'The body was read before the proxy got it: mount the proxy before any body parser.'
  return shopFault(new PayError('invalid_setting', text))
}
