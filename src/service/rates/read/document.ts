import { fetchBounded } from '../../kernel/bounded-fetch.ts'
import { type EcbDocument, parseEcbDocument } from '../ecb-document.ts'

/** How long a document is used before it is asked for again: it changes once a day. */
const reuseMs = 15 * 60_000
/** How long a failure is. */
const failureReuseMs = 60_000
const timeoutMs = 10_000
/** The real one has two thousand bytes. */
const maxBytes = 256 * 1024

/** Returns the newest document of a URL. @throws Error whose message follows the document's name */
export type ReadDocument = () => Promise<EcbDocument>

/** Creates the reader of a document. Calls at the same time share one request, and an unchanged document is not sent again. */
export function createDocumentReader(url: string): ReadDocument {
  let last: { document: EcbDocument; etag: string | undefined } | undefined
  let failure: unknown
  let reusedUntil = -Infinity
  let pending: Promise<void> | undefined
  const load = async () => {
    try {
      last = await fetchDocument(url, last)
      failure = undefined
      reusedUntil = performance.now() + reuseMs
    } catch (cause) {
      failure = cause
      reusedUntil = performance.now() + failureReuseMs
    } finally {
      pending = undefined
    }
  }
  return async () => {
    if (performance.now() >= reusedUntil) {
      pending ??= load()
      await pending
    }
    // The document of the day is right also while its server is down; its age tells.
    if (last) return last.document
    throw failure
  }
}

async function fetchDocument(
  url: string,
  last: { document: EcbDocument; etag: string | undefined } | undefined,
) {
  const response = await request(url, last?.etag)
  if (response.status === 304 && last) return last
  if (response.status >= 300 && response.status < 400)
    throw new Error('redirects, which is not followed: set the URL that it leads to')
  if (!response.ok) throw new Error(`answers ${response.status}`)
  const text = await response.text().catch((cause: unknown) => {
    throw describeFailure(cause)
  })
  return { document: parseEcbDocument(text), etag: response.headers.get('etag') ?? undefined }
}

async function request(url: string, etag: string | undefined): Promise<Response> {
  try {
    const init: RequestInit = {
      redirect: 'manual',
      headers: {
        accept: 'application/xml, text/xml',
        'user-agent': 'pay-charge-rates/1',
        // A connection that is used four times an hour is one that the server may have closed in between.
        connection: 'close',
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    }
    return await fetchBounded(url, init, maxBytes)
  } catch (cause) {
    throw describeFailure(cause)
  }
}

/** Says why a document could not be fetched, without its URL, which may hold a key. */
function describeFailure(cause: unknown): Error {
  const { name, cause: reason } = cause as Error
  if (name === 'TimeoutError') return new Error(`does not answer within ${timeoutMs / 1000} s`)
  if (name === 'AnswerTooLong') return new Error(`has more than ${maxBytes / 1024} KiB`)
  // The message of the error itself may repeat the URL.
  const { code, message = 'the request failed' } = Object(reason) as Partial<NodeJS.ErrnoException>
  return new Error(`cannot be reached: ${code ?? message}`)
}
