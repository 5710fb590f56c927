import { type Client, type Hash, isHash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Intent, Proposal } from '../../checkout/ports.ts'
import { batchId, type Provider, readBatch } from './batch.ts'
import { minedAs, readExecution, readSigners } from './safe.ts'

/** The progress of a proposal: the transaction that executed it, or its current state. */
export type Progress = { hash: Hash } | { proposal: Proposal }

/**
 * Reads the progress of what a wallet answered in place of a transaction, from the wallet and from the chain.
 * Undefined for an intent that has no proposal and whose batch the wallet does not know. Rejects with the node's
 * error.
 *
 * @param provider the payer's wallet, where one is connected
 * @param range blocks in which a Safe's execution is searched
 */
export async function readProposal(
  client: Client,
  provider: Provider | undefined,
  intent: Intent,
  range: { from: bigint; to: bigint },
): Promise<Progress | undefined> {
  const { from, quote, proposal } = intent
  // Where the wallet's answer was lost, the batch's id is still known.
  const { kind, id } = proposal ?? { kind: 'batch', id: batchId(intent) }
  const told = provider && (await readBatch(provider, id, quote.token.address))
  if (!proposal && !told) return undefined
  const known = isHash(id)
  const hash =
    (told?.is === 'mined' && (await minedAs(client, told.hash))) ||
    (known && kind === 'signatures' && (await readExecution(client, from, id, range))) ||
    (known && proposal && (await minedAs(client, id)))
  if (hash && !(await mayComeAgain(client, hash, { kind, id }))) return { hash }
  // Only the wallet can tell this: an owner's rejection replaces a Safe's transaction under another hash.
  if (told?.is === 'failed') return { proposal: { kind, id, failed: true } }
  const signers = known && kind === 'signatures' && (await readSigners(client, from, id))
  return { proposal: { kind, id, ...signers } }
}

/**
 * Returns whether another transaction may still execute a proposal of a Safe: the transaction that executed it was
 * reverted, so the proposal is as it was before.
 */
async function mayComeAgain(client: Client, hash: Hash, { kind, id }: Proposal): Promise<boolean> {
  if (kind !== 'signatures' || hash === id) return false
  const { status } = await getTransactionReceipt(client, { hash })
  return status === 'reverted'
}
