import { BaseError, type Hex, HttpRequestError, RpcRequestError } from 'viem'
import type { CoinMovement } from '../domain/facts.ts'
import { AnswerTooLong } from './bounded-fetch.ts'
import type { ChainClient } from './client.ts'

// Native currency that calls inside a transaction move leaves no log. Where the node traces, it tells of each.

interface CallFrame {
  type?: string
  from?: string
  to?: string
  value?: string
  error?: string
  calls?: CallFrame[]
  /** With `position`: how many of the calls were made before it. */
  logs?: { position?: string | number }[]
}

interface FlatTrace {
  type?: string
  action?: {
    callType?: string
    from?: string
    to?: string
    value?: string
    address?: string
    refundAddress?: string
    balance?: string
  }
  result?: { address?: string } | null
  error?: string
  traceAddress?: number[]
}

/** What nodes were found not to have, until the service starts anew. */
const lacking = new WeakMap<ChainClient, Set<string>>()

/**
 * Returns what native currency the calls inside a transaction moved, in their order and without those that were reverted;
 * undefined where the node does not trace, or not so old a block. Rejects as {@link ChainClient} does.
 */
export async function traceCoin(
  chain: ChainClient,
  hash: Hex,
): Promise<CoinMovement[] | undefined> {
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const frame = await ask<CallFrame>(chain, 'debug_traceTransaction', [hash, options])
  if (frame && typeof frame === 'object') return readFrames(frame)
  const traces = await ask<FlatTrace[]>(chain, 'trace_transaction', [hash])
  return Array.isArray(traces) ? readFlat(traces) : undefined
}

async function ask<T>(
  chain: ChainClient,
  method: string,
  params: unknown[],
): Promise<T | undefined> {
  const lacks = lacking.get(chain) ?? new Set()
  lacking.set(chain, lacks)
  if (lacks.has(method)) return undefined
  return (await chain.read((client) =>
    client.request({ method, params } as never, { retryCount: 0 }).catch((cause) => {
      const answer = explain(cause)
      if (answer === 'never') lacks.add(method)
      if (answer === undefined) throw cause
      return undefined
    }),
  )) as T | undefined
}

/** `never`: the node has no such method, or not for us. `now`: it cannot tell of this transaction. Undefined: it did not answer. */
function explain(cause: unknown): 'never' | 'now' | undefined {
  if (!(cause instanceof BaseError)) return undefined
  const why = cause.walk(
    (one) =>
      one instanceof RpcRequestError ||
      one instanceof HttpRequestError ||
      one instanceof AnswerTooLong,
  )
  if (why instanceof AnswerTooLong || why?.cause instanceof AnswerTooLong) return 'now'
  if (why instanceof HttpRequestError) {
    return [400, 401, 402, 403, 404, 405, 501].includes(why.status ?? 0) ? 'never' : undefined
  }
  if (!(why instanceof RpcRequestError) || why.code === -32005) return undefined
  const unknown =
    /(method|module|namespace).*(not|unsupported|unavailable|disabled)|not (supported|whitelisted|allowed)|upgrade|tier|plan\b/i
  return [-32601, -32004].includes(why.code) || unknown.test(`${why.details} ${why.message}`)
    ? 'never'
    : 'now'
}

/** Follows the calls of Geth's callTracer. What the transaction itself carries is not among them. */
export function readFrames(root: CallFrame): CoinMovement[] {
  const found: CoinMovement[] = []
  let logs: number | undefined = 0
  // Calls nest to 1024 and are read without nesting: a list of what is to do next, the next one last.
  type Step = { frame: CallFrame; inside: boolean } | { logs: number | undefined }
  const todo: Step[] = [{ frame: root, inside: false }]
  for (let step = todo.pop(); step; step = todo.pop()) {
    if ('logs' in step) {
      logs = logs === undefined || step.logs === undefined ? undefined : logs + step.logs
      continue
    }
    const { frame, inside } = step
    // What fails moves nothing, and nothing below it does; nor does it leave logs.
    if (frame.error !== undefined) continue
    const movement = inside ? movementOf(frame, logs) : undefined
    if (movement) found.push(movement)
    todo.push(...stepsOf(frame).reverse())
  }
  return found

  function stepsOf({ calls = [], logs: own = [] }: CallFrame): Step[] {
    const known = own.every(({ position }) => position !== undefined)
    const before = (place: number) =>
      own.filter(({ position }) => Number(position) === place).length
    const counts = new Map<number, number>()
    for (const { position } of own) {
      const place = Number(position)
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    if (own.length > 0 && !known)
      return [{ logs: undefined }, ...calls.map((frame) => ({ frame, inside: true }))]
    return [
      ...calls.flatMap((frame, place) => [
        { logs: counts.get(place) ?? 0 },
        { frame, inside: true },
      ]),
      { logs: before(calls.length) },
    ]
  }
}

function movementOf(
  { type = 'CALL', from = '', to = '', value = '0x0' }: CallFrame,
  logsBefore: number | undefined,
): CoinMovement | undefined {
  // A delegated call shows its caller's value and moves none.
  if (!['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(type.toUpperCase())) return undefined
  const amount = BigInt(value)
  return amount > 0n && from !== '' && to !== ''
    ? { from, to, value: amount, logsBefore }
    : undefined
}

/** Follows the flat traces of Parity's trace module. They do not tell when logs were written. */
export function readFlat(traces: readonly FlatTrace[]): CoinMovement[] {
  const failed = new Set<string>()
  return traces.flatMap(({ type, action = {}, result, error, traceAddress = [] }) => {
    const path = traceAddress.join()
    const parent = traceAddress.slice(0, -1).join()
    if (error !== undefined || (traceAddress.length > 0 && failed.has(parent))) {
      failed.add(path)
      return []
    }
    if (traceAddress.length === 0) return []
    const [from, to, value] =
      type === 'suicide'
        ? [action.address, action.refundAddress, action.balance]
        : [action.from, type === 'create' ? result?.address : action.to, action.value]
    if (type === 'call' && action.callType !== 'call') return []
    const amount = BigInt(value ?? '0x0')
    return amount > 0n && from && to ? [{ from, to, value: amount }] : []
  })
}
