import {
  type Address,
  BaseError,
  type Hex,
  parseAbi,
  RpcRequestError,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transaction as ViemTransaction,
} from 'viem'
import type { ChainClient } from '../nodes/client.ts'
import { findSafes } from '../proof/safe.ts'
import { hasReference } from '../proof/suffix.ts'
import type {
  BlockWithTransactions,
  Receipt,
  Transaction,
  TransactionLookup,
} from '../types/transactions.ts'
import { computeFee } from './fee.ts'
import { readInternalTransfers } from './native-currency.ts'

const safeAbi = parseAbi(['function nonce() view returns (uint256)'])

/**
 * Reads the transaction with a hash and its receipt, as far as a proof needs them. Rejects as {@link ChainClient} does.
 *
 * @param recipients whose internal transfers of native currency are read
 * @param knownBlock a block that may hold it: its contents are not read again
 */
export async function lookUpTransaction(
  chain: ChainClient,
  text: string,
  head: bigint,
  recipients: readonly string[],
  knownBlock?: BlockWithTransactions,
): Promise<TransactionLookup> {
  const hash = text as Hex
  const { chainId } = chain
  const known = knownBlock?.transactions.find((transaction) => transaction.hash === text)
  const transaction = known ?? (await readTransaction(chain, hash))
  if (!transaction) return { chainId, transaction: undefined, receipt: undefined, head }
  const receipt = await chain.read((client) =>
    client
      .getTransactionReceipt({ hash })
      .catch((cause) => ignoreError(cause, TransactionReceiptNotFoundError)),
  )
  const mined = receipt && (await readReceipt(chain, transaction, receipt, recipients, knownBlock))
  return { chainId, transaction, receipt: mined, head }
}

async function readTransaction(chain: ChainClient, hash: Hex): Promise<Transaction | undefined> {
  const transaction = await chain.read((client) =>
    client.getTransaction({ hash }).catch((cause) => ignoreError(cause, TransactionNotFoundError)),
  )
  return transaction && toTransaction(transaction)
}

/** Returns the fields of a transaction that a proof needs, as a node returns it alone or in its block. */
export function toTransaction({
  hash,
  from,
  nonce,
  to,
  value,
  input,
}: Pick<ViemTransaction, 'hash' | 'from' | 'nonce' | 'to' | 'value' | 'input'>): Transaction {
  return { hash: hash.toLowerCase(), from, nonce, to: to ?? undefined, value, input }
}

async function readReceipt(
  chain: ChainClient,
  transaction: Transaction,
  receipt: TransactionReceipt,
  recipients: readonly string[],
  knownBlock: BlockWithTransactions | undefined,
): Promise<Receipt | undefined> {
  const { blockNumber } = receipt
  const block =
    knownBlock?.hash === receipt.blockHash ? knownBlock : await readBlock(chain, blockNumber)
  // The chain may have been reorganized between two reads: then the next read is consistent.
  if (block.hash !== receipt.blockHash) return undefined
  const hasSucceeded = receipt.status === 'success'
  const logs = receipt.logs.map(({ logIndex, address, topics, data }) => ({
    index: logIndex,
    address,
    topics,
    data,
  }))
  // Only a transaction that contains a charge's reference can be proved by a signature of a Safe's owners.
  const needsSafeNonces = hasSucceeded && hasReference(transaction.input)
  return {
    hasSucceeded,
    block: { number: blockNumber, hash: receipt.blockHash },
    minedAt: block.time,
    fee: computeFee(receipt),
    logs,
    internalTransfers: hasSucceeded
      ? await readInternalTransfers(chain, transaction, receipt, recipients)
      : undefined,
    safeNonces: needsSafeNonces
      ? await readSafeNonces(chain, findSafes(logs), blockNumber)
      : undefined,
  }
}

async function readBlock(chain: ChainClient, blockNumber: bigint) {
  const { hash, timestamp } = await chain.read((client) => client.getBlock({ blockNumber }))
  return { hash, time: new Date(Number(timestamp) * 1000) }
}

async function readSafeNonces(
  chain: ChainClient,
  safes: readonly string[],
  blockNumber: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const nonces = new Map<string, bigint>()
  for (const safe of safes) {
    const read = (at: { blockNumber?: bigint }) =>
      chain.read((client) =>
        client
          .readContract({ address: safe as Address, abi: safeAbi, functionName: 'nonce', ...at })
          .catch(ignoreContractError),
      )
    // Where the node keeps no state of that block, the newest nonce is read, which may be a little higher.
    const nonce = (await read({ blockNumber })) ?? (await read({}))
    if (nonce !== undefined) nonces.set(safe, nonce)
  }
  return nonces
}

/**
 * Returns undefined when the node responded without a number: the Safe does not exist, or the node keeps no state of so old a
 * block. Rethrows any other error.
 */
function ignoreContractError(cause: unknown): undefined {
  const isResponse = (error: unknown) =>
    error instanceof RpcRequestError
      ? error.code !== -32005
      : /^(ContractFunctionZeroData|AbiDecoding)/.test((error as Error).name)
  if (cause instanceof BaseError && cause.walk(isResponse)) return undefined
  throw cause
}

/** Returns undefined for the one class of error that means there is nothing; throws any other error again. */
export function ignoreError(
  cause: unknown,
  errorClass: new (...args: never[]) => Error,
): undefined {
  if (cause instanceof errorClass) return undefined
  throw cause
}
