import {
  type Address,
  BaseError,
  type Hex,
  parseAbi,
  RpcRequestError,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { ReceiptFacts, TransactionFacts, TransactionLookup } from '../domain/facts.ts'
import { findSafes } from '../domain/proof-safe.ts'
import { findMentionedReferences } from '../domain/proof-suffix.ts'
import type { ChainClient } from './client.ts'
import { readInternalTransfers } from './native-currency.ts'

const safeAbi = parseAbi(['function nonce() view returns (uint256)'])

/**
 * Reads all facts about a transaction hash that a proof needs. Rejects as {@link ChainClient} does.
 *
 * @param recipients whose internal transfers of native currency are read
 */
export async function lookUpTransaction(
  chain: ChainClient,
  text: string,
  head: bigint,
  recipients: readonly string[],
): Promise<TransactionLookup> {
  const hash = text as Hex
  const { chainId } = chain
  const transaction = await chain.read((client) =>
    client.getTransaction({ hash }).catch((cause) => ignoreError(cause, TransactionNotFoundError)),
  )
  if (!transaction) return { chainId, transaction: undefined, receipt: undefined, head }
  const receipt = await chain.read((client) =>
    client
      .getTransactionReceipt({ hash })
      .catch((cause) => ignoreError(cause, TransactionReceiptNotFoundError)),
  )
  const { from, nonce, to, value, input } = transaction
  const transactionFacts = {
    hash: text.toLowerCase(),
    from,
    nonce,
    to: to ?? undefined,
    value,
    input,
  }
  const mined = receipt && (await readReceiptFacts(chain, transactionFacts, receipt, recipients))
  return { chainId, transaction: transactionFacts, receipt: mined, head }
}

async function readReceiptFacts(
  chain: ChainClient,
  transaction: TransactionFacts,
  receipt: TransactionReceipt,
  recipients: readonly string[],
): Promise<ReceiptFacts | undefined> {
  const { blockNumber } = receipt
  const block = await chain.read((client) => client.getBlock({ blockNumber }))
  // The chain may have been reorganized between two reads: then the next check reads consistent facts.
  if (block.hash !== receipt.blockHash) return undefined
  const hasSucceeded = receipt.status === 'success'
  const logs = receipt.logs.map(({ logIndex, address, topics, data }) => ({
    index: logIndex,
    address,
    topics,
    data,
  }))
  // Only a transaction that contains a charge's reference can be proved by a signature of a Safe's owners.
  const needsSafeNonces = hasSucceeded && findMentionedReferences(transaction.input).length > 0
  return {
    hasSucceeded,
    block: { number: blockNumber, hash: receipt.blockHash },
    minedAt: new Date(Number(block.timestamp) * 1000),
    logs,
    internalTransfers: hasSucceeded
      ? await readInternalTransfers(chain, transaction, receipt, recipients)
      : undefined,
    safeNonces: needsSafeNonces
      ? await readSafeNonces(chain, findSafes(logs), blockNumber)
      : undefined,
  }
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
 * Returns undefined where the node responded without a number: there is no Safe, or it keeps no state of so old a
 * block. Throws any other error again.
 */
function ignoreContractError(cause: unknown): undefined {
  const isResponse = (one: unknown) =>
    one instanceof RpcRequestError
      ? one.code !== -32005
      : /^(ContractFunctionZeroData|AbiDecoding)/.test((one as Error).name)
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
