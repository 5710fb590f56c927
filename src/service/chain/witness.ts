import type { Address, Hex } from 'viem'
import type { BlockRange, FoundTransfer, Proven, Wanted, Witness } from '../domain/ports.ts'
import type { ChainClient } from './client.ts'
import { readBlockHash } from './search.ts'
import { readLogsWith, transferTopic } from './transfers.ts'

// A node's log index may lag its head by minutes, or begin late because it was pruned, and eth_getLogs answers [] then, not
// an error (go-ethereum#24078, besu#8290). So an empty answer proves nothing, however far one waits. What does prove is a log that is known from elsewhere: an
// index is built block after block, so an answer that holds a known log at the lower end of a range and one at its upper end
// comes from a node that has indexed all between. Both logs must come in the same answer: two may be of two nodes behind one address.

/** Headers looked at for a witness, at each end of a range. */
const headers = 64n
/** Receipts read in one block, in search of a log that can be asked for. */
const receipts = 8

interface Header {
  number: bigint
  hash: string
  logsBloom: string
  transactions: readonly string[]
}

/** Chains whose headers were seen to tell of logs: some leave the bloom filter empty always. */
const keepsBloom = new WeakSet<ChainClient>()

/**
 * Reads transfers, and tells up to which block the node has proved that there are no more. Where a witness does not come back
 * nothing is proved, and what was found is given all the same.
 *
 * @param former the upper witness of the range before, which becomes the lower one
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
    // Headers alone say that nothing was logged here, or there is nothing to ask for.
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

/** Money that was seen is money, whatever its index has not seen. */
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

/** What a node refuses, or has not come to with its index, is asked in a smaller range, which needs a witness of its own. */
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
 * The highest witness of a range, and the block up to which nothing is logged above it; of a range in which nothing is logged at
 * all only that.
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
  // A long silence, or a chain of odd logs: nearer to the lower end there may be one.
  return await findUpper(chain, { from, to: from + (least - 1n - from) / 2n })
}

/** A witness below the range, or in its first block that has logs: below that one nothing can be missed. */
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

/** A log of a block by its receipts, which do not come out of the index of logs. */
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
 * Chooses the log of a receipt that is cheapest to ask for: a transfer, and best to an account that is no contract of this
 * receipt. A pool's address as recipient would bring thousands of logs.
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
