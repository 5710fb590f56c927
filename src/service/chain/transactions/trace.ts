import { BaseError, type Hex, HttpRequestError, RpcRequestError } from 'viem'
import { ResponseTooLargeError } from '../../kernel/bounded-fetch.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { InternalTransfer } from '../types/transactions.ts'

// An internal transfer of native currency leaves no log. A node that traces reports each of them.

interface CallFrame {
  type?: string
  from?: string
  to?: string
  value?: string
  error?: string
  calls?: CallFrame[]
  /** `position` is the number of this frame's calls that were made before the log. */
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

/** Trace methods that nodes were found not to support; remembered until the service restarts. */
const unsupportedMethods = new WeakMap<ChainClient, Set<string>>()

/**
 * Reads the internal transfers of native currency in a transaction, in order, without reverted ones; returns undefined
 * where the node does not trace, or not so old a block. Rejects as {@link ChainClient} does.
 */
export async function traceInternalTransfers(
  chain: ChainClient,
  hash: Hex,
): Promise<InternalTransfer[] | undefined> {
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const frame = await requestTrace<CallFrame>(chain, 'debug_traceTransaction', [hash, options])
  if (frame && typeof frame === 'object') return parseCallFrames(frame)
  const traces = await requestTrace<FlatTrace[]>(chain, 'trace_transaction', [hash])
  return Array.isArray(traces) ? parseFlatTraces(traces) : undefined
}

async function requestTrace<T>(
  chain: ChainClient,
  method: string,
  params: unknown[],
): Promise<T | undefined> {
  const unsupported = unsupportedMethods.get(chain) ?? new Set()
  unsupportedMethods.set(chain, unsupported)
  if (unsupported.has(method)) return undefined
  return (await chain.read((client) =>
    client.request({ method, params } as never, { retryCount: 0 }).catch((cause) => {
      const availability = classifyError(cause)
      if (availability === 'never') unsupported.add(method)
      if (availability === undefined) throw cause
      return undefined
    }),
  )) as T | undefined
}

/**
 * Classifies an error: `never` where the node does not offer the method, or not to us; `now` where it cannot trace this
 * transaction; undefined where it did not respond.
 */
function classifyError(cause: unknown): 'never' | 'now' | undefined {
  if (!(cause instanceof BaseError)) return undefined
  const rpcError = cause.walk(
    (one) =>
      one instanceof RpcRequestError ||
      one instanceof HttpRequestError ||
      one instanceof ResponseTooLargeError,
  )
  if (rpcError instanceof ResponseTooLargeError || rpcError?.cause instanceof ResponseTooLargeError)
    return 'now'
  if (rpcError instanceof HttpRequestError) {
    return [400, 401, 402, 403, 404, 405, 501].includes(rpcError.status ?? 0) ? 'never' : undefined
  }
  if (!(rpcError instanceof RpcRequestError) || rpcError.code === -32005) return undefined
  const unsupportedText =
    /(method|module|namespace).{0,200}(not|unsupported|unavailable|disabled)|not (supported|whitelisted|allowed)|upgrade|tier|plan\b/i
  return [-32601, -32004].includes(rpcError.code) ||
    unsupportedText.test(`${rpcError.details} ${rpcError.message}`)
    ? 'never'
    : 'now'
}

/**
 * Reads the internal transfers in the result of Geth's callTracer. The value of the transaction itself is not included.
 */
export function parseCallFrames(root: CallFrame): InternalTransfer[] {
  const found: InternalTransfer[] = []
  let logCount: number | undefined = 0
  // Calls nest up to 1024 levels, so they are read by a stack instead of recursion: the next step is the last element.
  type Step = { frame: CallFrame; isInternal: boolean } | { logs: number | undefined }
  const pendingSteps: Step[] = [{ frame: root, isInternal: false }]
  for (let step = pendingSteps.pop(); step; step = pendingSteps.pop()) {
    if ('logs' in step) {
      logCount =
        logCount === undefined || step.logs === undefined ? undefined : logCount + step.logs
      continue
    }
    const { frame, isInternal } = step
    // A failed call transfers nothing and leaves no logs, and neither do the calls inside it.
    if (frame.error !== undefined) continue
    const transfer = isInternal ? toInternalTransfer(frame, logCount) : undefined
    if (transfer) found.push(transfer)
    pendingSteps.push(...toSteps(frame).reverse())
  }
  return found

  function toSteps({ calls = [], logs: ownLogs = [] }: CallFrame): Step[] {
    const hasPositions = ownLogs.every(({ position }) => position !== undefined)
    const countLogsAt = (place: number) =>
      ownLogs.filter(({ position }) => Number(position) === place).length
    const counts = new Map<number, number>()
    for (const { position } of ownLogs) {
      const place = Number(position)
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    if (ownLogs.length > 0 && !hasPositions)
      return [{ logs: undefined }, ...calls.map((frame) => ({ frame, isInternal: true }))]
    return [
      ...calls.flatMap((frame, place) => [
        { logs: counts.get(place) ?? 0 },
        { frame, isInternal: true },
      ]),
      { logs: countLogsAt(calls.length) },
    ]
  }
}

function toInternalTransfer(
  { type = 'CALL', from = '', to = '', value = '0x0' }: CallFrame,
  logsBefore: number | undefined,
): InternalTransfer | undefined {
  // A DELEGATECALL shows the value of its caller and transfers nothing.
  if (!['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(type.toUpperCase())) return undefined
  const amount = BigInt(value)
  return amount > 0n && from !== '' && to !== ''
    ? { from, to, value: amount, logsBefore }
    : undefined
}

/** Reads the internal transfers in flat traces of Parity's trace module. They do not show when logs were written. */
export function parseFlatTraces(traces: readonly FlatTrace[]): InternalTransfer[] {
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
