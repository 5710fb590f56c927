import { type Client, type Hash, isHash } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { Intent, Proposal } from '../checkout/ports.ts'
import { batchId, type Provider, readBatch } from './batch.ts'
import { minedAs, readExecution, readSigners } from './safe.ts'

/** What became of a proposal: the transaction that made it, or how it stands. */
export type Progress = { hash: Hash } | { proposal: Proposal }

/**
 * Looks what became of what a wallet answered in place of a transaction: by its word, and by the chain. Undefined for an
 * intent of which no wallet knows a batch. Rejects as the node does.
 *
 * @param provider the payer's wallet, where one is connected
 * @param range blocks in which a Safe's execution is looked for
 */
export async function readProposal(
  client: Client,
  provider: Provider | undefined,
  intent: Intent,
  range: { from: bigint; to: bigint },
): Promise<Progress | undefined> {
  const { from, quote, proposal } = intent
  // A wallet's answer that was lost: the batch's id is known all the same.
  const { kind, id } = proposal ?? { kind: 'batch', id: batchId(intent) }
  const told = provider && (await readBatch(provider, id, quote.token.address))
  if (!proposal && !told) return undefined
  const known = isHash(id)
  const hash =
    (told?.is === 'mined' && (await minedAs(client, told.hash))) ||
    (known && kind === 'signatures' && (await readExecution(client, from, id, range))) ||
    (known && proposal && (await minedAs(client, id)))
  if (hash && !(await mayComeAgain(client, hash, { kind, id }))) return { hash }
  // Only the wallet can say so: an owner's rejection takes the place of a Safe's transaction under another hash.
  if (told?.is === 'failed') return { proposal: { kind, id, failed: true } }
  const signers = known && kind === 'signatures' && (await readSigners(client, from, id))
  return { proposal: { kind, id, ...signers } }
}

/**
 * True for a transaction that was reverted and in which owners executed a proposal: that is as it was before, and another
 * transaction may execute it.
 */
async function mayComeAgain(client: Client, hash: Hash, { kind, id }: Proposal): Promise<boolean> {
  if (kind !== 'signatures' || hash === id) return false
  const { status } = await getTransactionReceipt(client, { hash })
  return status === 'reverted'
}
