import {
  type Address,
  type Hex,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Facts } from '../domain/judge.ts'
import type { Quote } from '../domain/records.ts'
import type { ChainClient } from './client.ts'
import { readGain } from './gain.ts'

/** Reads all that the judge wants to know about a hash. Rejects as {@link ChainClient} does. */
export async function readFacts(
  chain: ChainClient,
  text: string,
  head: bigint,
  quote: Quote,
): Promise<Facts> {
  const hash = text as Hex
  const transaction = await chain.read((client) =>
    client.getTransaction({ hash }).catch((cause) => absent(cause, TransactionNotFoundError)),
  )
  if (!transaction) return { transaction: undefined, receipt: undefined, head }
  const receipt = await chain.read((client) =>
    client
      .getTransactionReceipt({ hash })
      .catch((cause) => absent(cause, TransactionReceiptNotFoundError)),
  )
  const { from, nonce, to, value, input } = transaction
  return {
    transaction: { from, nonce, to: to ?? undefined, value, input },
    receipt: receipt && (await readMined(chain, receipt, quote)),
    head,
  }
}

async function readMined(
  chain: ChainClient,
  receipt: TransactionReceipt,
  quote: Quote,
): Promise<Facts['receipt']> {
  const { blockNumber } = receipt
  const block = await chain.read((client) => client.getBlock({ blockNumber }))
  // Between two reads the chain may have reorganised: then the next look sees it whole.
  if (block.hash !== receipt.blockHash) return undefined
  const succeeded = receipt.status === 'success'
  // Sent to the recipient itself, the transaction says its value; a call inside it does not.
  const direct = receipt.to?.toLowerCase() === quote.recipient.toLowerCase()
  const asks = succeeded && quote.tokenType === 'NATIVE' && !direct
  return {
    succeeded,
    block: { number: blockNumber, hash: receipt.blockHash },
    minedAt: new Date(Number(block.timestamp) * 1000),
    logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    gain: asks ? await readGain(chain, receipt, quote.recipient as Address) : undefined,
  }
}

/** Undefined for the one kind of error that says that there is nothing; any other is thrown on. */
export function absent(cause: unknown, kind: new (...args: never[]) => Error): undefined {
  if (cause instanceof kind) return undefined
  throw cause
}
