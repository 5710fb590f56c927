import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Hex } from 'viem'
import { createAnsweringServer } from '../../support/answer.ts'

interface RpcCall {
  jsonrpc: string
  id: number
  method: string
  params: unknown[]
}

/** A log as JSON-RPC has it. */
export interface RpcLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
}

/** A transaction and its receipt as JSON-RPC has them, as far as a lie changes them. */
export interface Lie {
  transaction: Record<string, unknown>
  receipt: Record<string, unknown> & { logs: RpcLog[] }
}

/** A node in front of a real one. It is honest but for the transactions that it lies about, and what a test sets. */
export async function startLyingNode(rpcUrl: string) {
  const lies = new Map<string, Lie>()
  const node = {
    url: '',
    lies,
    /** Answers 502. */
    isDown: false,
    /** Says that the chain ends here. */
    head: undefined as bigint | undefined,
    /** Says that the block with this number is another one. */
    fork: undefined as { number: bigint; hash: Hex } | undefined,
    /** What it answers when it is asked for the blocks `safe` and `finalized`, in place of the truth. */
    tagError: undefined as { code: number; message: string } | undefined,
    /** What it answers to calls of contracts, by the function's selector. */
    calls: new Map<string, Hex>(),
    /** Changes the text of every reply. */
    garble: undefined as ((reply: string) => string) | undefined,
    stop: async () => {},
  }

  async function ask(call: Partial<RpcCall>): Promise<{ result?: unknown }> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    })
    return (await response.json()) as { result?: unknown }
  }

  async function answer(call: RpcCall): Promise<unknown> {
    const { id, jsonrpc, method, params } = call
    const say = (result: unknown) => ({ id, jsonrpc, result })
    const lie = lies.get(String(params?.[0]).toLowerCase())
    if (lie && method === 'eth_getTransactionByHash') return say(lie.transaction)
    if (lie && method === 'eth_getTransactionReceipt') return say(lie.receipt)
    const callLie =
      method === 'eth_call' &&
      node.calls.get(String((params[0] as { data?: Hex }).data).slice(0, 10))
    if (callLie) return say(callLie)
    if (node.tagError && /safe|finalized/.test(String(params?.[0])))
      return { id, jsonrpc, error: node.tagError }
    if (node.head !== undefined && method === 'eth_blockNumber')
      return say(`0x${node.head.toString(16)}`)
    const reply = await ask(call)
    const isForked = method === 'eth_getBlockByNumber' && isNumber(params[0], node.fork?.number)
    if (isForked && reply.result)
      return { ...reply, result: { ...reply.result, hash: node.fork?.hash } }
    if (method === 'eth_getBlockByNumber' && params[1] === true && reply.result)
      return { ...reply, result: addLiesToBlock(reply.result as FullBlock) }
    if (method === 'eth_getLogs' && Array.isArray(reply.result))
      return { ...reply, result: addLies(reply.result as RpcLog[], params[0] as LogFilter) }
    return reply
  }

  /** A liar tells the same of a transaction alone and in its block. */
  function addLiesToBlock(block: FullBlock): FullBlock {
    const transactions = block.transactions.map((one) => lies.get(one.hash)?.transaction ?? one)
    return { ...block, transactions: transactions as FullBlock['transactions'] }
  }

  function addLies(logs: RpcLog[], { fromBlock, toBlock }: LogFilter): RpcLog[] {
    const isInRange = ({ blockNumber }: RpcLog) =>
      BigInt(blockNumber) >= BigInt(fromBlock ?? 0) && BigInt(blockNumber) <= BigInt(toBlock ?? 0)
    const made = [...lies.values()].flatMap(({ receipt }) => receipt.logs)
    return [...logs.filter((one) => !lies.has(one.transactionHash)), ...made.filter(isInRange)]
  }

  const server = createAnsweringServer(async (request, response) => {
    if (node.isDown) return response.writeHead(502).end('bad gateway')
    const body = (await json(request)) as RpcCall | RpcCall[]
    const reply = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)
    const text = JSON.stringify(reply)
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(node.garble ? node.garble(text) : text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return Object.assign(node, { ask })
}

const isNumber = (text: unknown, number: bigint | undefined) =>
  typeof text === 'string' && text.startsWith('0x') && BigInt(text) === number

interface FullBlock {
  transactions: { hash: string }[]
}

interface LogFilter {
  fromBlock?: Hex
  toBlock?: Hex
}

export type LyingNode = Awaited<ReturnType<typeof startLyingNode>>
