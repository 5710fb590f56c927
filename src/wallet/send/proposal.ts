import { type Client, type Hash, isHash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Intent, Proposal } from '../../checkout/ports/intent.ts'
import type { Provider } from '../connect/provider.ts'
import { createBatchId, readBatchStatus } from './batch.ts'
import { findExecution, findMinedHash, readSigners } from './safe.ts'

/** The progress of a proposal: the transaction that executed it, or its current state. */
export type ProposalProgress = { hash: Hash } | { proposal: Proposal }

/**
 * Reads the progress of a batch or proposal, a wallet's answer in place of a transaction, from wallet and chain.
 * Undefined for an intent that has no proposal and whose batch the wallet does not know. Rejects with the node's
 * error.
 *
 * @param provider the payer's wallet, where one is connected
 * @param range blocks in which a Safe's execution is searched
 */
export async function readProposalProgress(
  client: Client,
  provider: Provider | undefined,
  intent: Intent,
  range: { from: bigint; to: bigint },
): Promise<ProposalProgress | undefined> {
  const { from, quote, proposal } = intent
  // Where the wallet's answer was lost, the batch's id is still known.
  const { kind, id } = proposal ?? { kind: 'batch', id: createBatchId(intent) }
  const batchStatus = provider && (await readBatchStatus(provider, id, quote.token.address))
  const isForgotten = batchStatus?.status === 'forgotten'
  // A batch that the wallet has never answered for, and does not know, is none.
  if (!proposal && (!batchStatus || isForgotten)) return undefined
  const isHashId = isHash(id)
  const hash =
    (batchStatus?.status === 'mined' && (await findMinedHash(client, batchStatus.hash))) ||
    (isHashId && kind === 'signatures' && (await findExecution(client, from, id, range))) ||
    (isHashId && proposal && (await findMinedHash(client, id)))
  if (hash && !(await canBeExecutedAgain(client, hash, { kind, id }))) return { hash }
  // Only the wallet knows this: an owner's rejection replaces a Safe's transaction under another hash.
  if (batchStatus?.status === 'failed') return { proposal: { kind, id, hasFailed: true } }
  const signers = isHashId && kind === 'signatures' && (await readSigners(client, from, id))
  return { proposal: { kind, id, ...signers, ...(isForgotten && { isForgotten }) } }
}

/**
 * Returns whether another transaction may still execute a proposal of a Safe: the transaction that executed it was
 * reverted, so the proposal is as it was before.
 */
async function canBeExecutedAgain(
  client: Client,
  hash: Hash,
  { kind, id }: Proposal,
): Promise<boolean> {
  if (kind !== 'signatures' || hash === id) return false
  const { status } = await getTransactionReceipt(client, { hash })
  return status === 'reverted'
}
