import {
  BaseError,
  type Client,
  type Hex,
  HttpRequestError,
  numberToHex,
  RpcRequestError,
} from 'viem'
import { hashPattern } from '../../../api/formats.ts'
import { ResponseTooLargeError } from '../../kernel/bounded-fetch.ts'
import { type ChainClient, isRateLimitError } from '../nodes/client.ts'
import type { NodeLimits } from '../nodes/limits.ts'
import { toTransaction } from '../transactions/lookup.ts'
import type { BlockWithTransactions } from '../types/transactions.ts'
import type {
  BlockRange,
  SentFilter,
  TransferFilter,
  TransferLog,
  WitnessLog,
} from '../types/transfer-logs.ts'
import { ignoreMissingBlock } from './search.ts'

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Limit of addresses in one filter. Nodes limit it, some to 1000 and some by the size of the call. */
export const maxFilterAddresses = 200

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
 * Reads the transfers of these tokens to these recipients, or by these senders, in ranges that the node accepts. A range that it refuses (too
 * many blocks, or too many results) makes the next ones smaller; rejects where even one block is refused. The response
 * may lack transfers: see witness.ts.
 */
export async function findTransfers(
  chain: ChainClient,
  range: BlockRange,
  wanted: LogFilter,
): Promise<TransferLog[]> {
  const found = new Map<string, TransferLog>()
  for (const filter of splitFilter(wanted)) {
    const logs = await chain.read((client, limits) => readAllLogs(client, limits, range, filter))
    addTransfers(found, logs, filter)
  }
  return [...found.values()]
}

async function readAllLogs(
  client: LogClient,
  limits: NodeLimits,
  { from, to }: BlockRange,
  filter: LogFilter,
): Promise<RawLog[]> {
  const all: RawLog[] = []
  let next = from
  while (next <= to) {
    const most = limits.getLogRange()
    const end = most !== undefined && next + most - 1n < to ? next + most - 1n : to
    const logs = await readLogs(client, limits, { from: next, to: end }, filter, [])
    if (!('refused' in logs)) {
      all.push(...logs)
      next = end + 1n
    } else if (next === end) throw logs.refused
  }
  return all
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
  wanted: LogFilter,
  witnesses: readonly WitnessLog[],
): Promise<LogsResponse> {
  const found = new Map<string, TransferLog>()
  const witnessesFound = witnesses.map(() => true)
  for (const filter of splitFilter(wanted)) {
    const logs = await chain.read((client, limits) =>
      readLogs(client, limits, range, filter, witnesses),
    )
    if ('refused' in logs) return { transfers: [], witnessesFound: [], refusedBy: logs.refused }
    addTransfers(found, logs, filter)
    for (const [index, witness] of witnesses.entries()) {
      if (!logs.some((log) => isWitness(log, witness))) witnessesFound[index] = false
    }
  }
  return { transfers: [...found.values()], witnessesFound, refusedBy: undefined }
}

type LogClient = Pick<Client, 'request'>
type LogFilter = TransferFilter | SentFilter

/** Reads logs by one call. A refused range is remembered by the node's limits. */
async function readLogs(
  client: LogClient,
  limits: NodeLimits,
  { from, to }: BlockRange,
  wanted: LogFilter,
  witnesses: readonly WitnessLog[],
): Promise<readonly RawLog[] | { refused: unknown }> {
  const { tokens } = wanted
  const eventTopics = [transferTopic, ...witnesses.map(({ topics }) => topics[0] ?? '')]
  // A filter by both sender and recipient never finds a witness, since neither of its accounts is in the list.
  const senders =
    'recipients' in wanted
      ? wanted.senders?.map(toTopic)
      : [...wanted.senders.map(toTopic), ...witnesses.map(({ topics }) => topics[1] ?? '')]
  const recipientTopics = 'recipients' in wanted && [
    ...wanted.recipients.map(toTopic),
    ...witnesses.map(({ topics }) => topics[2] ?? ''),
  ]
  const filter = {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: toUniqueLowerCase([...tokens, ...witnesses.map(({ address }) => address)]),
    topics: [
      toUniqueLowerCase(eventTopics),
      senders ? toUniqueLowerCase(senders) : null,
      ...(recipientTopics ? [toUniqueLowerCase(recipientTopics)] : []),
    ],
  }
  try {
    // Not repeated by viem, which would ask three times for a range that is refused.
    return await client.request({ method: 'eth_getLogs', params: [filter] } as never, {
      retryCount: 0,
    })
  } catch (cause) {
    if (!isRangeRefused(cause)) throw cause
    limits.learnLogRange(to - from + 1n, describeRefusal(cause))
    return { refused: cause }
  }
}

function addTransfers(
  found: Map<string, TransferLog>,
  logs: readonly RawLog[],
  filter: LogFilter,
): void {
  for (const transfer of toTransfers(logs, filter)) found.set(getLogKey(transfer), transfer)
}

function toTransfers(logs: readonly RawLog[], filter: LogFilter): TransferLog[] {
  const [tokenSet, accountSet] = [filter.tokens, listAccounts(filter)].map(
    (list) => new Set(list.map((address) => address.toLowerCase())),
  )
  return logs.flatMap(({ address, topics, data, ...log }) => {
    const [topic, from, to] = topics.map((topic) => topic.toLowerCase())
    if (topics.length !== 3 || topic !== transferTopic || !from || !to) return []
    const [sender, recipient] = [`0x${from.slice(-40)}`, `0x${to.slice(-40)}`]
    const token = address.toLowerCase()
    if (log.removed || !hashPattern.test(data)) return []
    const account = 'recipients' in filter ? recipient : sender
    if (!tokenSet?.has(token) || !accountSet?.has(account)) return []
    const { transactionHash: hash, blockHash } = log
    const location = { blockNumber: BigInt(log.blockNumber), logIndex: Number(log.logIndex) }
    return [{ hash, blockHash, ...location, token, recipient, sender, amount: BigInt(data) }]
  })
}

function isWitness(log: RawLog, { blockHash, hash, index }: WitnessLog): boolean {
  const isSameLog = Number(log.logIndex) === index && log.transactionHash === hash
  return isSameLog && log.blockHash === blockHash && !log.removed
}

function toTopic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function toUniqueLowerCase(list: readonly string[]): string[] {
  return [...new Set(list.map((address) => address.toLowerCase()))]
}

/** Returns whether the node responded and refused the range, as opposed to a node that cannot be reached or is busy. */
function isRangeRefused(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
  if (cause.walk((error) => error instanceof ResponseTooLargeError)) return true
  // Fewer calls are asked for, and to halve the range makes more.
  if (isRateLimitError(cause)) return false
  const nodeError = findNodeError(cause)
  if (!(nodeError instanceof HttpRequestError)) return nodeError !== undefined
  return [400, 403, 413].includes(nodeError.status ?? 0)
}

/** Returns the text of a refusal, which may contain the node's limit. */
function describeRefusal(cause: unknown): string {
  const error = findNodeError(cause)
  if (error instanceof HttpRequestError) return `${error.status ?? ''} ${error.details ?? ''}`
  return error?.details ?? 'response too large'
}

function findNodeError(cause: unknown): RpcRequestError | HttpRequestError | undefined {
  if (!(cause instanceof BaseError)) return undefined
  const found = cause.walk(
    (error) => error instanceof RpcRequestError || error instanceof HttpRequestError,
  )
  return (found as RpcRequestError | HttpRequestError | null) ?? undefined
}

/**
 * Returns the identity of a log in its block. Most chains number the logs of a block; some (Filecoin, application-specific chains)
 * restart the numbers in each transaction.
 */
export function getLogKey({ blockHash, hash, logIndex }: TransferLog): string {
  return `${blockHash}${hash}${logIndex}`
}

/** Splits a filter into those that fit into one call each. */
function splitFilter(filter: LogFilter): LogFilter[] {
  return splitIntoChunks(filter.tokens).flatMap((tokens) =>
    splitIntoChunks(listAccounts(filter)).map((accounts) =>
      'recipients' in filter
        ? { ...filter, tokens, recipients: accounts }
        : { tokens, senders: accounts },
    ),
  )
}

/** Returns the accounts of a filter of which a call takes only so many: recipients, or senders where it has none. */
const listAccounts = (filter: LogFilter) =>
  'recipients' in filter ? filter.recipients : filter.senders

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
  const { hash, parentHash, timestamp, transactions } = block
  return {
    hash,
    parentHash,
    time: new Date(Number(timestamp) * 1000),
    transactions: transactions.map(toTransaction),
  }
}
