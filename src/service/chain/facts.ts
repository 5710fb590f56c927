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
import type { Facts, ReceiptFacts, TransactionFacts } from '../domain/facts.ts'
import { findSafes } from '../domain/proof-safe.ts'
import { mentionedReferences } from '../domain/proof-suffix.ts'
import type { ChainClient } from './client.ts'
import { readCoin } from './coin.ts'

const safeAbi = parseAbi(['function nonce() view returns (uint256)'])

/**
 * Reads all that the proof wants to know about a hash. Rejects as {@link ChainClient} does.
 *
 * @param recipients whose native currency matters
 */
export async function readFacts(
  chain: ChainClient,
  text: string,
  head: bigint,
  recipients: readonly string[],
): Promise<Facts> {
  const hash = text as Hex
  const { chainId } = chain
  const transaction = await chain.read((client) =>
    client.getTransaction({ hash }).catch((cause) => absent(cause, TransactionNotFoundError)),
  )
  if (!transaction) return { chainId, transaction: undefined, receipt: undefined, head }
  const receipt = await chain.read((client) =>
    client
      .getTransactionReceipt({ hash })
      .catch((cause) => absent(cause, TransactionReceiptNotFoundError)),
  )
  const { from, nonce, to, value, input } = transaction
  const facts = { hash: text.toLowerCase(), from, nonce, to: to ?? undefined, value, input }
  const mined = receipt && (await readMined(chain, facts, receipt, recipients))
  return { chainId, transaction: facts, receipt: mined, head }
}

async function readMined(
  chain: ChainClient,
  transaction: TransactionFacts,
  receipt: TransactionReceipt,
  recipients: readonly string[],
): Promise<ReceiptFacts | undefined> {
  const { blockNumber } = receipt
  const block = await chain.read((client) => client.getBlock({ blockNumber }))
  // Between two reads the chain may have reorganised: then the next look sees it whole.
  if (block.hash !== receipt.blockHash) return undefined
  const succeeded = receipt.status === 'success'
  const logs = receipt.logs.map(({ logIndex, address, topics, data }) => ({
    index: logIndex,
    address,
    topics,
    data,
  }))
  // Only what names a charge can be proved by what a Safe's owners signed.
  const asksSafes = succeeded && mentionedReferences(transaction.input).length > 0
  return {
    succeeded,
    block: { number: blockNumber, hash: receipt.blockHash },
    minedAt: new Date(Number(block.timestamp) * 1000),
    logs,
    coin: succeeded ? await readCoin(chain, transaction, receipt, recipients) : undefined,
    safeNonces: asksSafes ? await readNonces(chain, findSafes(logs), blockNumber) : undefined,
  }
}

async function readNonces(
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
          .catch(refused),
      )
    // A node that keeps no state of the block tells the newest, which is a little more.
    const nonce = (await read({ blockNumber })) ?? (await read({}))
    if (nonce !== undefined) nonces.set(safe, nonce)
  }
  return nonces
}

/** Undefined where the node answered, and not with a number: no Safe is there, or no state of so old a block. */
function refused(cause: unknown): undefined {
  const answered = (one: unknown) =>
    one instanceof RpcRequestError
      ? one.code !== -32005
      : /^(ContractFunctionZeroData|AbiDecoding)/.test((one as Error).name)
  if (cause instanceof BaseError && cause.walk(answered)) return undefined
  throw cause
}

/** Undefined for the one kind of error that says that there is nothing; any other is thrown on. */
export function absent(cause: unknown, kind: new (...args: never[]) => Error): undefined {
  if (cause instanceof kind) return undefined
  throw cause
}
