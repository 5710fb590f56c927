import type { ErrorBody, ErrorType } from '../../src/api/error-body.ts'

/** Milliseconds; a local node answers within a few. */
const timeout = 15_000

/**
 * Lets pages of the shop talk to the local chain, whose own port their CSP does not allow: passes a
 * JSON-RPC call on. The body must be bounded before it comes here.
 */
export function createChainGate(rpcUrl: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') {
      const message = 'The chain takes JSON-RPC by POST only.'
      return refusal(405, 'method_not_allowed', message, { allow: 'POST' })
    }
    // JSON makes a stranger's page ask first, which nobody answers (Fetch Standard, CORS preflight).
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/json\s*(;|$)/i.test(type)) {
      const message = 'Send JSON-RPC with Content-Type: application/json.'
      return refusal(415, 'unsupported_media_type', message)
    }
    const body = await request.text()
    if (!isCall(body)) {
      return refusal(400, 'validation_error', 'The body must be a JSON-RPC call or a list of them.')
    }
    return pass(rpcUrl, body)
  }
}

function isCall(text: string): boolean {
  try {
    const call: unknown = JSON.parse(text)
    return typeof call === 'object' && call !== null
  } catch {
    return false
  }
}

async function pass(rpcUrl: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(timeout)
    const reply = await fetch(rpcUrl, { method: 'POST', headers, body, signal })
    return new Response(await reply.text(), { status: reply.status, headers })
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause)
    return refusal(502, 'bad_gateway', `The local chain gave no answer: ${said}`)
  }
}

function refusal(status: number, type: ErrorType, message: string, headers: HeadersInit = {}) {
  return Response.json({ error: { type, message } } satisfies ErrorBody, { status, headers })
}
