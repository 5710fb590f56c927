import { buildCallUrl } from '../../api/client/call-url.ts'
import { uuidPattern } from '../../api/formats.ts'
import { checkoutChargePath, expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'

// The charges of elements that are in the page when the script starts are requested immediately: a slow phone needs longer for the
// element's own code than a proxy for its answer. The reply is not read here; the element takes it in place of its first call, and
// checks it like any other.

/** The replies that no element has taken yet, by the URL of their call. */
const replies = new Map<string, Promise<Response>>()

/**
 * Asks for the charges of the elements that a document has now. Their attributes are checked when they are used. The
 * elements take the replies in the task in which the script runs; one that asks later must not get an old reply.
 */
export function requestEarly(document: Document): void {
  setTimeout(() => replies.clear())
  for (const element of document.querySelectorAll('pay-charge[charge-id]')) {
    const id = element.getAttribute('charge-id') ?? ''
    // A page that set its own fetch before the script came means that one.
    if (!uuidPattern.test(id) || Object.hasOwn(element, 'fetch')) continue
    const input = { params: { id }, query: expandRequestCharge }
    const proxy = element.getAttribute('proxy') || '/pay'
    const url = buildCallUrl(proxy, { path: checkoutChargePath }, input)
    if (replies.has(url)) continue
    // As the element's own first call: a preloaded reply is used for the same request only.
    const reply = fetch(url, {
      method: 'GET',
      redirect: 'manual',
      cache: 'default',
      headers: { accept: 'application/json' },
    })
    // The caller handles the rejection; this only prevents an unhandledrejection event.
    reply.catch(() => undefined)
    replies.set(url, reply)
  }
}

/** Returns the reply to a call that was made early, once; undefined where there is none. */
export function takeEarlyReply(
  url: string,
  { method }: RequestInit,
): Promise<Response> | undefined {
  const reply = method === 'GET' ? replies.get(url) : undefined
  replies.delete(url)
  return reply
}
