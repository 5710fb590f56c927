import { BaseError, type Hex, HttpRequestError, numberToHex, RpcRequestError } from 'viem'
import { hashPattern } from '../../api/formats.ts'
import type {
  BlockRange,
  BlockWithTransactions,
  TransferFilter,
  TransferLog,
  WitnessLog,
} from '../domain/ports.ts'
import { ResponseTooLargeError } from './bounded-fetch.ts'
import type { ChainClient } from './client.ts'
import { ignoreMissingBlock } from './search.ts'

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Limit of addresses in one filter. Nodes limit it, some to 1000 and some by the size of the call. */
const maxFilterAddresses = 200

/** A log as eth_getLogs returns it. */
interface RawLog {
  address: string
  topics: readonly string[]
  data: string
  blockNumber: Hex
  blockHash: string
  transactionHash: string
  logIndex: Hex
  removed?: boolean
}

/**
 * Reads the transfers of these tokens to these recipients. A range that the node refuses (too many blocks, or too many
 * results) is halved until the node accepts it; rejects where even one block is refused. The response may lack
 * transfers: see witness.ts.
 */
export async function findTransfers(
  chain: ChainClient,
  range: BlockRange,
  wanted: TransferFilter,
): Promise<TransferLog[]> {
  const { transfers, refusedBy } = await readLogsWithWitnesses(chain, range, wanted, [])
  if (!refusedBy) return transfers
  const { from, to } = range
  // Rejected inside `read`, so that the message holds no secret of the RPC URL, as for every error of a node.
  if (from >= to) return await chain.read(() => Promise.reject(refusedBy))
  const middle = (from + to) / 2n
  return [
    ...(await findTransfers(chain, { from, to: middle }, wanted)),
    ...(await findTransfers(chain, { from: middle + 1n, to }, wanted)),
  ]
}

/** Transfers from the node's log index, and whether the witnesses were among the logs. */
export interface LogsResponse {
  transfers: TransferLog[]
  /** For each witness: whether every part of the response contained it. */
  witnessesFound: boolean[]
  /** The error with which the node refused the range; undefined where it did not. */
  refusedBy: unknown
}

/**
 * Reads transfers by a filter that also matches these known logs, and returns whether they were in the response. A
 * filter of lists matches a little more than was asked for; this is left out of the result.
 */
export async function readLogsWithWitnesses(
  chain: ChainClient,
  range: BlockRange,
  wanted: TransferFilter,
  witnesses: readonly WitnessLog[],
): Promise<LogsResponse> {
  const found = new Map<string, TransferLog>()
  const witnessesFound = witnesses.map(() => true)
  for (const tokens of splitIntoChunks(wanted.tokens)) {
    for (const recipients of splitIntoChunks(wanted.recipients)) {
      const logs = await readLogs(chain, range, { tokens, recipients }, witnesses)
      if ('refused' in logs) return { transfers: [], witnessesFound: [], refusedBy: logs.refused }
      for (const one of toTransfers(logs, tokens, recipients)) {
        found.set(`${one.blockHash}${one.logIndex}`, one)
      }
      for (const [index, witness] of witnesses.entries()) {
        if (!logs.some((log) => isWitness(log, witness))) witnessesFound[index] = false
      }
    }
  }
  return { transfers: [...found.values()], witnessesFound, refusedBy: undefined }
}

async function readLogs(
  chain: ChainClient,
  { from, to }: BlockRange,
  { tokens, recipients }: TransferFilter,
  witnesses: readonly WitnessLog[],
): Promise<readonly RawLog[] | { refused: unknown }> {
  const eventTopics = [transferTopic, ...witnesses.map(({ topics }) => topics[0] ?? '')]
  const recipientTopics = [
    ...recipients.map(toTopic),
    ...witnesses.map(({ topics }) => topics[2] ?? ''),
  ]
  const filter = {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: toUniqueLowerCase([...tokens, ...witnesses.map(({ address }) => address)]),
    topics: [toUniqueLowerCase(eventTopics), null, toUniqueLowerCase(recipientTopics)],
  }
  return await chain.read((client) =>
    client
      .request({ method: 'eth_getLogs', params: [filter] } as never)
      .then((logs) => logs as readonly RawLog[])
      .catch((cause) => {
        if (isRangeRefused(cause)) return { refused: cause as unknown }
        throw cause
      }),
  )
}

function toTransfers(
  logs: readonly RawLog[],
  tokens: readonly string[],
  recipients: readonly string[],
): TransferLog[] {
  const [tokenSet, recipientSet] = [tokens, recipients].map(
    (list) => new Set(list.map((one) => one.toLowerCase())),
  )
  return logs.flatMap(({ address, topics, data, ...log }) => {
    const [topic, from, to] = topics.map((one) => one.toLowerCase())
    if (topics.length !== 3 || topic !== transferTopic || !from || !to) return []
    const [sender, recipient] = [`0x${from.slice(-40)}`, `0x${to.slice(-40)}`]
    const token = address.toLowerCase()
    if (log.removed || !hashPattern.test(data)) return []
    if (!tokenSet?.has(token) || !recipientSet?.has(recipient)) return []
    const { transactionHash: hash, blockHash } = log
    const location = { blockNumber: BigInt(log.blockNumber), logIndex: Number(log.logIndex) }
    return [{ hash, blockHash, ...location, token, recipient, sender, amount: BigInt(data) }]
  })
}

function isWitness(log: RawLog, { blockHash, index }: WitnessLog): boolean {
  return Number(log.logIndex) === index && log.blockHash === blockHash && !log.removed
}

function toTopic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function toUniqueLowerCase(list: readonly string[]): string[] {
  return [...new Set(list.map((one) => one.toLowerCase()))]
}

/** Returns whether the node responded and refused the range, as opposed to a node that cannot be reached. */
function isRangeRefused(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
  if (cause.walk((one) => one instanceof ResponseTooLargeError)) return true
  const nodeError = cause.walk(
    (one) => one instanceof RpcRequestError || one instanceof HttpRequestError,
  )
  if (!(nodeError instanceof HttpRequestError)) return nodeError !== null
  // Not 429: it asks for fewer calls, and to halve the range makes more.
  return [400, 403, 413].includes(nodeError.status ?? 0)
}

function splitIntoChunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / maxFilterAddresses) }, (_, index) =>
    list.slice(index * maxFilterAddresses, (index + 1) * maxFilterAddresses),
  )
}

/** Reads a block with its transactions; returns undefined where there is none with this number. */
export async function readBlockWithTransactions(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<BlockWithTransactions | undefined> {
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber, includeTransactions: true }).catch(ignoreMissingBlock),
  )
  if (!block) return undefined
  const { hash, parentHash, transactions } = block
  return {
    hash,
    parentHash,
    transactions: transactions.map(({ hash, input, from, to, value }) => ({
      hash,
      input,
      from,
      to: to ?? undefined,
      value,
    })),
  }
}
