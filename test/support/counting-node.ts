import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAnsweringServer } from './answer.ts'

/** A call of JSON-RPC, as far as a rule looks at it. */
export interface RpcCall {
  id: number
  method: string
  params?: readonly unknown[]
}

/** How a node refuses a call: an HTTP status with headers, and a body that may be an error of JSON-RPC. */
export interface Refusal {
  status?: number
  headers?: Record<string, string>
  /** Of JSON-RPC; without one, and without a body, that is a text. */
  error?: { code: number; message: string }
  body?: string
}

/** Says whether a node refuses a call; undefined answers it. `results` is how many logs the answer has. */
export type Rule = (call: RpcCall, results: number | undefined) => Refusal | undefined

/**
 * What a call costs in compute units, as large providers count (docs/rpc-budget.md): the prices of Alchemy, with 20 for
 * what is not listed.
 */
const unitsByMethod: Readonly<Record<string, number>> = {
  eth_chainId: 0,
  eth_blockNumber: 10,
  eth_getLogs: 60,
  eth_call: 26,
  debug_traceTransaction: 40,
}
const otherUnits = 20

/** The price of a call in compute units. */
export const unitsOf = (method: string) => unitsByMethod[method] ?? otherUnits

/** A node in front of a real one that counts what it is asked, weighs it, and refuses what a provider would refuse. */
export interface CountingNode {
  rpcUrl: string
  /** Calls of a method since the last `reset`; of all without one. Refused ones are among them. */
  count: (method?: string) => number
  /** Each method with its calls. */
  counts: () => ReadonlyMap<string, number>
  /** Compute units of all calls since the last `reset`. */
  units: () => number
  /** Calls that were refused since the last `reset`. */
  refused: () => number
  reset: () => void
  /** Refuses from now on by another rule; undefined refuses nothing. */
  refuseBy: (rule: Rule | undefined) => void
  stop: () => Promise<void>
}

/** Starts a counting node in front of `target`. */
export async function startCountingNode(target: string, firstRule?: Rule): Promise<CountingNode> {
  const counts = new Map<string, number>()
  let refused = 0
  let rule = firstRule

  async function answer(call: RpcCall): Promise<{ body: string; refusal: Refusal | undefined }> {
    counts.set(call.method, (counts.get(call.method) ?? 0) + 1)
    const early = rule?.(call, undefined)
    if (early) return refuse(call, early)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(call) })
    const body = await response.text()
    const { result } = JSON.parse(body) as { result?: unknown }
    const late = Array.isArray(result) ? rule?.(call, result.length) : undefined
    return late ? refuse(call, late) : { body, refusal: undefined }
  }

  function refuse({ id }: RpcCall, refusal: Refusal) {
    refused += 1
    const { error } = refusal
    const body = error ? JSON.stringify({ jsonrpc: '2.0', id, error }) : (refusal.body ?? 'refused')
    return { body, refusal }
  }

  const server = createAnsweringServer(async (request, response) => {
    const { body, refusal } = await answer(JSON.parse(await text(request)) as RpcCall)
    const type = refusal && !refusal.error ? 'text/plain' : 'application/json'
    response
      .writeHead(refusal?.status ?? 200, { 'content-type': type, ...refusal?.headers })
      .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sum = (weigh: (method: string) => number) =>
    [...counts].reduce((total, [method, count]) => total + count * weigh(method), 0)
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (method) => (method === undefined ? sum(() => 1) : (counts.get(method) ?? 0)),
    counts: () => new Map(counts),
    units: () => sum(unitsOf),
    refused: () => refused,
    reset() {
      counts.clear()
      refused = 0
    },
    refuseBy(next) {
      rule = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns how many blocks a call asks the logs of; undefined for another call. */
export function logRangeOf({ method, params }: RpcCall): number | undefined {
  const [filter] = (params ?? []) as { fromBlock?: string; toBlock?: string }[]
  if (method !== 'eth_getLogs' || !filter) return undefined
  return Number(filter.toBlock) - Number(filter.fromBlock) + 1
}

/** Refuses ranges of more blocks than a plan allows. `say` gives the refusal by the limit. */
export function limitRange(blocks: number, say: (blocks: number, call: RpcCall) => Refusal): Rule {
  return (call, results) => {
    const range = logRangeOf(call)
    return range !== undefined && range > blocks && results === undefined
      ? say(blocks, call)
      : undefined
  }
}
