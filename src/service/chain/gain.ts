import { type Address, BaseError, type Hex, RpcRequestError, type TransactionReceipt } from 'viem'
import type { ChainClient } from './client.ts'

/** What a transfer of coin between two accounts costs; any code that runs costs more (Yellow Paper, G_transaction). */
const plainGas = 21_000n
/** Other transactions of a block whose receipts are read to be sure; with more of them the answer is "cannot tell". */
const limit = 20

/**
 * Wei that a recipient gained by calls inside a transaction. Blocks and receipts do not tell what calls move; the
 * balance before and after the block does, as long as nothing else in the block can have touched it: then, and only
 * then, the difference is exact. Undefined where it is not. On a busy chain that is nearly always; tracing would tell,
 * but few nodes offer it.
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
 * Undefined for a node that says that it keeps no state of a block so old. The wording differs by client: geth and its
 * kin `missing trie node`, `historical state … is not available`; reth and erigon `pruned`; providers `archive`.
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
