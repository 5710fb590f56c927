import type { Address, Hex } from 'viem'
import type { BlockRange, FoundTransfer, Proven, Wanted, Witness } from '../domain/ports.ts'
import type { ChainClient } from './client.ts'
import { readBlockHash } from './search.ts'
import { readLogsWith, transferTopic } from './transfers.ts'

// A node's log index may lag behind its head by minutes, or start late because it was pruned, and then eth_getLogs
// returns [] instead of an error (go-ethereum#24078, besu#8290). So an empty response proves nothing, however long one
// waits. A witness settles it: a log that is known from a receipt. An index is built block after block, so a response
// that contains a known log at the lower end of a range and one at its upper end comes from a node that has indexed all
// blocks in between. Both logs must be in the same response: two responses may come from two nodes behind one URL.

/** Limit of headers that are read to find a witness, at each end of a range. */
const headers = 64n
/** Limit of receipts that are read in one block to find a witness. */
const receipts = 8

interface Header {
  number: bigint
  hash: string
  logsBloom: string
  transactions: readonly string[]
}

/** Chains whose headers were seen with a bloom filter of logs: some chains always leave it empty. */
const keepsBloom = new WeakSet<ChainClient>()

/**
 * Finds transfers, and returns up to which block they are certainly all. Where a witness is not in the response this is
 * certain for no block, and the transfers that were found are returned all the same.
 *
 * @param previousWitness the upper witness of the previous range, which becomes the lower one
 */
export async function readProvenTransfers(
  chain: ChainClient,
  range: BlockRange,
  wanted: Wanted,
  former: Witness | undefined,
): Promise<Proven> {
  const upper = await findUpper(chain, range)
  const nothing = { transfers: [], witness: former }
  if (upper.witness === undefined) {
    // The headers alone show that there are no logs here, or there is no log that can be a witness.
    return {
      ...nothing,
      provenTo: upper.quietTo,
      missing: upper.quietTo === undefined ? 'none' : undefined,
    }
  }
  const lower = former ?? (await findLower(chain, range))
  if (!lower) return { ...nothing, provenTo: undefined, missing: 'none' }
  const end = upper.witness.block
  const blocks = { from: earlier(lower.block, range.from), to: end }
  const answer = await readLogsWith(chain, blocks, wanted, [lower, upper.witness])
  const transfers = answer.transfers.filter(({ blockNumber }) => blockNumber >= range.from)
  const [hasLower, hasUpper] = answer.seen
  if (answer.refused) return await readHalf(chain, range, wanted, former, 'refused')
  if (!hasLower && former && !(await isCanonical(chain, former))) {
    return await readProvenTransfers(chain, range, wanted, undefined)
  }
  if (!hasLower) return { transfers, witness: former, provenTo: undefined, missing: 'witness' }
  if (!hasUpper)
    return withTransfers(await readHalf(chain, range, wanted, former, 'witness'), transfers)
  return { transfers, witness: upper.witness, provenTo: upper.quietTo ?? end, missing: undefined }
}

function earlier(one: bigint, other: bigint): bigint {
  if (one < other) return one
  return other
}

/** Adds transfers that were found, although it is not certain that they are all. */
function withTransfers(proven: Proven, transfers: readonly FoundTransfer[]): Proven {
  const known = new Set(
    proven.transfers.map(({ blockHash, position }) => `${blockHash}${position}`),
  )
  const further = transfers.filter((one) => !known.has(`${one.blockHash}${one.position}`))
  return { ...proven, transfers: [...proven.transfers, ...further] }
}

async function isCanonical(chain: ChainClient, { block, blockHash }: Witness): Promise<boolean> {
  return (await readBlockHash(chain, block)) === blockHash
}

/** Reads the lower half of a range that the node refuses or has not indexed; it needs an upper witness of its own. */
async function readHalf(
  chain: ChainClient,
  { from, to }: BlockRange,
  wanted: Wanted,
  former: Witness | undefined,
  missing: 'refused' | 'witness',
): Promise<Proven> {
  if (from >= to) return { transfers: [], witness: former, provenTo: undefined, missing }
  return await readProvenTransfers(chain, { from, to: (from + to) / 2n }, wanted, former)
}

/**
 * Finds the highest witness of a range, and the block up to which there are no logs above it; only the block for a
 * range without any logs.
 */
async function findUpper(
  chain: ChainClient,
  { from, to }: BlockRange,
): Promise<{ witness: Witness | undefined; quietTo: bigint | undefined }> {
  const least = to - from >= headers ? to - headers + 1n : from
  let quiet = true
  for (let number = to; number >= least; number -= 1n) {
    const header = await readHeader(chain, number)
    if (isQuiet(chain, header)) continue
    const witness = await findInBlock(chain, header)
    if (witness) return { witness, quietTo: quiet ? to : undefined }
    quiet = false
  }
  if (least === from) return { witness: undefined, quietTo: quiet ? to : undefined }
  // A long range without logs, or with none that can be a witness: nearer to the lower end there may be one.
  return await findUpper(chain, { from, to: from + (least - 1n - from) / 2n })
}

/**
 * Finds a witness in the first block of the range that has logs, below which nothing can be missed, or below the range.
 */
async function findLower(
  chain: ChainClient,
  { from, to }: BlockRange,
): Promise<Witness | undefined> {
  for (let number = from; number <= to && number < from + headers; number += 1n) {
    const header = await readHeader(chain, number)
    if (isQuiet(chain, header)) continue
    const witness = await findInBlock(chain, header)
    if (witness) return witness
    break
  }
  for (let number = from - 1n; number >= 0n && number > from - headers; number -= 1n) {
    const header = await readHeader(chain, number)
    const witness = isQuiet(chain, header) ? undefined : await findInBlock(chain, header)
    if (witness) return witness
  }
  return undefined
}

async function readHeader(chain: ChainClient, blockNumber: bigint): Promise<Header> {
  const block = await chain.read((client) => client.getBlock({ blockNumber }))
  const { number, hash, logsBloom, transactions } = block
  if (/[1-9a-f]/i.test(logsBloom?.slice(2) ?? '')) keepsBloom.add(chain)
  return { number, hash, logsBloom: logsBloom ?? '', transactions }
}

function isQuiet(chain: ChainClient, { logsBloom, transactions }: Header): boolean {
  if (transactions.length === 0) return true
  return keepsBloom.has(chain) && /^0x0+$/.test(logsBloom)
}

/** Finds a witness among a block's receipts, which do not come from the node's log index. */
async function findInBlock(chain: ChainClient, header: Header): Promise<Witness | undefined> {
  let found: Witness | undefined
  for (const hash of header.transactions.slice(0, receipts)) {
    const receipt = await chain.read((client) =>
      client.getTransactionReceipt({ hash: hash as Hex }),
    )
    if (receipt.blockHash !== header.hash) return undefined
    const chosen = chooseWitness(receipt.logs, header)
    if (chosen?.rare) return chosen.witness
    found ??= chosen?.witness
  }
  return found
}

interface ReceiptLog {
  address: string
  topics: readonly string[]
  logIndex: number
}

/**
 * Chooses the log of a receipt that is cheapest to query: a transfer, best one to an account that is no contract in
 * this receipt. A filter with a pool's address as recipient would return thousands of logs.
 */
export function chooseWitness(
  logs: readonly ReceiptLog[],
  { number, hash }: { number: bigint; hash: string },
): { witness: Witness; rare: boolean } | undefined {
  const contracts = new Set(logs.map(({ address }) => address.toLowerCase().slice(2)))
  const rank = ({ topics }: ReceiptLog) =>
    (topics[0]?.toLowerCase() === transferTopic ? 1 : 0) +
    (contracts.has(topics[2]?.slice(-40).toLowerCase() ?? '') ? 0 : 2)
  const [best] = logs
    .filter(({ topics }) => topics.length >= 3)
    .toSorted((one, other) => rank(other) - rank(one))
  if (!best) return undefined
  const { address, topics, logIndex: index } = best
  const witness = { block: number, blockHash: hash, index, address: address as Address, topics }
  return { witness, rare: rank(best) >= 2 }
}
