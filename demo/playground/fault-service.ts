import type { ErrorBody } from '../../src/api/schemas/error-body.ts'

/** How the service fails: nobody answers, four seconds late, 500, or 429. */
export type ServiceFault = 'down' | 'slow' | 'broken' | 'busy'

/** What became of a call: a status, or why there is none. */
export interface ServedCall {
  method: string
  path: string
  outcome: string
}

/** Milliseconds. */
const slowness = 4_000
/** Seconds, as Retry-After says them. */
const wait = 3

/** The way to the shop's proxy, for the element's `fetch`: the page's own, or worse. */
export class FaultService {
  fault: ServiceFault | undefined
  readonly #heard: (call: ServedCall) => void

  constructor(heard: (call: ServedCall) => void) {
    this.#heard = heard
  }

  behave(): void {
    this.fault = undefined
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const call = { method: init.method ?? 'GET', path: new URL(url, document.baseURI).pathname }
    try {
      const response = await this.#answer(url, init)
      this.#heard({ ...call, outcome: String(response.status) })
      return response
    } catch (cause) {
      // It is the element's to handle: here it is only told.
      this.#heard({ ...call, outcome: cause instanceof Error ? cause.message : String(cause) })
      throw cause
    }
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    switch (this.fault) {
      case 'down':
        // As fetch rejects where nobody answers (Fetch Standard 5.6).
        throw new TypeError('no answer')
      case 'broken':
        return refusal(500, 'internal_server_error', 'The service is broken, as you wished.')
      case 'busy':
        return refusal(429, 'rate_limit_exceeded', 'Too many calls, as you wished.', {
          'retry-after': String(wait),
        })
      case 'slow':
        await pause(slowness, init.signal)
        return fetch(url, init)
      default:
        return fetch(url, init)
    }
  }
}

function refusal(
  status: number,
  type: ErrorBody['error']['type'],
  message: string,
  headers: HeadersInit = {},
): Response {
  return Response.json({ error: { type, message } } satisfies ErrorBody, { status, headers })
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    setTimeout(resolve, milliseconds)
  })
}
