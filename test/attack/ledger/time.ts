import { type MockTime, mockTime } from '../../support/mock-time.ts'
import type { Chain } from './chain.ts'
import { readCpuMs } from './figures.ts'
import { answerRpc, type NodeState, RpcError } from './node.ts'

// The world's time, and its network: both take the place of the process's own, so that the real code runs in them.

/** Time that passes only when it is told to: that of the chain, and the machine's two clocks. */
export class SimulatedTime {
  readonly #machine: MockTime
  /** Unix milliseconds, by the chain. */
  chainNow = 1_790_000_000_000
  /** By how much the machine's clock is ahead of the chain's, in milliseconds. */
  #offsetMs = 0
  /** CPU that the simulated nodes took, in milliseconds: it is none of the service's. */
  nodesCpuMs = 0

  /** Makes this the time of the process. */
  constructor() {
    this.#machine = mockTime(this.chainNow)
  }

  pass(milliseconds: number): void {
    this.chainNow += milliseconds
    this.#machine.pass(milliseconds)
  }

  /** The machine's clock jumps. */
  jump(milliseconds: number): void {
    this.#offsetMs += milliseconds
    this.#machine.jump(milliseconds)
  }

  /** The machine's clock is right again. */
  correct(): void {
    this.jump(-this.#offsetMs)
  }

  /** Gives the process its own time back. */
  end(): void {
    this.#machine.reset()
  }
}

export const nodeUrls = ['http://node-0.test/', 'http://node-1.test/'] as const

/** Makes a chain's nodes answer `fetch`. Returns how to give that back. */
export function installNodes(
  time: SimulatedTime,
  chain: Chain,
  nodes: readonly NodeState[],
  onUnknown: (error: Error) => void,
): () => void {
  const { fetch } = globalThis
  const answerOne = (node: NodeState, { id, method, params = [] }: RpcCall) => {
    try {
      return { jsonrpc: '2.0', id, result: answerRpc(node.fork ?? chain, node, method, params) }
    } catch (error) {
      if (!(error instanceof RpcError)) onUnknown(error as Error)
      const { code = -32_603, message } = error as RpcError
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }
  globalThis.fetch = async (input, init) => {
    const node = nodes[nodeUrls.indexOf(String(input) as (typeof nodeUrls)[0])]
    if (!node || node.isDown) throw new TypeError('fetch failed')
    const before = readCpuMs()
    const call = JSON.parse(String(init?.body)) as RpcCall | RpcCall[]
    const reply = Array.isArray(call)
      ? call.map((one) => answerOne(node, one))
      : answerOne(node, call)
    const body = JSON.stringify(reply)
    time.nodesCpuMs += readCpuMs() - before
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  return () => {
    globalThis.fetch = fetch
  }
}

interface RpcCall {
  id: number
  method: string
  params?: readonly unknown[]
}
