import type { ErrorBody, ErrorType } from '../../src/api/schemas/error-body.ts'
import { passed } from '../wallet/methods.ts'

/** Milliseconds; a local node answers within a few. */
const timeout = 15_000

/**
 * What pages may ask of the chain: what wallets read and send, and the playground's hand on the blocks. Nothing that gives
 * money or another's account: the faucet does the one, nobody the other.
 */
const open: ReadonlySet<string> = new Set([
  ...passed,
  'eth_chainId',
  'eth_getRawTransactionByHash',
  'anvil_mine',
  'anvil_reorg',
  'evm_setIntervalMining',
  'evm_setTime',
])

interface Call {
  id?: unknown
  method?: unknown
}

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
    const calls = readCalls(body)
    if (!calls) {
      return refusal(400, 'validation_error', 'The body must be a JSON-RPC call or a list of them.')
    }
    const closed = calls.find(({ method }) => typeof method === 'string' && !open.has(method))
    return closed ? notHere(closed) : pass(rpcUrl, body)
  }
}

/** The calls of a body; undefined for one that holds something else. */
function readCalls(text: string): Call[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const calls: unknown[] = Array.isArray(read) ? read : [read]
    return calls.every((call) => typeof call === 'object' && call !== null) ? calls : undefined
  } catch {
    return undefined
  }
}

/** As a node says that it does not know a method (JSON-RPC 2.0, 5.1); of a list none is done. */
function notHere({ id = null, method }: Call): Response {
  const message = `${String(method).slice(0, 60)} is not open to the shop's pages.`
  return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message } })
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
