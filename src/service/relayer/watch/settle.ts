import { createId } from '../../kernel/id.ts'
import { createReport, reportLimits } from '../../payments/reports.ts'
import type { RelayAttempt, RelayEnd, RelayRecord, RelaySlot } from '../records.ts'
import { explainFailure } from '../rules.ts'
import type { RelayerContext } from './context.ts'
import { isUsable, readUnixTime, readWanted } from './read-slot.ts'

/** A transaction of a slot that a block includes. */
interface MinedAttempt extends Pick<RelayAttempt, 'hash' | 'kind'> {
  hasSucceeded: boolean
}

/**
 * Ends a slot whose nonce the chain has used up, once the block that used it is final. Does nothing while a node cannot say
 * what became of the nonce: the next poll tries again.
 */
export async function settleSlot(
  context: RelayerContext,
  slot: RelaySlot,
  head: bigint,
): Promise<void> {
  const { store, chains } = context
  const { chainId, account, nonce, relay } = slot
  const finalBlock = head - BigInt(chains.getConfirmations(chainId)) + 1n
  // The account's own nonce decides: a node that does not show a transaction does not prove that it was not mined.
  if (finalBlock < 0n || (await chains.getNonce(chainId, account, finalBlock)) <= nonce) return
  const mined = await findMined(context, slot)
  if (mined === 'unknown') return
  if (!relay) await store.endSlot(slot, mined?.hash, head, undefined)
  else if (mined?.kind === 'relay' && mined.hasSucceeded)
    await endSlot(context, slot, mined.hash, head, { status: 'USED', reason: '' })
  else if (await chains.isAuthorizationUsed(chainId, relay.token, relay.from, relay.nonce))
    await settleUsed(context, slot, relay, mined?.hash, head, finalBlock)
  else await settleUnused(context, slot, relay, mined, head, finalBlock)
}

/** Finds the mined transaction of a slot at any node; undefined where every node knows that none was mined. */
async function findMined(
  { chains }: RelayerContext,
  { chainId, attempts }: RelaySlot,
): Promise<MinedAttempt | 'unknown' | undefined> {
  let isUnknown = false
  for (const { hash, kind } of attempts.toReversed()) {
    const answers = await chains.lookUpAtNodes(chainId, hash, [])
    const receipt = answers.find(({ lookup }) => lookup?.receipt)?.lookup?.receipt
    if (receipt) return { hash, kind, hasSucceeded: receipt.hasSucceeded }
    isUnknown ||= answers.some(({ failure }) => failure !== undefined)
  }
  return isUnknown ? 'unknown' : undefined
}

/** Ends a slot whose nonce is used up and whose authorization is not; moves the authorization to another nonce where it can. */
async function settleUnused(
  context: RelayerContext,
  slot: RelaySlot,
  relay: RelayRecord,
  mined: MinedAttempt | undefined,
  head: bigint,
  finalBlock: bigint,
): Promise<void> {
  const { store, chains } = context
  const { chainId, account, attempts } = slot
  const isStillWanted = await readWanted(context, slot)
  const isCanceled = attempts.at(-1)?.kind === 'cancel'
  // Without a transaction of ours, another program has used the nonce with the relayer's key.
  if (!mined && !isCanceled && isStillWanted && (await isUsable(context, slot, head))) {
    await store.moveRelay(slot, await chains.getNonce(chainId, account, head), head)
    return
  }
  // Anyone who saw the signature can still send it, and the payer's client would sign another one: the charge stays locked
  // until the authorization expires.
  if (relay.isExclusive && !(await hasExpired(context, relay, finalBlock))) return
  const reason = explainFailure(mined?.kind, isStillWanted)
  await endSlot(context, slot, mined?.hash, head, { status: 'FAILED', reason })
}

/**
 * Ends a slot whose authorization another transaction has used or canceled, once that transaction is final and the watcher
 * has read it whole. Until a node shows the transaction, the charge is not reported as unpaid and accepts no other
 * authorization.
 */
async function settleUsed(
  context: RelayerContext,
  slot: RelaySlot,
  relay: RelayRecord,
  hash: string | undefined,
  head: bigint,
  finalBlock: bigint,
): Promise<void> {
  const { chains, limits } = context
  const { chainId, token, from: sender, nonce, sinceBlock } = relay
  // A reorganization may have moved the transaction below the block of the acceptance, and a node may have been behind then.
  const first = sinceBlock - limits.reorgBlocks
  const use = await chains.findAuthorizationUse(
    { chainId, token, sender, nonce },
    { from: first > 0n ? first : 0n, to: head },
  )
  if (!use) return
  const isUsed = use.kind === 'used'
  if (isUsed && !(await ensureRead(context, relay, use.hash))) return
  if (use.blockNumber > finalBlock) return
  const reason = isUsed ? 'Another transaction has used it.' : 'Its account has canceled it.'
  const status = isUsed ? 'USED' : 'FAILED'
  await endSlot(context, slot, hash, head, { status, reason, hash: use.hash })
}

/** Returns whether the watcher has read the transaction that used an authorization; otherwise reports the transaction to it. */
async function ensureRead(
  { store }: RelayerContext,
  { id, chargeId, chainId, token }: RelayRecord,
  hash: string,
): Promise<boolean> {
  if ((await store.readMoney(id)) !== undefined) return true
  const known = await store.getReport(chargeId, chainId, hash)
  if (known) return known.status === 'ENDED'
  const report = createReport({ id: createId(), chargeId, chainId, hash, token })
  return (await store.addReport(report, reportLimits)).outcome !== 'added'
}

/** Returns whether an authorization has expired by the time of a final block. */
async function hasExpired(
  context: RelayerContext,
  { chainId, validBefore }: RelayRecord,
  finalBlock: bigint,
): Promise<boolean> {
  const time = await readUnixTime(context, chainId, finalBlock)
  return time !== undefined && time >= validBefore
}

async function endSlot(
  { store, onEnd, log }: RelayerContext,
  slot: RelaySlot,
  hash: string | undefined,
  head: bigint,
  outcome: RelayEnd,
): Promise<void> {
  await store.endSlot(slot, hash, head, outcome)
  const { chainId, account, nonce } = slot
  onEnd(chainId, outcome.status)
  log.info({ chainId, account, nonce, hash, ...outcome }, 'A relay has ended.')
}
