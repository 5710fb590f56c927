import type { Logger } from 'pino'
import { computeBackoffMs } from '../../../api/backoff.ts'
import { createPause } from '../../kernel/pause.ts'
import {
  type ClaimedMessage,
  computeMessageId,
  type MailBounds,
  type MailOutcome,
  type MailStatus,
  retry,
} from '../messages.ts'
import type { MailSender, MailServer } from '../server.ts'
import type { MailEventStore } from '../store/events.ts'
import type { MailWebhookStore } from '../store/listeners.ts'
import type { MailMessageStore } from '../store/messages.ts'
import type { MailOutbox } from '../store/outbox.ts'
import type { Letter } from './letter.ts'
import { composeMessage, describeFailure, type SmtpTimeouts, sendMessage } from './smtp.ts'

/** Options of {@link createMailer}. */
export interface MailerOptions {
  store: MailEventStore & MailOutbox & MailMessageStore & MailWebhookStore
  log: Logger
  server: MailServer
  sender: MailSender
  bounds: MailBounds
  timeouts: SmtpTimeouts
  /** Milliseconds to wait after each failed attempt. After the last one the message is given up. */
  retryDelaysMs: readonly number[]
  /** Milliseconds after which a webhook that fails is reported. */
  webhookFailureMs: number
  /** Writes a message; undefined where there is nothing to report any more. */
  write: (message: ClaimedMessage) => Promise<Letter | undefined>
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: 'sent' | 'failed' | 'given_up' | 'unknown') => void
  /** Called with what waits, now and then. */
  onWaiting?: (waiting: { count: number; oldestMs: number }) => void
  /** Called each time the outbox was read successfully. */
  onPoll?: () => void
}

/** Sends messages. */
export interface Mailer {
  start(): void
  /** Ends the attempts and resolves when none is left. Messages that were not handed over are sent by the next process. */
  stop(): Promise<void>
}

/** How many messages of this process may be on their way at the same time. */
const maxConcurrent = 4
/** Maximum milliseconds between two reads of the outbox. */
const pollIntervalMs = 2000
const maxRetryMs = 30_000
/** Number of events whose messages are made in one transaction. */
const eventsPerBatch = 100
/** Milliseconds that the mail server has to answer for a message that was handed over when the service stops. */
const graceMs = 5000
/** How long settled messages are kept, in milliseconds: the people of the desk see which were not sent. */
const messageLifeMs = 90 * 86_400_000
const cleanIntervalMs = 3_600_000
const countIntervalMs = 15_000
const deletedPerBatch = 1000

/** Creates a mailer: a loop that makes messages of events, and sends those that are due. */
export function createMailer(options: MailerOptions): Mailer {
  const { store, log } = options
  const stopping = new AbortController()
  const pause = createPause(stopping.signal)
  const inFlight = new Set<Promise<void>>()
  // Longer than all waits of an attempt together.
  const leaseMs = 2 * options.timeouts.connectMs + 8 * options.timeouts.answerMs
  let cleanedAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  let loop = Promise.resolve()

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      let waitMs = pollIntervalMs
      try {
        const taken = await store.takeMailEvents(eventsPerBatch)
        const hasClaimed = inFlight.size < maxConcurrent && (await claim())
        await clean()
        await count()
        failures = 0
        options.onPoll?.()
        if (taken > 0 || hasClaimed) continue
      } catch (err) {
        failures += 1
        waitMs = computeBackoffMs(failures, { baseMs: 500, maxMs: maxRetryMs })
        log.warn(
          { err, failures },
          'The outbox of mail could not be read. The service tries again.',
        )
      }
      await pause.wait(waitMs)
    }
    await Promise.all(inFlight)
  }

  async function claim(): Promise<boolean> {
    const message = await store.claimMessage(options.bounds, leaseMs)
    if (!message) return false
    const done = deliver(options, message, stopping.signal).catch((err) =>
      // The lease expires, and it is tried again, or shown as one that may have been sent.
      log.warn({ err, message: message.id }, 'The outcome of a message could not be stored.'),
    )
    inFlight.add(done)
    void done.finally(() => {
      inFlight.delete(done)
      pause.wake()
    })
    return true
  }

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < cleanIntervalMs) return
    cleanedAt = performance.now()
    const before = new Date(Date.now() - messageLifeMs)
    while ((await store.deleteMessages(before, deletedPerBatch)) === deletedPerBatch);
  }

  /** Looks at what waits, and for webhooks that fail. */
  async function count(): Promise<void> {
    if (performance.now() - countedAt < countIntervalMs) return
    countedAt = performance.now()
    options.onWaiting?.(await store.countWaitingMessages())
    await store.reportFailingWebhooks(options.webhookFailureMs)
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

/** By what an attempt is counted. */
const outcomes = {
  SENT: 'sent',
  WAITING: 'failed',
  FAILED: 'given_up',
  UNKNOWN: 'unknown',
  IGNORED: undefined,
} as const satisfies Readonly<Record<MailStatus, string | undefined>>

async function deliver(
  options: MailerOptions,
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<void> {
  const { store, log, onOutcome } = options
  const outcome = await attempt(options, message, signal)
  await store.settleMessage(message, outcome)
  // Without the address, which is personal.
  const fields = { message: message.id, kind: message.kind, tried: message.previousAttempts }
  if (outcome.status === 'SENT') log.info(fields, 'mail sent')
  else if (outcome.status === 'IGNORED') log.info(fields, 'mail not needed')
  else log.warn({ ...fields, fault: outcome.error, status: outcome.status }, 'mail not sent')
  const counted = outcomes[outcome.status]
  if (counted) onOutcome?.(counted)
}

async function attempt(
  { store, server, sender, timeouts, retryDelaysMs, write }: MailerOptions,
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const { previousAttempts, recipient } = message
  try {
    const letter = await write(message)
    // Nobody misses it: whoever it was for has left, or what it was about is gone.
    if (!letter) return { status: 'IGNORED', error: 'There is nothing to report any more.' }
    const messageId = computeMessageId(message, sender.address)
    const composed = await composeMessage(letter, { sender, recipient, messageId })
    const outcome = await sendMessage(server, composed, {
      timeouts,
      beforeMessage: () => store.markHandedOver(message),
      signal,
      graceMs,
    })
    switch (outcome.kind) {
      case 'sent':
        return { status: 'SENT' }
      case 'refused':
        return { status: 'FAILED', error: outcome.error }
      case 'unknown':
        return { status: 'UNKNOWN', error: outcome.error }
      case 'failed':
        // The next process tries at once what this one has only begun.
        return signal.aborted
          ? { status: 'WAITING', error: outcome.error, delayMs: 0 }
          : retry(outcome.error, previousAttempts, retryDelaysMs)
      default:
        return outcome satisfies never
    }
  } catch (cause) {
    return retry(describeFailure(cause), previousAttempts, retryDelaysMs)
  }
}
