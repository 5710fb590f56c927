import { type Kysely, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import { settleEvents } from '../../accounts/store/removed-endpoints.ts'
import { anyOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import { sendSignal } from '../../db/signals.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Answer, ClaimOptions, Delivery, DeliveryFailure } from '../outbox.ts'
import { buildClaimStatement, buildNextDueStatement, type ClaimedRow } from './claim-deliveries.ts'
import { readEvent } from './events.ts'

/**
 * Milliseconds for which a delivery that fails without a refusal holds up the later ones of its charge: a receiver that is
 * restarted gets them in order.
 */
const holdMs = 60_000

/** Creates the outbox: deliveries that wait, and the outcome of their attempts. */
export function createOutbox(db: Kysely<Tables>) {
  return {
    /**
     * Claims up to `limit` due deliveries, each for `leaseMs`. One waits for the earlier ones of its charge to the same
     * endpoint, until each of these has arrived, was refused, or has failed for a minute. An endpoint whose last delivery has succeeded has at most `maxPerEndpoint` under way, every other one; and of
     * these others no more than `maxUncertain` are claimed. The endpoints of an account that answer have at most
     * `maxPerAccount`, its others a quarter of that. So neither receivers that hang nor an account with many of them delay
     * others.
     */
    async claimDeliveries(options: ClaimOptions): Promise<Delivery[]> {
      const { rows } = await buildClaimStatement(options).execute(db)
      // Read after the claim: until then an event may still change, from then on it does not.
      const events = await db
        .selectFrom('webhookEvents')
        .select(['id', 'body', 'chargeSequence'])
        .where('id', '=', anyOf(new Set(rows.map(({ eventId }) => eventId)), 'uuid'))
        .execute()
      const byId = new Map(events.map((event) => [event.id, readEvent(event)]))
      // An UPDATE returns its rows in no particular order. An event that was deleted in between takes its deliveries along.
      return rows.flatMap((row) => {
        const event = byId.get(row.eventId)
        return event === undefined ? [] : [toDelivery(row, event)]
      })
    },

    /**
     * Returns the milliseconds until the next waiting delivery may be due that is not due yet: until its next attempt, or until
     * the lease of the process that attempts it has ended. Undefined where there is none.
     */
    async getNextDueMs(): Promise<number | undefined> {
      const { rows } = await buildNextDueStatement().execute(db)
      return rows[0]?.dueInMs
    },

    /** Marks a delivery that the receiver acknowledged. The next one of its charge to the endpoint is due at once. */
    async markDelivered(delivery: Delivery, answer?: Answer): Promise<void> {
      const { event, endpointId, isAnswering } = delivery
      await db.transaction().execute(async (tx) => {
        if (!isAnswering) await setAnswering(tx, endpointId, true)
        await tx
          .updateTable('webhookDeliveries')
          .set({
            status: 'DELIVERED',
            lastError: '',
            leaseExpiresAt: null,
            failingSince: null,
            yieldsAt: null,
            ...fromAnswer(answer),
          })
          // Whatever the claim number: it has arrived, even if the lease was over.
          .where('eventId', '=', event.id)
          .where('endpointId', '=', endpointId)
          .execute()
        await settleEvents(tx, [event.id])
        await scheduleLaterDeliveries(tx, delivery, sql<Date>`now()`, true)
      })
    },

    /**
     * Marks a failed attempt: the next one is after `retryDelayMs`; undefined for no further attempt, 0 for an attempt that
     * this process has ended itself.
     */
    async markFailed(
      delivery: Delivery,
      failure: DeliveryFailure,
      retryDelayMs: number | undefined,
    ): Promise<void> {
      await db.transaction().execute((tx) => markFailed(tx, delivery, failure, retryDelayMs))
    },
  }
}

/**
 * The deliveries of webhook events. Each event is saved with its deliveries in the same transaction as the change that it
 * reports. Every method is one transaction and uses the database's clock, since the clocks of two processes may differ.
 */
export type Outbox = ReturnType<typeof createOutbox>

/**
 * Ends the leases of all deliveries. For a process that is alone on its database, at its start: those that an earlier process
 * had claimed need not wait until the lease ends.
 */
export async function endDeliveryLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ leaseExpiresAt: null })
    .where('leaseExpiresAt', 'is not', null)
    .execute()
}

async function markFailed(
  tx: Kysely<Tables>,
  delivery: Delivery,
  { error, isRefused, answer }: DeliveryFailure,
  retryDelayMs: number | undefined,
): Promise<void> {
  const { event, endpointId, claimNumber } = delivery
  const isAborted = retryDelayMs === 0
  // Not where this process stops and has ended the attempt itself.
  if (!isAborted) await setAnswering(tx, endpointId, false)
  const schedule = retryDelayMs === undefined ? {} : { nextAttemptAt: toFutureTime(retryDelayMs) }
  const failure = isAborted ? {} : startFailing(delivery, isRefused)
  const result = await tx
    .updateTable('webhookDeliveries')
    .set({
      status: retryDelayMs === undefined ? 'FAILED' : 'WAITING',
      lastError: error,
      leaseExpiresAt: null,
      ...schedule,
      ...failure,
      ...(!isAborted && fromAnswer(answer)),
    })
    .where('eventId', '=', event.id)
    .where('endpointId', '=', endpointId)
    .where('claimNumber', '=', claimNumber)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return
  if (retryDelayMs === undefined) await settleEvents(tx, [event.id])
  await scheduleLaterDeliveries(tx, delivery, whenItYields(delivery))
  // A process that stops leaves it to the others.
  if (isAborted) await sendSignal(tx, 'webhooks')
}

/** Returns the columns that hold an answer, or that none came. */
function fromAnswer(answer: Answer | undefined) {
  return {
    answerStatus: answer?.status ?? null,
    answerMs: answer ? Math.round(answer.durationMs) : null,
    answerBody: answer?.body ?? '',
  }
}

/** Saves whether an endpoint has answered, where that has changed. */
async function setAnswering(
  tx: Kysely<Tables>,
  endpointId: string,
  isAnswering: boolean,
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ isAnswering })
    .where('id', '=', endpointId)
    .where('isAnswering', '<>', isAnswering)
    .execute()
}

/**
 * Returns what a failed attempt sets: since when the delivery fails, and from when on it holds up no later one of its charge. That
 * is at once where the receiver has refused it, or where an earlier one yields already: the order is broken then.
 */
function startFailing({ event, endpointId, chargeId }: Delivery, isRefused: boolean) {
  const earliest = sql<Date | undefined>`(
    select min(earlier.yields_at) from webhook_deliveries as earlier
    where earlier.charge_id = ${chargeId ?? null}::uuid and earlier.endpoint_id = ${endpointId}::uuid
      and earlier.status = 'WAITING' and earlier.event_id <> ${event.id}::uuid
  )`
  return {
    failingSince: sql<Date>`coalesce(failing_since, now())`,
    yieldsAt: sql<Date>`least(yields_at, ${earliest}, ${toFutureTime(isRefused ? 0 : holdMs)})`,
  }
}

/** Returns when a delivery yields: at once where it is not attempted again. */
function whenItYields({ event, endpointId }: Delivery) {
  return sql<Date>`coalesce((
    select yields_at from webhook_deliveries
    where event_id = ${event.id}::uuid and endpoint_id = ${endpointId}::uuid and status = 'WAITING'
  ), now())`
}

/**
 * Sets when the later deliveries about the same charge are due at the same endpoint. Their order does not depend on this, the
 * claim statement keeps it: this only keeps those out of the claim that wait for an earlier one. Those that have failed
 * themselves are due with them once an earlier one has arrived, and not before their time otherwise.
 */
async function scheduleLaterDeliveries(
  tx: Kysely<Tables>,
  { event, endpointId, chargeId }: Delivery,
  dueAt: ReturnType<typeof sql<Date>>,
  isArrived = false,
): Promise<void> {
  if (chargeId === undefined) return
  await tx
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: dueAt })
    .where('chargeId', '=', chargeId)
    .where('endpointId', '=', endpointId)
    .where('seq', '>', (by) =>
      by.selectFrom('webhookEvents').select('seq').where('id', '=', event.id),
    )
    .where('status', '=', 'WAITING')
    .where('leaseExpiresAt', 'is', null)
    .$if(!isArrived, (rows) => rows.where('yieldsAt', 'is', null))
    .execute()
}

function toDelivery(row: ClaimedRow, event: WebhookEvent): Delivery {
  return {
    event,
    endpointId: row.endpointId,
    accountId: row.accountId,
    chargeId: row.chargeId,
    target:
      row.targetUrl === undefined || row.targetSecrets === undefined
        ? undefined
        : { url: row.targetUrl, secrets: row.targetSecrets.split(' ') },
    isAnswering: row.isAnswering,
    previousAttempts: row.attempts - 1,
    claimNumber: row.claimNumber,
  }
}
