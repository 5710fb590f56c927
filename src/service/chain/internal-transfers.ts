import { type Address, BaseError, type Hex, RpcRequestError, type TransactionReceipt } from 'viem'
import type { ChainClient } from './client.ts'

/** Gas of a plain transfer of native currency; any code that runs costs more (Yellow Paper, G_transaction). */
const plainGas = 21_000n
/** Limit of other transactions in the block whose receipts are read; with more of them the value is undefined. */
const limit = 20

/**
 * Returns the wei that a recipient received by a transaction, directly and by internal transfers; undefined where this
 * is not certain.
 *
 * Blocks and receipts do not contain internal transfers. The recipient's balance before and after the block shows them,
 * but the difference is exact only when nothing else in the block can have changed that balance. On a busy chain this
 * is rarely so; tracing would show the transfers, but few nodes offer it.
 */
export async function readGain(
  chain: ChainClient,
  receipt: TransactionReceipt,
  recipient: Address,
): Promise<bigint | undefined> {
  return await chain.read(async (client) => {
    const { blockNumber, transactionHash } = receipt
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    const others = block.transactions.filter(({ hash }) => hash !== transactionHash)
    const paidByChain = [block.miner, ...(block.withdrawals ?? []).map(({ address }) => address)]
    const touched =
      [receipt, ...others].some(({ from }) => same(from, recipient)) ||
      paidByChain.some((one) => same(one, recipient))
    if (touched || others.length > limit || others.some(({ input }) => input !== '0x')) {
      return undefined
    }
    for (const { hash } of others) {
      const { gasUsed } = await client.getTransactionReceipt({ hash })
      if (gasUsed !== plainGas) return undefined
    }
    const direct = others
      .filter(({ to }) => same(to, recipient))
      .reduce((sum, { value }) => sum + value, 0n)
    const balance = (at: bigint) =>
      client.getBalance({ address: recipient, blockNumber: at }).catch(forgotten)
    const [after, before] = [await balance(blockNumber), await balance(blockNumber - 1n)]
    return after === undefined || before === undefined ? undefined : after - before - direct
  })
}

/**
 * Returns undefined for an error that means the node keeps no state of so old a block; throws any other error again.
 * The wording differs by client: geth and its forks `missing trie node`, `historical state … is not available`; reth
 * and erigon `pruned`; providers `archive`.
 */
function forgotten(cause: unknown): undefined {
  const said =
    cause instanceof BaseError ? cause.walk((one) => one instanceof RpcRequestError) : null
  if (said && /missing trie node|historical state|pruned|archive/i.test(String(said))) {
    return undefined
  }
  throw cause
}

function same(one: Hex | null, other: Hex): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
