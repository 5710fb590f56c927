import type { Client, Hash } from 'viem'
import type { Intent } from '../../checkout/ports/intent.ts'
import type { Comparison } from '../../checkout/ports/wallets.ts'
import { throwUnreachable } from '../read.ts'
import { findMisdirection } from './misdirection.ts'
import { hasHash, type RawTransaction } from './signed-transaction.ts'

/**
 * Reads the transaction of a wallet's answer, and compares it with the requested transfer. A transaction that does not match its
 * hash was made up by the node, and is treated as unknown.
 *
 * @param client which does not ask the wallet
 * @throws PayError `chain_unreachable`
 */
export async function compareTransfer(
  client: Client,
  intent: Intent,
  hash: string,
): Promise<Comparison> {
  const transaction = await readTransaction(client, hash as Hash).catch(throwUnreachable)
  if (!transaction) return { result: 'unknown' }
  const isProved = hasHash(transaction, hash)
  if (isProved === undefined) return { result: 'unreadable' }
  if (!isProved) return { result: 'unknown' }
  const misdirection = findMisdirection(intent, transaction)
  return misdirection ? { result: 'misdirected', misdirection } : { result: 'notMisdirected' }
}

async function readTransaction(client: Client, hash: Hash): Promise<RawTransaction | null> {
  // viem's getTransaction returns converted numbers, while the hash covers the node's own values.
  const answer: unknown = await client.request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })
  return answer as RawTransaction | null
}
