import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { knownTokens, people, signatureOf, wallets } from './cast.ts'
import type { Block, Chain, Log, Tx } from './chain.ts'
import { send, toFlatTraces, toFrame } from './effects.ts'

/** How a node is today. */
export interface NodeState {
  /** What it tells of the calls inside a transaction. */
  trace: 'calls' | 'flat' | 'none' | 'busy'
  isDown: boolean
  /** How many of the newest blocks it has not got yet. */
  lag: number
  /** Whether it has balances of older blocks than the newest. */
  keepsState: boolean
  /** The chain that it follows where that is another one than most nodes have. */
  fork: Chain | undefined
}

export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** Answers a call of JSON-RPC as a node of the chain. */
export function answerRpc(
  chain: Chain,
  { trace, lag, keepsState }: NodeState,
  method: string,
  params: readonly unknown[],
): unknown {
  const newest = Math.max(0, chain.head.number - lag)
  const [first, second] = params
  const blockAt = (tag: unknown): Block | undefined =>
    tag === 'latest' || tag === 'pending' || tag === undefined
      ? chain.blocks[newest]
      : Number(tag) <= newest
        ? chain.blocks[Number(tag)]
        : undefined
  const minedTx = (): { tx: Tx; block: Block } | undefined => {
    const tx = chain.known.get(first as Hex)
    const block = tx && chain.blockOf(tx)
    return tx && block && block.number <= newest ? { tx, block } : undefined
  }
  switch (method) {
    case 'eth_chainId':
      return hex(31_337)
    case 'eth_blockNumber':
      return hex(newest)
    case 'eth_getBlockByNumber': {
      if (first === 'safe' || first === 'finalized') throw new RpcError(-39_001, 'Unknown block')
      const block = blockAt(first)
      return block ? toBlock(block, second === true) : null
    }
    case 'eth_getTransactionByHash': {
      const tx = chain.known.get(first as Hex)
      return tx ? toTransaction(tx, minedTx()?.block) : null
    }
    case 'eth_getTransactionReceipt': {
      const found = minedTx()
      return found ? toReceipt(chain, found.tx, found.block) : null
    }
    case 'eth_getBlockReceipts': {
      const block = blockAt(first)
      return block ? block.txs.map((tx) => toReceipt(chain, tx, block)) : null
    }
    case 'eth_getLogs':
      return selectLogs(chain, first as Filter, newest)
    case 'eth_getTransactionCount':
      return hex(chain.countOf(first as Address, blockAt(second)?.number))
    case 'eth_getBalance': {
      const block = blockAt(second)
      if (!block || (!keepsState && block.number < newest - 2))
        throw new RpcError(-32_000, 'missing trie node')
      return hex(block.balances.get((first as string).toLowerCase() as Address) ?? 10n ** 20n)
    }
    case 'eth_getCode':
      return isPerson(first as string) ? '0x' : '0x6080'
    case 'eth_call': {
      const call = first as { to?: string; data?: Hex }
      const { to, data } = call
      const token = knownTokens.find(({ address }) => address === to?.toLowerCase())
      if (!token || !data?.startsWith('0x70a08231')) return answerCall(call)
      const block = blockAt(second)
      if (!block || (!keepsState && block.number < newest - 2))
        throw new RpcError(-32_000, 'missing trie node')
      const balance = chain.balanceOf(token.address, `0x${data.slice(34)}`, block.number)
      return encodeAbiParameters([{ type: 'uint256' }], [balance])
    }
    case 'debug_traceTransaction': {
      if (trace === 'busy') throw new RpcError(-32_000, 'historical state is not available')
      if (trace !== 'calls') throw new RpcError(-32_601, `the method ${method} does not exist`)
      const found = minedTx()
      if (!found) throw new RpcError(-32_000, 'transaction not found')
      return toFrame(toRoot(found.tx))
    }
    case 'trace_transaction': {
      if (trace === 'busy') throw new RpcError(-32_000, 'historical state is not available')
      if (trace !== 'flat') throw new RpcError(-32_601, `the method ${method} does not exist`)
      const found = minedTx()
      return found ? toFlatTraces(toRoot(found.tx)) : null
    }
    default:
      throw new Error(`The simulated node does not know ${method}.`)
  }
}

function isPerson(address: string): boolean {
  return people.some((one) => one.address.toLowerCase() === address.toLowerCase())
}

function toRoot({ from, to, value, steps, hasReverted }: Tx) {
  return send(from, to ?? from, value, { steps, hasFailed: hasReverted })
}

const zeros = (bytes: number): Hex => `0x${'00'.repeat(bytes)}`
const bloom: Hex = `0x${'01'.repeat(256)}`

function toBlock(block: Block, isFull: boolean) {
  const { number, hash, parentHash, time, txs } = block
  return {
    ...{ number: hex(number), hash, parentHash, timestamp: hex(time), logsBloom: bloom },
    ...{ miner: zeros(20), gasLimit: '0x1', gasUsed: '0x1', size: '0x1', nonce: zeros(8) },
    ...{ difficulty: '0x0', extraData: '0x', uncles: [], sha3Uncles: zeros(32) },
    ...{ stateRoot: zeros(32), receiptsRoot: zeros(32), transactionsRoot: zeros(32) },
    transactions: txs.map((tx) => (isFull ? toTransaction(tx, block) : tx.hash)),
  }
}

function toTransaction(tx: Tx, block: Block | undefined) {
  const { hash, from, nonce, to = null, value, input } = tx
  return {
    ...{ hash, from, to, input, nonce: hex(nonce), value: hex(value), type: '0x0' },
    ...{ gas: '0x1', gasPrice: '0x1', chainId: hex(31_337), v: '0x1b', r: '0x1', s: '0x1' },
    blockNumber: block ? hex(block.number) : null,
    blockHash: block?.hash ?? null,
    transactionIndex: block ? hex(block.txs.indexOf(tx)) : null,
  }
}

function toReceipt(chain: Chain, tx: Tx, block: Block) {
  const { hash, from, to = null, input, steps, hasReverted } = tx
  const own = chain.logsOf(block).find((one) => one.tx === tx)?.logs ?? []
  const isPlain = input === '0x' && steps.length === 0
  return {
    ...{ transactionHash: hash, from, to, status: hasReverted ? '0x0' : '0x1', type: '0x0' },
    ...{ blockNumber: hex(block.number), blockHash: block.hash, contractAddress: null },
    ...{ transactionIndex: hex(block.txs.indexOf(tx)), logsBloom: bloom },
    ...{ gasUsed: isPlain ? hex(21_000) : hex(60_000), cumulativeGasUsed: '0x1' },
    ...{ effectiveGasPrice: '0x1', logs: own.map((log) => toLog(log, tx, block)) },
  }
}

function toLog({ address, topics, data, index }: Log, tx: Tx, block: Block) {
  return {
    ...{ address, topics, data, logIndex: hex(index), removed: false },
    ...{ blockNumber: hex(block.number), blockHash: block.hash, transactionHash: tx.hash },
    transactionIndex: hex(block.txs.indexOf(tx)),
  }
}

interface Filter {
  fromBlock: Hex
  toBlock: Hex
  address?: string | readonly string[]
  topics?: readonly (string | null | readonly (string | null)[])[]
}

function selectLogs(
  chain: Chain,
  { fromBlock, toBlock, address, topics = [] }: Filter,
  newest: number,
) {
  const addresses = address === undefined ? undefined : new Set([address].flat())
  const wanted = topics.map((one) => (one === null ? undefined : new Set([one].flat())))
  const blocks = chain.blocks.slice(Number(fromBlock), Math.min(Number(toBlock), newest) + 1)
  return blocks.flatMap((block) =>
    chain.logsOf(block).flatMap(({ tx, logs }) =>
      logs
        .filter(
          (log) =>
            (!addresses || addresses.has(log.address)) &&
            wanted.every((set, index) => {
              const topic = log.topics[index]
              return !set || (topic !== undefined && set.has(topic))
            }),
        )
        .map((log) => toLog(log, tx, block)),
    ),
  )
}

/** What contracts answer: tokens, Safes, and smart accounts that are asked for a signature. */
function answerCall({ to, data = '0x' }: { to?: string; data?: Hex }): Hex {
  const token = knownTokens.find(({ address }) => address === to?.toLowerCase())
  if (token && data.startsWith('0x313ce567'))
    return encodeAbiParameters([{ type: 'uint8' }], [token.decimals])
  if (token && data.startsWith('0x95d89b41'))
    return encodeAbiParameters([{ type: 'string' }], [token.symbol])
  // The nonce of a Safe.
  if (data === '0xaffed0e0') return encodeAbiParameters([{ type: 'uint256' }], [1n])
  const wallet = wallets.find((one) => one === to?.toLowerCase())
  if (wallet && data.startsWith('0x1626ba7e')) {
    const [hash, signature] = decodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'bytes' }],
      `0x${data.slice(10)}`,
    )
    const isValid = signature === signatureOf(wallet, hash)
    return `0x${isValid ? '1626ba7e' : 'ffffffff'}${'00'.repeat(28)}`
  }
  // The validator of ERC-6492 carries account, hash and signature behind its own code.
  if (to === undefined) {
    const valid = wallets.some((one) => {
      const at = data.indexOf(one.slice(2).padStart(64, '0'))
      if (at < 0) return false
      const hash: Hex = `0x${data.slice(at + 64, at + 128)}`
      return data.includes(signatureOf(one, hash).slice(2))
    })
    return valid ? '0x01' : '0x00'
  }
  throw new RpcError(3, 'execution reverted')
}

export const rubbishSignature: Hex = keccak256('0x5b')
