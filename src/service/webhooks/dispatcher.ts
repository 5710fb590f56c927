import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WebhookEvent } from '../../api/webhook.ts'
import { type Delivery, eventBody, type Outbox } from '../domain/events.ts'
import { nextWait } from './schedule.ts'
import { send } from './send.ts'

// pg-boss was tried on paper and not taken. Its PGlite adapter shares our one connection: a block of its that fails
// leaves the connection in a broken transaction, and what a payment does next would fail with it, until its ROLLBACK
// comes. Its strict order by key blocks a charge for good once a job was given up. And an event's state would stand in
// two places. The outbox is a queue already: claimed under leases, in order, by any number of processes.

export interface DispatcherOptions {
  store: Outbox & WebhookStore
  log: Logger
  publicUrl: string
  allowPrivate: boolean
  /** Milliseconds after each try that failed; then an event is given up. */
  waits: readonly number[]
  /** Hears how each try ended. */
  tell?: (outcome: Outcome) => void
  /** Hears of each look at the outbox that succeeded. */
  beat?: () => void
}

/** Where an account's events go. */
export interface WebhookStore {
  webhookOf(
    accountId: string,
  ): Promise<{ url: string; secret: string; formerSecret?: string | undefined } | undefined>
}

export type Outcome = 'delivered' | 'failed' | 'given_up'

/** Delivers events. */
export interface Dispatcher {
  start(): void
  /** Ends the tries under way and resolves when none is left. They are made again by whoever runs next. */
  stop(): Promise<void>
}

/** Milliseconds for a receiver to acknowledge. */
const timeout = 10_000
/** Milliseconds that an event is this process's own: longer than a try and the writing of its end. */
const lease = 30_000
/** Events on their way at once, of this process, and of one account whichever process has them. */
const width = 32
const share = 4
/** Milliseconds between two looks at the outbox; when it cannot be read, the wait doubles up to the second. */
const pause = 500
const longestPause = 30_000

/** Makes a dispatcher: a loop that claims what is due, and tries each event on its own. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, log } = options
  const stopping = new AbortController()
  const under = new Set<Promise<void>>()
  let loop = Promise.resolve()

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      let claimed = 0
      try {
        claimed = await take()
        failures = 0
      } catch (err) {
        failures += 1
        log.warn({ err, failures }, 'The outbox of webhooks could not be read; it is tried again.')
      }
      // With something found there may be more, now or as soon as a place is free.
      if (claimed > 0 && under.size < width) continue
      const longest = Math.min(longestPause, pause * 2 ** failures)
      await Promise.race([...under, wait(longest, stopping.signal)])
    }
    await Promise.all(under)
  }

  async function take(): Promise<number> {
    const places = width - under.size
    if (places <= 0) return 0
    const deliveries = await store.claimEvents(places, share, lease)
    options.beat?.()
    for (const delivery of deliveries) {
      const done = deliver(options, delivery, stopping.signal).catch((err) =>
        // Its lease ends by itself, and it is tried again.
        log.warn({ err, event: delivery.event.id }, 'What became of a webhook was not written.'),
      )
      under.add(done)
      void done.finally(() => under.delete(done))
    }
    return deliveries.length
  }

  return {
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

async function deliver(
  { store, log, tell, ...options }: DispatcherOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { event, accountId, tried } = delivery
  const about = { event: event.id, type: event.type, ...subject(event), tried }
  const fault = await attempt()
  if (fault === undefined) {
    await store.eventDelivered(delivery)
    log.info(about, 'webhook delivered')
    tell?.('delivered')
    return
  }
  // Ours was the fault: not counted against the receiver, and due at once for whoever runs next.
  const wait = signal.aborted ? 0 : nextWait(options.waits, tried, Math.random())
  await store.eventFailed(delivery, fault, wait)
  log.warn({ ...about, fault, wait }, wait === undefined ? 'webhook given up' : 'webhook failed')
  tell?.(wait === undefined ? 'given_up' : 'failed')

  async function attempt(): Promise<string | undefined> {
    const target = await store.webhookOf(accountId)
    if (!target) return 'The account has no webhook.'
    const message = { ...target, id: event.id, body: eventBody(event, options.publicUrl) }
    try {
      const { allowPrivate } = options
      const status = await send(message, { allowPrivate, timeout, signal })
      return status >= 200 && status < 300 ? undefined : answered(status)
    } catch (cause) {
      return faultText(cause)
    }
  }
}

/** What an event tells of, by names that open nothing: a charge's id is a capability, and no log's to keep. */
function subject(event: WebhookEvent): { unmatched: string } | { charge: string } {
  if (event.type === 'payment:unmatched') return { unmatched: event.data.uuid }
  return { charge: event.data.reference }
}

function answered(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver answered ${status}, a redirect, which is not followed.`
    : `The receiver answered ${status}.`
}

function faultText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return `No answer within ${timeout / 1000} s.`
  const { code } = cause as { code?: unknown }
  // A refused connection to a name with two addresses has a code and no message.
  return `No answer: ${cause.message || code || cause.name}`.slice(0, 500)
}

/** Resolves after the time, or when the signal is aborted. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
}
