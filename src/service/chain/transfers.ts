import {
  type Address,
  BaseError,
  type Hex,
  HttpRequestError,
  parseAbiItem,
  RpcRequestError,
  TransactionNotFoundError,
} from 'viem'
import type { BlockRange, CoinBlock, FoundTransfer, Wanted } from '../domain/ports.ts'
import type { ChainClient } from './client.ts'
import { absent } from './facts.ts'
import { noBlock } from './search.ts'

const event = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
/** Addresses in one filter. Nodes bound it, some at 1000 and some by the size of the call. */
const addresses = 200

/**
 * Transactions with Transfer logs of these tokens to these recipients. A range that the node refuses (too many
 * blocks, or too many results) is halved until it does not; one block that is refused rejects.
 */
export async function readTransfers(
  chain: ChainClient,
  range: BlockRange,
  wanted: Wanted,
): Promise<FoundTransfer[]> {
  const found = new Map<string, FoundTransfer>()
  for (const tokens of chunks(wanted.tokens)) {
    for (const recipients of chunks(wanted.recipients)) {
      for (const one of await readLogs(chain, range, { tokens, recipients })) {
        found.set(one.hash + one.blockHash, one)
      }
    }
  }
  return [...found.values()]
}

async function readLogs(
  chain: ChainClient,
  { from, to }: BlockRange,
  { tokens, recipients }: Wanted,
): Promise<FoundTransfer[]> {
  const args = { to: recipients as Address[] }
  const filter = { event, args, address: tokens as Address[], fromBlock: from, toBlock: to }
  const logs = await chain.read((client) =>
    client.getLogs(filter).catch((cause) => {
      if (from < to && refused(cause)) return undefined
      throw cause
    }),
  )
  if (logs) return logs.map(({ transactionHash: hash, blockHash }) => ({ hash, blockHash }))
  const middle = (from + to) / 2n
  const wanted = { tokens, recipients }
  return [
    ...(await readLogs(chain, { from, to: middle }, wanted)),
    ...(await readLogs(chain, { from: middle + 1n, to }, wanted)),
  ]
}

/** The node answered, and did not like the question; a node that cannot be reached is another matter. */
function refused(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
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
    transactions: transactions.map((one) => ({ hash: one.hash, input: one.input })),
  }
}

/** A transaction's calldata; undefined where the chain does not know the hash. */
export async function readCalldata(chain: ChainClient, hash: string): Promise<string | undefined> {
  const found = await chain.read((client) =>
    client
      .getTransaction({ hash: hash as Hex })
      .catch((cause) => absent(cause, TransactionNotFoundError)),
  )
  return found?.input
}
