import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  erc20Abi,
  type Hex,
  RpcRequestError,
  type TransactionReceipt,
} from 'viem'
import type { ChainClient } from '../nodes/client.ts'

/** Gas of a plain transfer of native currency; any code that runs costs more (Yellow Paper, G_transaction). */
const transferGas = 21_000n
/** Limit of other transactions in the block whose receipts are read; with more of them the value is undefined. */
const maxOtherTransactions = 20

/**
 * Returns the wei that a recipient received by a transaction, directly and by internal transfers; undefined where this
 * is not certain.
 *
 * Blocks and receipts do not contain internal transfers. The recipient's balance before and after the block shows them,
 * but the difference is exact only when nothing else in the block can have changed that balance. On a busy chain this
 * is rarely so; tracing would show the transfers, but few nodes offer it.
 */
export async function readReceivedValue(
  chain: ChainClient,
  receipt: TransactionReceipt,
  recipient: Address,
): Promise<bigint | undefined> {
  return await chain.read(async (client) => {
    const { blockNumber, transactionHash } = receipt
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    const others = block.transactions.filter(({ hash }) => hash !== transactionHash)
    const paidByChain = [block.miner, ...(block.withdrawals ?? []).map(({ address }) => address)]
    const isOtherwiseChanged =
      [receipt, ...others].some(({ from }) => isSameAddress(from, recipient)) ||
      paidByChain.some((address) => isSameAddress(address, recipient))
    if (
      isOtherwiseChanged ||
      others.length > maxOtherTransactions ||
      others.some(({ input }) => input !== '0x')
    ) {
      return undefined
    }
    for (const { hash } of others) {
      const { gasUsed } = await client.getTransactionReceipt({ hash })
      if (gasUsed !== transferGas) return undefined
    }
    const valueByOthers = others
      .filter(({ to }) => isSameAddress(to, recipient))
      .reduce((sum, { value }) => sum + value, 0n)
    const balanceAt = (at: bigint) =>
      client.getBalance({ address: recipient, blockNumber: at }).catch(ignorePrunedState)
    const [after, before] = [await balanceAt(blockNumber), await balanceAt(blockNumber - 1n)]
    return after === undefined || before === undefined ? undefined : after - before - valueByOthers
  })
}

/** Returns how many wei an address has after a block; undefined where the node keeps no state of so old a block. */
export async function readBalance(
  chain: ChainClient,
  address: string,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  return await chain.read((client) =>
    client.getBalance({ address: address as Address, blockNumber }).catch(ignorePrunedState),
  )
}

/** Returns how much of a token an address has after a block; undefined as {@link readBalance} does. */
export async function readTokenBalance(
  chain: ChainClient,
  token: string,
  account: string,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  const [address, holder] = [token as Address, account as Address]
  const call = { address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] } as const
  return await chain.read((client) =>
    client.readContract({ ...call, blockNumber }).catch(async (cause: unknown) => {
      // In a block before the token's deployment, every balance is zero.
      const isSilent =
        cause instanceof BaseError &&
        cause.walk((inner) => inner instanceof ContractFunctionZeroDataError) !== null
      if (isSilent && !(await client.getCode({ address, blockNumber }))) return 0n
      return ignorePrunedState(cause)
    }),
  )
}

/**
 * Returns undefined for an error that means the node keeps no state of so old a block; throws any other error again.
 * The wording differs by client: geth and its forks `missing trie node`, `historical state … is not available`; reth
 * and erigon `pruned`; providers `archive`.
 */
export function ignorePrunedState(cause: unknown): undefined {
  const rpcError =
    cause instanceof BaseError ? cause.walk((error) => error instanceof RpcRequestError) : null
  if (rpcError && /missing trie node|historical state|pruned|archive/i.test(String(rpcError))) {
    return undefined
  }
  throw cause
}

function isSameAddress(a: Hex | null, b: Hex): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
