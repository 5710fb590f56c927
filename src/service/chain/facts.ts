import { type Hex, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import type { Facts } from '../domain/judge.ts'
import type { ChainClient } from './client.ts'

/** Reads all that the judge wants to know about a hash. Rejects as {@link ChainClient} does. */
export async function readFacts(chain: ChainClient, text: string, head: bigint): Promise<Facts> {
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
  const block =
    receipt && (await chain.read((client) => client.getBlock({ blockNumber: receipt.blockNumber })))
  // Between two reads the chain may have reorganised: then the next look sees it whole.
  const settled = receipt && block && block.hash === receipt.blockHash
  return {
    transaction: {
      from: transaction.from,
      to: transaction.to ?? undefined,
      value: transaction.value,
      input: transaction.input,
    },
    receipt: settled
      ? {
          succeeded: receipt.status === 'success',
          block: { number: receipt.blockNumber, hash: receipt.blockHash },
          minedAt: new Date(Number(block.timestamp) * 1000),
          logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
        }
      : undefined,
    head,
  }
}

function absent(cause: unknown, kind: new (...args: never[]) => Error): undefined {
  if (cause instanceof kind) return undefined
  throw cause
}
