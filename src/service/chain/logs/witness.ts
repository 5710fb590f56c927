import type { Address, Hex } from 'viem'
import type { ChainClient } from '../nodes/client.ts'
import type {
  BlockRange,
  CompleteTransfers,
  SentFilter,
  TransferFilter,
  TransferLog,
  WitnessLog,
} from '../types/transfer-logs.ts'
import { readBlockHash } from './search.ts'
import { getLogKey, readLogsWithWitnesses, transferTopic } from './transfers.ts'

// A node's log index may lag behind its head by minutes, or start late because it was pruned, and then eth_getLogs
// returns [] instead of an error (go-ethereum#24078, besu#8290). So an empty response proves nothing, however long one
// waits. A witness settles it: a log that is known from a receipt. An index is built block after block, so a response
// that contains a known log at the lower end of a range and one at its upper end comes from a node that has indexed all
// blocks in between. Both logs must be in the same response: two responses may come from two nodes behind one URL.

/** Limit of headers that are read to find a witness, at each end of a range. */
const maxHeaders = 64n
/** Limit of receipts that are read in one block to find a witness. */
const maxReceipts = 8

interface Header {
  number: bigint
  hash: string
  logsBloom: string
  transactions: readonly string[]
}

/** Chains whose headers were seen with a bloom filter of logs: some chains always leave it empty. */
const chainsWithBloom = new WeakSet<ChainClient>()

/**
 * Finds transfers, and returns up to which block they are certainly all. Where a witness is not in the response this is
 * certain for no block, and the transfers that were found are returned all the same.
 *
 * @param previousWitness the upper witness of the previous range, which becomes the lower one
 */
export async function findCompleteTransfers(
  chain: ChainClient,
  wholeRange: BlockRange,
  wanted: TransferFilter | SentFilter,
  previousWitness: WitnessLog | undefined,
): Promise<CompleteTransfers> {
  const range = limitRange(chain, wholeRange, previousWitness)
  // The witness is further below than one call may reach, so the range needs a witness inside it.
  if (!range) return await findCompleteTransfers(chain, wholeRange, wanted, undefined)
  const upper = await findUpperWitness(chain, range)
  const noTransfers = { transfers: [], witness: previousWitness }
  if (upper.witness === undefined) {
    // The headers alone show that there are no logs here, or there is no log that can be a witness.
    return {
      ...noTransfers,
      completeTo: upper.emptyTo,
      incompleteReason: upper.emptyTo === undefined ? 'none' : undefined,
    }
  }
  const { witness: lower, emptyTo } = previousWitness
    ? { witness: previousWitness }
    : await findLowerWitness(chain, range)
  if (!lower)
    return {
      ...noTransfers,
      completeTo: emptyTo,
      incompleteReason: emptyTo === undefined ? 'none' : undefined,
    }
  const end = upper.witness.block
  const blocks = { from: minBlock(lower.block, range.from), to: end }
  const most = chain.limits.getLogRange()
  if (most !== undefined && blocks.to - blocks.from >= most)
    return await readLowerHalf(chain, range, wanted, previousWitness, 'refused')
  const response = await readLogsWithWitnesses(chain, blocks, wanted, [lower, upper.witness])
  const transfers = response.transfers.filter(({ blockNumber }) => blockNumber >= range.from)
  const [hasLowerWitness, hasUpperWitness] = response.witnessesFound
  if (response.refusedBy)
    return await readLowerHalf(chain, range, wanted, previousWitness, 'refused')
  if (!hasLowerWitness && previousWitness && !(await isCanonical(chain, previousWitness))) {
    return await findCompleteTransfers(chain, range, wanted, undefined)
  }
  if (!hasLowerWitness)
    return {
      transfers,
      witness: previousWitness,
      completeTo: undefined,
      incompleteReason: 'witness',
    }
  if (!hasUpperWitness)
    return addTransfers(
      await readLowerHalf(chain, range, wanted, previousWitness, 'witness'),
      transfers,
    )
  return {
    transfers,
    witness: upper.witness,
    completeTo: upper.emptyTo ?? end,
    incompleteReason: undefined,
  }
}

/**
 * Returns the part of a range that the node answers in one call together with the lower witness, as far as its limit is
 * known; undefined where the witness is too far below.
 */
function limitRange(
  chain: ChainClient,
  { from, to }: BlockRange,
  previousWitness: WitnessLog | undefined,
): BlockRange | undefined {
  const most = chain.limits.getLogRange()
  if (most === undefined) return { from, to }
  const begin = previousWitness ? minBlock(previousWitness.block, from) : from
  const end = begin + most - 1n
  if (previousWitness && end < from) return undefined
  return { from, to: minBlock(to, end) }
}

function minBlock(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Adds transfers that were found, although it is not certain that they are all. */
function addTransfers(
  complete: CompleteTransfers,
  transfers: readonly TransferLog[],
): CompleteTransfers {
  const known = new Set(complete.transfers.map(getLogKey))
  const added = transfers.filter((transfer) => !known.has(getLogKey(transfer)))
  return { ...complete, transfers: [...complete.transfers, ...added] }
}

async function isCanonical(chain: ChainClient, { block, blockHash }: WitnessLog): Promise<boolean> {
  return (await readBlockHash(chain, block)) === blockHash
}

/** Reads the lower half of a range that the node refuses or has not indexed; it needs a separate upper witness. */
async function readLowerHalf(
  chain: ChainClient,
  { from, to }: BlockRange,
  wanted: TransferFilter | SentFilter,
  previousWitness: WitnessLog | undefined,
  incompleteReason: 'refused' | 'witness',
): Promise<CompleteTransfers> {
  if (from >= to)
    return { transfers: [], witness: previousWitness, completeTo: undefined, incompleteReason }
  return await findCompleteTransfers(chain, { from, to: (from + to) / 2n }, wanted, previousWitness)
}

/**
 * Finds the highest witness of a range, and the block up to which there are no logs above it; only the block for a
 * range without any logs.
 */
async function findUpperWitness(
  chain: ChainClient,
  { from, to }: BlockRange,
): Promise<{ witness: WitnessLog | undefined; emptyTo: bigint | undefined }> {
  const lowest = to - from >= maxHeaders ? to - maxHeaders + 1n : from
  let isEmptySoFar = true
  for (let number = to; number >= lowest; number -= 1n) {
    const header = await readHeader(chain, number)
    if (hasNoLogs(chain, header)) continue
    const { witness, isEmpty } = await findWitnessInBlock(chain, header)
    if (witness) return { witness, emptyTo: isEmptySoFar ? to : undefined }
    isEmptySoFar &&= isEmpty
  }
  if (lowest === from) return { witness: undefined, emptyTo: isEmptySoFar ? to : undefined }
  // A long range without logs, or with none that can be a witness: nearer to the lower end there may be one.
  return await findUpperWitness(chain, { from, to: from + (lowest - 1n - from) / 2n })
}

/**
 * Finds a witness in the first block of the range that may have transfers, below which nothing can be missed, or below the range.
 * Without one, up to which block the range is empty by its headers: else it would stand still before a long time without logs.
 */
async function findLowerWitness(
  chain: ChainClient,
  { from, to }: BlockRange,
): Promise<{ witness?: WitnessLog | undefined; emptyTo?: bigint | undefined }> {
  let emptyTo: bigint | undefined
  for (let number = from; number <= to && number < from + maxHeaders; number += 1n) {
    const header = await readHeader(chain, number)
    if (!hasNoLogs(chain, header)) {
      const { witness, isEmpty } = await findWitnessInBlock(chain, header)
      if (witness) return { witness }
      if (!isEmpty) break
    }
    emptyTo = number
  }
  for (let number = from - 1n; number >= 0n && number > from - maxHeaders; number -= 1n) {
    const header = await readHeader(chain, number)
    if (hasNoLogs(chain, header)) continue
    const { witness } = await findWitnessInBlock(chain, header)
    if (witness) return { witness }
  }
  return { emptyTo }
}

async function readHeader(chain: ChainClient, blockNumber: bigint): Promise<Header> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }))
  const { number, hash, logsBloom, transactions } = block
  if (/[1-9a-f]/i.test(logsBloom?.slice(2) ?? '')) chainsWithBloom.add(chain)
  return { number, hash, logsBloom: logsBloom ?? '', transactions }
}

function hasNoLogs(chain: ChainClient, { logsBloom, transactions }: Header): boolean {
  if (transactions.length === 0) return true
  return chainsWithBloom.has(chain) && /^0x0+$/.test(logsBloom)
}

/**
 * Finds a witness among a block's receipts, which do not come from the node's log index. `isEmpty`: all of them were read, and none
 * has a transfer that could be a witness. That is the case on a new chain, where tokens are deployed before anyone pays.
 */
async function findWitnessInBlock(
  chain: ChainClient,
  header: Header,
): Promise<{ witness?: WitnessLog | undefined; isEmpty: boolean }> {
  let found: WitnessLog | undefined
  for (const hash of header.transactions.slice(0, maxReceipts)) {
    const receipt = await chain.read((client) =>
      client.getTransactionReceipt({ hash: hash as Hex }),
    )
    if (receipt.blockHash !== header.hash) return { isEmpty: false }
    const chosen = chooseWitness(receipt.logs, header)
    if (chosen?.isRare) return { witness: chosen.witness, isEmpty: false }
    found ??= chosen?.witness
  }
  return { witness: found, isEmpty: !found && header.transactions.length <= maxReceipts }
}

interface ReceiptLog {
  address: string
  topics: readonly string[]
  transactionHash: string
  logIndex: number
}

/**
 * Chooses the log of a receipt that is cheapest to query: a transfer, preferably to an account that is not a contract in this
 * receipt. A filter with a pool's address as recipient would return thousands of logs.
 */
export function chooseWitness(
  logs: readonly ReceiptLog[],
  { number, hash }: { number: bigint; hash: string },
): { witness: WitnessLog; isRare: boolean } | undefined {
  const contracts = new Set(logs.map(({ address }) => address.toLowerCase().slice(2)))
  const rankLog = ({ topics }: ReceiptLog) =>
    (topics[0]?.toLowerCase() === transferTopic ? 1 : 0) +
    (contracts.has(topics[2]?.slice(-40).toLowerCase() ?? '') ? 0 : 2)
  const [best] = logs
    .filter(({ topics }) => topics.length >= 3)
    .toSorted((a, b) => rankLog(b) - rankLog(a))
  if (!best) return undefined
  const { address, topics, logIndex: index, transactionHash } = best
  const witness = {
    ...{ block: number, blockHash: hash, hash: transactionHash, index },
    ...{ address: address as Address, topics },
  }
  return { witness, isRare: rankLog(best) >= 2 }
}
