// The ways in which nodes refuse too many calls. Providers do not agree on one: some answer with an HTTP status, others with 200
// and a JSON-RPC error, whose code means something else elsewhere (-32012 and -32016 at Goldsky, -32007 at Besu, -32005 for ranges
// of logs). So the message decides where a code is ambiguous. docs/rpc-budget.md lists them with their sources.

/** The codes that mean nothing else: Alchemy’s and Infura’s status of HTTP, QuickNode’s, TheRPC’s, and of other gateways. */
const rateLimitCodes = [429, -32_007, -32_029, -32_097]
/** "Limit exceeded" (EIP-1474): of logs it is the range or the results. */
const limitExceededCode = -32_005
/** The credits of the day or the plan are used up: a second later they still are. */
const usedUpCode = 402

const rateLimitWords =
  /rate.?limit|rate exceeded|too many requests|request limit|request count|concurrent requests|(?:requests?|calls?) per|(?:per|\/) ?sec|compute units|capacity|throughput|throttl|daily (?:request|limit)|credits|quota/i

/** An error of JSON-RPC. */
export interface RpcError {
  code?: unknown
  message?: unknown
}

/** Returns whether an error asks for fewer calls. The revert reason of a contract is never read as the node's refusal. */
export function isRateLimit({ code, message }: RpcError, method?: string): boolean {
  const text = typeof message === 'string' ? message : ''
  if (code === 3 || /revert/i.test(text)) return false
  if (rateLimitCodes.includes(code as number) || code === usedUpCode) return true
  if (code === limitExceededCode && method !== undefined && method !== 'eth_getLogs') return true
  return rateLimitWords.test(text)
}

/**
 * The kind of a response: an answer; an error about the call or the node; `refused`, where the same call may be answered a moment
 * later; `used up`, where it will not; or `no reply`: a page of something between here and the node, half of a reply, or one without
 * result and error, which viem would take for an empty result (JSON-RPC 2.0, section 5).
 */
export type ResponseKind = 'answer' | 'error' | 'refused' | 'used up' | 'no reply'

/** A body that is longer is an answer. */
const maxRefusalLength = 10_000

/** Classifies a node's response to a call. */
export function classifyResponse(
  { status, retryAfter, body }: { status: number; retryAfter: string | null; body: string },
  method: string | undefined,
): ResponseKind {
  if (status === usedUpCode) return 'used up'
  if (status === 429 || (status === 503 && retryAfter !== null)) return 'refused'
  const isOk = status === 200
  if (body.length > maxRefusalLength) return isOk ? 'answer' : 'error'
  const reply = parseReply(body)
  if (reply?.error?.code === usedUpCode) return 'used up'
  if (reply?.error) return isRateLimit(reply.error, method) ? 'refused' : 'error'
  if (reply && 'result' in reply) return isOk ? 'answer' : 'error'
  // With another status viem repeats the call.
  return isOk ? 'no reply' : 'error'
}

function parseReply(body: string): { error?: RpcError | null; result?: unknown } | undefined {
  try {
    const reply: unknown = JSON.parse(body)
    return typeof reply === 'object' && reply !== null ? reply : undefined
  } catch {
    return undefined
  }
}
