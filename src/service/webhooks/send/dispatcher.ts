import type { Logger } from 'pino'
import { computeBackoffMs } from '../../../api/backoff.ts'
import { createPause } from '../../kernel/pause.ts'
import { type Answer, type Delivery, type DeliveryFailure, serializeEvent } from '../outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import type { SigningStore } from '../store/signing.ts'
import { computeRetryDelayMs } from './schedule.ts'
import { sendWebhook } from './send.ts'

// Why not pg-boss: its PGlite adapter shares our single connection. A failed block of pg-boss leaves the connection in an aborted
// transaction, and our next statement would fail too, until the ROLLBACK. Its strict order by key blocks a charge forever once a
// job has failed for good. And the state of an event would be in two places. The outbox already is a queue: events are claimed with
// leases, in order, by any number of processes.

/** Options of {@link createDispatcher}. */
export interface DispatcherOptions {
  store: Outbox & SigningStore
  log: Logger
  /** The service's own URL. */
  publicUrl: string
  /** Whether webhooks may be sent to private addresses. */
  allowPrivate: boolean
  /** Milliseconds to wait after each failed attempt. After the last one the delivery has failed for good. */
  retryDelaysMs: readonly number[]
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: DeliveryOutcome) => void
  /** Called each time the outbox was read successfully. */
  onPoll?: () => void
}

/** The outcome of an attempt to deliver an event. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'given_up'

/** Delivers webhook events. */
export interface Dispatcher {
  /** Starts the loop. */
  start(): void
  /** Looks for deliveries immediately, since an event was written. */
  wake(): void
  /** Aborts the running attempts and resolves when none is left. The next process repeats them. */
  stop(): Promise<void>
}

/** Milliseconds that a receiver has to respond. */
const timeoutMs = 10_000
/** Milliseconds for which this process claims an event: longer than an attempt and saving its outcome. */
const leaseMs = 30_000
/** Maximum number of events in delivery: of this process; to one endpoint, and to those of one account, over all processes. */
const maxConcurrent = 32
const maxPerEndpoint = 4
const maxPerAccount = 8
/**
 * How many of them may go to receivers that did not answer last: each may hang until its timeout, and the owner of many
 * accounts must not delay the webhooks of others.
 */
const maxUncertain = 16
/** Maximum milliseconds between two reads of the outbox: a signal may be lost, and through some poolers none arrives. */
const pollIntervalMs = 2000
/** Maximum milliseconds between two tries while it cannot be read. */
const maxRetryMs = 30_000
/** Minimum milliseconds until an event is due that another process may take at the same time. */
const minDueMs = 20

/** Creates a dispatcher: a loop that claims due deliveries and attempts each one on its own. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, log } = options
  const stopping = new AbortController()
  const pause = createPause(stopping.signal)
  const inFlight = new Set<Promise<void>>()
  let uncertainCount = 0
  let loop = Promise.resolve()

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      let waitMs: number
      try {
        // Before the claim, so that an event that becomes due in between is not overlooked.
        waitMs = await computeWaitMs()
        const claimedCount = await claimDue()
        failures = 0
        // After events were found there may be more.
        if (claimedCount > 0 && inFlight.size < maxConcurrent) continue
      } catch (err) {
        failures += 1
        waitMs = computeBackoffMs(failures, { baseMs: 500, maxMs: maxRetryMs })
        log.warn(
          { err, failures },
          'The outbox of webhooks could not be read. The service tries again.',
        )
      }
      await pause.wait(waitMs)
    }
    await Promise.all(inFlight)
  }

  async function computeWaitMs(): Promise<number> {
    const dueMs = (await store.getNextDueMs()) ?? pollIntervalMs
    return Math.min(Math.max(dueMs, minDueMs), pollIntervalMs)
  }

  async function claimDue(): Promise<number> {
    const freeSlots = maxConcurrent - inFlight.size
    if (freeSlots <= 0) return 0
    const deliveries = await store.claimDeliveries({
      limit: freeSlots,
      maxPerEndpoint,
      maxPerAccount,
      maxUncertain: maxUncertain - uncertainCount,
      leaseMs,
    })
    options.onPoll?.()
    for (const delivery of deliveries) {
      const done = deliver(options, delivery, stopping.signal).catch((err) =>
        // The lease expires, and the event is tried again.
        log.warn(
          { err, event: delivery.event.id },
          'The outcome of a webhook could not be stored.',
        ),
      )
      inFlight.add(done)
      if (!delivery.isAnswering) uncertainCount += 1
      void done.finally(() => {
        inFlight.delete(done)
        if (!delivery.isAnswering) uncertainCount -= 1
        // There is room for another one, and the next event of its charge may be due.
        pause.wake()
      })
    }
    return deliveries.length
  }

  return {
    start() {
      loop = run()
    },
    wake: pause.wake,
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

async function deliver(
  { store, log, onOutcome, ...options }: DispatcherOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { event, endpointId, previousAttempts } = delivery
  const logFields = {
    event: event.id,
    type: event.type,
    endpoint: endpointId,
    ...describeSubject(delivery),
    tried: previousAttempts,
  }
  const outcome = await attemptDelivery()
  if (!('error' in outcome)) {
    await store.markDelivered(delivery, outcome)
    log.info(logFields, 'webhook delivered')
    onOutcome?.('delivered')
    return
  }
  // An attempt that this process aborted is due again immediately, for the next process.
  const retryDelayMs = outcome.isFinal
    ? undefined
    : signal.aborted
      ? 0
      : computeRetryDelayMs(options.retryDelaysMs, previousAttempts, Math.random())
  await store.markFailed(delivery, outcome, retryDelayMs)
  log.warn(
    { ...logFields, fault: outcome.error, wait: retryDelayMs },
    retryDelayMs === undefined ? 'webhook failed for good' : 'webhook failed',
  )
  onOutcome?.(retryDelayMs === undefined ? 'given_up' : 'failed')

  async function attemptDelivery(): Promise<Answer | DeliveryFailure> {
    const webhook = await store.getSigningWebhook(endpointId)
    // An event about a change goes to the webhook of that time, signed with every secret that its receiver may hold.
    const { target = webhook } = delivery
    if (!target) return { error: 'The endpoint was removed.', isRefused: true, isFinal: true }
    const presentSecrets = webhook?.url === target.url ? webhook.secrets : []
    const secrets = [...new Set([...presentSecrets, ...target.secrets])]
    const message = {
      url: target.url,
      secrets,
      id: event.id,
      body: serializeEvent(event, options.publicUrl),
    }
    try {
      const { allowPrivate } = options
      const answer = await sendWebhook(message, { allowPrivate, timeoutMs, signal })
      const { status } = answer
      return status >= 200 && status < 300
        ? answer
        : { error: describeStatus(status), isRefused: isRefusal(status), answer }
    } catch (cause) {
      return { error: describeFailure(cause), isRefused: false }
    }
  }
}

/**
 * Returns log fields that identify the subject of an event. A charge's id gives access to it and must not be logged.
 */
function describeSubject({ event, accountId }: Delivery): Record<string, string> {
  if (event.type === 'payment:unmatched') return { unmatched: event.data.uuid }
  if (event.type === 'payment:misdirected') return { misdirected: event.data.uuid }
  return 'reference' in event.data ? { charge: event.data.reference } : { account: accountId }
}

/** The 4xx that do not judge the event: the receiver is too busy for any (RFC 9110, RFC 8470, RFC 6585). */
const busyStatuses = new Set([408, 425, 429])

/**
 * Returns whether a status refuses this event. 410 is a refusal as any: Standard Webhooks would turn the endpoint off, but one
 * stray answer, such as that of a host in the middle of a deployment, must not end a merchant's only news of payments.
 */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !busyStatuses.has(status)
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver answered ${status}, a redirect, which is not followed.`
    : `The receiver answered ${status}.`
}

function describeFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return `No answer within ${timeoutMs / 1000} s.`
  const { code } = cause as { code?: unknown }
  // A refused connection to a name with two addresses has a code and no message.
  return `No answer: ${cause.message || code || cause.name}`.slice(0, 500)
}
