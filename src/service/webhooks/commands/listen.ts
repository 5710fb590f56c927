import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { Webhook } from 'standardwebhooks'
import { type Client, createClient } from '../../../api/client/client.ts'
import type { ListedEvent } from '../../../api/schemas/events.ts'
import { PayError } from '../../../errors.ts'
import { createOperatorError, type Print } from '../../http/operator-error.ts'
import { printLine } from '../../kernel/print.ts'

/** Milliseconds between two looks for new events. */
const pollMs = 1000
/**
 * Milliseconds by which each look reaches back: an event is listed by the time at which its change began, and may be saved
 * later than one that began after it.
 */
const overlapMs = 60_000
/** Milliseconds that the local receiver has to respond. */
const timeoutMs = 30_000

interface ListenOptions {
  service: string
  forwardTo: string
  events?: string[]
  secret?: string
}

/**
 * Adds `listen`, for merchants' developers: it needs an api-key and no database.
 *
 * @param run runs a command and prints an error that its user can correct
 */
export function addListenCommand(
  program: Command,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  program
    .command('listen')
    .description(
      'send the events of an account to a program on this machine, as they happen; needs the api-key (charges:read) in ' +
        'PAY_CHARGE_KEY, and nothing that can be reached from outside',
    )
    .requiredOption('--forward-to <url>', 'the receiver, such as http://localhost:4000/webhooks')
    .requiredOption('--service <url>', 'the service, such as https://pay.example')
    .option('--events <types...>', 'only these types, such as charge:confirmed')
    .option('--secret <secret>', 'sign with this one; default: a new one, which is printed')
    .action((options: ListenOptions) =>
      run(async () => {
        const stop = new AbortController()
        for (const signal of ['SIGINT', 'SIGTERM'] as const)
          process.once(signal, () => stop.abort())
        const apiKey = process.env.PAY_CHARGE_KEY
        await listen({ ...options, apiKey }, printLine, stop.signal).catch((cause: unknown) => {
          if (!(cause instanceof PayError) || cause.code === 'invalid_setting') throw cause
          throw createOperatorError(`${options.service}: ${cause.message}`, cause)
        })
      }),
    )
}

/**
 * Forwards the events that happen from now on until the signal aborts, each once and the oldest first; their deliveries to the
 * account's own endpoints are as ever.
 */
export async function listen(
  {
    service,
    forwardTo,
    events: types,
    secret: given,
    apiKey,
  }: ListenOptions & { apiKey?: string | undefined },
  print: Print,
  signal: AbortSignal,
): Promise<void> {
  if (!URL.canParse(forwardTo))
    throw createOperatorError('--forward-to must be a URL, such as http://localhost:4000/webhooks.')
  if (!apiKey)
    throw createOperatorError(
      'Set PAY_CHARGE_KEY to an api-key of the account that may read charges.',
    )
  const client = createClient({ baseUrl: service, apiKey })
  const secret = given ?? createSecret()
  const webhook = new Webhook(secret)
  const { data } = await client.listEvents({ limit: 1 })
  // By the service's clock, not by this machine's.
  let since = data[0] ? Date.parse(data[0].createdAt) - overlapMs : 0
  const seen = new Map<string, number>()
  for (const event of await listSince(client, since)) markSeen(event)
  print(`Listening. Events are signed with ${secret}`)
  while (!signal.aborted) {
    await forwardNew().catch((cause: unknown) => {
      // Waits for the network, or for a service that is restarting.
      if (!PayError.from(cause, 'service_failed').retryable) throw cause
    })
    for (const [id, time] of seen) if (time < since) seen.delete(id)
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }

  async function forwardNew(): Promise<void> {
    for (const event of await listSince(client, since)) {
      if (signal.aborted || seen.has(event.uuid)) continue
      const isWanted = !types || types.includes(event.type)
      if (isWanted) print(`${event.type.padEnd(18)}  ${event.uuid}  ${await forward(event)}`)
      markSeen(event)
    }
  }

  function markSeen({ uuid, createdAt }: ListedEvent): void {
    const time = Date.parse(createdAt)
    seen.set(uuid, time)
    since = Math.max(since, time - overlapMs)
  }

  /** Sends one event, and returns the outcome in words. */
  async function forward({ uuid }: ListedEvent): Promise<string> {
    const { event } = await client.getEvent(uuid)
    const body = JSON.stringify(event)
    const now = new Date()
    try {
      const response = await fetch(forwardTo, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          'content-type': 'application/json',
          'webhook-id': uuid,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': webhook.sign(uuid, now, body),
        },
      })
      await response.body?.cancel()
      return String(response.status)
    } catch (cause) {
      const { message, cause: reason } = cause as Error
      return `no answer: ${reason instanceof Error ? reason.message : message}`
    }
  }
}

/** Returns the events since a time, the oldest first. */
async function listSince(client: Client, since: number): Promise<ListedEvent[]> {
  const events: ListedEvent[] = []
  const query = { limit: 100, since: new Date(since).toISOString() }
  let page = await client.listEvents(query)
  events.push(...page.data)
  while (page.pagination.has_more) {
    page = await client.listEvents({ ...query, starting_after: page.data.at(-1)?.uuid ?? '' })
    events.push(...page.data)
  }
  return events.reverse()
}

function createSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`
}
