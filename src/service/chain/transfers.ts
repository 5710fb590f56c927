import { BaseError, type Hex, HttpRequestError, numberToHex, RpcRequestError } from 'viem'
import type { BlockRange, CoinBlock, FoundTransfer, Wanted, Witness } from '../domain/ports.ts'
import { AnswerTooLong } from './bounded-fetch.ts'
import type { ChainClient } from './client.ts'
import { noBlock } from './search.ts'

/** keccak256('Transfer(address,address,uint256)'), ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Addresses in one filter. Nodes bound it, some at 1000 and some by the size of the call. */
const addresses = 200

/** A log as eth_getLogs gives it. */
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
 * Reads these tokens' transfers to these recipients. A range that the node refuses (too many blocks, or too many results) is
 * halved until it does not; one block that is refused rejects. What is not in the answer may be there all the same: see
 * witness.ts.
 */
export async function readTransfers(
  chain: ChainClient,
  range: BlockRange,
  wanted: Wanted,
): Promise<FoundTransfer[]> {
  const { transfers, refused } = await readLogsWith(chain, range, wanted, [])
  if (!refused) return transfers
  const { from, to } = range
  // As every fault of a node: in words that hold no secret of its address.
  if (from >= to) return await chain.read(() => Promise.reject(refused))
  const middle = (from + to) / 2n
  return [
    ...(await readTransfers(chain, { from, to: middle }, wanted)),
    ...(await readTransfers(chain, { from: middle + 1n, to }, wanted)),
  ]
}

/** What an answer of the log index was. */
export interface LogsAnswer {
  transfers: FoundTransfer[]
  /** For each witness: whether every part of the answer held it. */
  seen: boolean[]
  /** Why the node did not like the question. */
  refused: unknown
}

/**
 * Reads transfers by a filter that also lets these known logs through, and tells whether they came: a filter of lists lets a
 * little more through than was asked for, which is left out of the result.
 */
export async function readLogsWith(
  chain: ChainClient,
  range: BlockRange,
  wanted: Wanted,
  witnesses: readonly Witness[],
): Promise<LogsAnswer> {
  const found = new Map<string, FoundTransfer>()
  const seen = witnesses.map(() => true)
  for (const tokens of chunks(wanted.tokens)) {
    for (const recipients of chunks(wanted.recipients)) {
      const logs = await readLogs(chain, range, { tokens, recipients }, witnesses)
      if ('refused' in logs) return { transfers: [], seen: [], refused: logs.refused }
      for (const one of toTransfers(logs, tokens, recipients)) {
        found.set(`${one.blockHash}${one.position}`, one)
      }
      for (const [index, witness] of witnesses.entries()) {
        if (!logs.some((log) => isWitness(log, witness))) seen[index] = false
      }
    }
  }
  return { transfers: [...found.values()], seen, refused: undefined }
}

async function readLogs(
  chain: ChainClient,
  { from, to }: BlockRange,
  { tokens, recipients }: Wanted,
  witnesses: readonly Witness[],
): Promise<readonly RawLog[] | { refused: unknown }> {
  const first = [transferTopic, ...witnesses.map(({ topics }) => topics[0] ?? '')]
  const third = [...recipients.map(toTopic), ...witnesses.map(({ topics }) => topics[2] ?? '')]
  const filter = {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: unique([...tokens, ...witnesses.map(({ address }) => address)]),
    topics: [unique(first), null, unique(third)],
  }
  return await chain.read((client) =>
    client
      .request({ method: 'eth_getLogs', params: [filter] } as never)
      .then((logs) => logs as readonly RawLog[])
      .catch((cause) => {
        if (isRefused(cause)) return { refused: cause as unknown }
        throw cause
      }),
  )
}

function toTransfers(
  logs: readonly RawLog[],
  tokens: readonly string[],
  recipients: readonly string[],
): FoundTransfer[] {
  const [ofToken, ofRecipient] = [tokens, recipients].map(
    (list) => new Set(list.map((one) => one.toLowerCase())),
  )
  return logs.flatMap(({ address, topics, data, ...log }) => {
    const [topic, from, to] = topics.map((one) => one.toLowerCase())
    if (topics.length !== 3 || topic !== transferTopic || !from || !to) return []
    const [sender, recipient] = [`0x${from.slice(-40)}`, `0x${to.slice(-40)}`]
    const token = address.toLowerCase()
    if (log.removed || !/^0x[\da-f]{64}$/i.test(data)) return []
    if (!ofToken?.has(token) || !ofRecipient?.has(recipient)) return []
    const { transactionHash: hash, blockHash } = log
    const place = { blockNumber: BigInt(log.blockNumber), position: Number(log.logIndex) }
    return [{ hash, blockHash, ...place, token, recipient, sender, amount: BigInt(data) }]
  })
}

function isWitness(log: RawLog, { blockHash, index }: Witness): boolean {
  return Number(log.logIndex) === index && log.blockHash === blockHash && !log.removed
}

function toTopic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list.map((one) => one.toLowerCase()))]
}

/** The node answered, and did not like the question; a node that cannot be reached is another matter. */
function isRefused(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
  if (cause.walk((one) => one instanceof AnswerTooLong)) return true
  const why = cause.walk((one) => one instanceof RpcRequestError || one instanceof HttpRequestError)
  if (!(why instanceof HttpRequestError)) return why !== null
  // 429 asks for fewer calls, and two halves are more.
  return [400, 403, 413].includes(why.status ?? 0)
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / addresses) }, (_, index) =>
    list.slice(index * addresses, (index + 1) * addresses),
  )
}

/** A block with its transactions; undefined where there is none with this number. */
export async function readCoinBlock(
  chain: ChainClient,
  blockNumber: bigint,
): Promise<CoinBlock | undefined> {
  const block = await chain.read((client) =>
    client.getBlock({ blockNumber, includeTransactions: true }).catch(noBlock),
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
