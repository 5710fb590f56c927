import { type Kysely, sql } from 'kysely'
import type { RefundEvent } from '../../../api/schemas/webhook.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { insertEvents, lockUnsentEvent } from '../../accounts/store/events.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { RefundRecord, RefundStep } from '../records.ts'
import { createRefundEvent, toRefundReply } from '../replies.ts'

/** The steps that a person decides, as the audit log names them. Webhooks report what payers do and what the chain shows. */
const auditActions: Partial<Record<RefundStep, AuditAction>> = {
  approved: 'refund.approved',
  canceled: 'refund.canceled',
  signing: 'refund.signing',
  released: 'refund.released',
  dismissed: 'refund.dismissed',
}

/** Writes the entry of the audit log and the webhook event that report a step. */
export async function recordStep(
  tx: Kysely<Tables>,
  author: Author | undefined,
  before: RefundRecord,
  { refund, step }: { refund: RefundRecord; step: RefundStep | undefined },
): Promise<void> {
  if (!step) return
  const action = auditActions[step]
  if (action && author)
    await writeAudit(tx, refund.accountId, author, {
      action,
      from: describeRefund(before),
      to: describeRefund(refund),
    })
  const event = createRefundEvent(step, refund, new Date())
  if (!event) return
  const isFirst = step !== 'named' || isFirstNaming(refund)
  if (!isFirst && (await addToWaitingEvent(tx, event))) return
  const { accountId, chargeId } = refund
  await insertEvents(tx, [{ event, accountId, chargeId }], isFirst ? 0 : gatherMs)
}

/**
 * Milliseconds for which addresses that are named for a refund are gathered into one event, after the first one: everybody with the
 * link can name one after the other, and each event is a call of the merchant's receiver.
 */
const gatherMs = 60_000

const isFirstNaming = ({ namings: { signed, unsigned } }: RefundRecord) => signed + unsigned === 1

/** Gives the event of an earlier naming of a refund the newest address, where it was not sent; returns whether there is one. */
async function addToWaitingEvent(
  tx: Kysely<Tables>,
  event: Omit<RefundEvent, 'sequence'>,
): Promise<boolean> {
  const waiting = await tx
    .selectFrom('webhookEvents')
    .select('id')
    .where('chargeId', '=', event.data.chargeUuid)
    .where('type', '=', event.type)
    .where(sql<string>`body::jsonb -> 'data' ->> 'uuid'`, '=', event.data.uuid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const unsent = waiting && (await lockUnsentEvent(tx, waiting.id))
  if (!unsent) return false
  // Its id and its number stay.
  const earlier = JSON.parse(unsent.body) as RefundEvent
  const body = JSON.stringify({ ...earlier, created_at: event.created_at, data: event.data })
  await tx.updateTable('webhookEvents').set({ body }).where('id', '=', unsent.id).execute()
  return true
}

/** Returns the fields of a refund that the audit log shows. */
export function describeRefund(refund: RefundRecord): object {
  const { uuid, chargeUuid, status, amount, tokenSymbol, recipientAddress, senderAddress } =
    toRefundReply(refund, '')
  return {
    refundUuid: uuid,
    chargeUuid,
    status,
    amount,
    tokenSymbol,
    recipientAddress,
    senderAddress,
  }
}
