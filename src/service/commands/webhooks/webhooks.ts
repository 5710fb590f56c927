import { Uuid } from '../../../api/schemas/fields.ts'
import { PayError } from '../../../errors.ts'
import type { DeliveryRecord, DeliveryStatus } from '../../domain/webhooks/outbox.ts'
import type { OpenStore } from '../../store/store.ts'
import { getMerchantAccount } from '../accounts/account-named.ts'
import type { AdminOptions } from '../admin-command.ts'
import { createOperatorError, type Print } from '../operator-error.ts'

export interface ListWebhooksOptions {
  status?: string
  limit: string
  json?: boolean
}

const statusByOption: Record<string, DeliveryStatus> = {
  waiting: 'WAITING',
  delivered: 'DELIVERED',
  failed: 'FAILED',
}

/**
 * Prints webhook events and the status of their delivery.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function listWebhooks(
  store: OpenStore,
  options: ListWebhooksOptions,
  print: Print,
): Promise<void> {
  const status = options.status === undefined ? undefined : statusByOption[options.status]
  if (options.status !== undefined && !status) {
    throw createOptionError('--status', 'must be waiting, delivered or failed')
  }
  if (!/^[1-9]\d{0,5}$/.test(options.limit))
    throw createOptionError('--limit', 'must be a number from 1')
  const events = await store.listEvents(status, Number(options.limit))
  for (const event of events) print(options.json ? JSON.stringify(event) : formatDelivery(event))
  if (events.length === 0 && !options.json) print('There are no such events.')
}

/**
 * Starts the delivery of events again, also of delivered ones.
 *
 * @throws PayError `invalid_setting` unless either ids or --failed are given, and for unknown ids
 */
export async function retryWebhooks(
  store: OpenStore,
  ids: readonly string[],
  { failed: retriesFailed = false }: { failed?: boolean },
  print: Print,
): Promise<void> {
  if (retriesFailed === ids.length > 0)
    throw createOptionError('id', 'or --failed must be given, but not both')
  const invalidId = ids.find((id) => !Uuid.safeParse(id).success)
  if (invalidId !== undefined) {
    throw createOptionError('id', `must be an event's id, not "${invalidId.slice(0, 80)}"`)
  }
  const count = await store.retryEvents(retriesFailed ? 'failed' : ids)
  if (count < ids.length) throw createOptionError('id', `is unknown in ${ids.length - count} cases`)
  print(`${count} will be delivered.`)
}

/**
 * Creates a new secret for an account's webhook and prints it. The old one signs too for at least 24 hours.
 *
 * @throws PayError `invalid_setting` for an account that is unknown or has no webhook, `conflict` while two earlier secrets sign
 */
export async function rotateSecret(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
  { settingsDelayMs }: AdminOptions,
): Promise<void> {
  const { id } = await getMerchantAccount(store, options.account)
  const change = { author: 'cli', delayMs: settingsDelayMs } as const
  const webhook = await store.rotateWebhookSecret(id, change).catch((cause: unknown) => {
    if (cause instanceof PayError && cause.code === 'conflict')
      throw createOperatorError(cause.message, cause)
    throw cause
  })
  if (!webhook)
    throw createOperatorError(`--account: the account ${options.account} has no webhook.`)
  const advice =
    'Store the secret now: it is not shown again. For at least 24 hours, calls are signed with the old secret too.'
  print(options.json ? JSON.stringify(webhook) : `secret  ${webhook.secret}\n${advice}`)
}

/** Returns the line of an event in `pay-charge webhooks list`. */
export function formatDelivery(event: DeliveryRecord): string {
  const { id, type, status, attempts, lastError, chargeId, createdAt, nextAttemptAt } = event
  const next = nextAttemptAt && attempts > 0 ? `  next attempt ${nextAttemptAt.toISOString()}` : ''
  const reason = lastError ? `  ${lastError}` : ''
  const head = `${createdAt.toISOString()}  ${id}  ${type.padEnd(16)}  ${status.padEnd(9)}`
  const subject = chargeId ? `charge ${chargeId}` : 'no charge'
  return `${head}  ${subject}  attempts ${attempts}${next}${reason}`
}

function createOptionError(field: string, message: string): PayError {
  return new PayError('invalid_setting', `${field} ${message}.`, { field })
}
