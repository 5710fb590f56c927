import { Uuid } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { DeliveryRecord, DeliveryStatus } from '../domain/events.ts'
import type { OpenStore } from '../store/store.ts'
import { accountNamed } from './account-named.ts'
import { type Print, wrong } from './operator-fault.ts'

export interface ListOptions {
  status?: string
  limit: string
  json?: boolean
}

const statuses: Record<string, DeliveryStatus> = {
  waiting: 'WAITING',
  delivered: 'DELIVERED',
  failed: 'FAILED',
}

/**
 * Shows events and what became of them.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function listWebhooks(
  store: OpenStore,
  options: ListOptions,
  print: Print,
): Promise<void> {
  const status = options.status === undefined ? undefined : statuses[options.status]
  if (options.status !== undefined && !status) {
    throw invalid('--status', 'must be waiting, delivered or failed')
  }
  if (!/^[1-9]\d{0,5}$/.test(options.limit)) throw invalid('--limit', 'must be a number from 1')
  const events = await store.events(status, Number(options.limit))
  for (const event of events) print(options.json ? JSON.stringify(event) : line(event))
  if (events.length === 0 && !options.json) print('There is none.')
}

/**
 * Starts the delivery of events anew, also of those that were delivered.
 *
 * @throws PayError `invalid_setting` where it is not said which
 */
export async function retryWebhooks(
  store: OpenStore,
  ids: readonly string[],
  { failed = false }: { failed?: boolean },
  print: Print,
): Promise<void> {
  if (failed === ids.length > 0) throw invalid('id', 'or --failed is needed, and not both')
  const misfit = ids.find((id) => !Uuid.safeParse(id).success)
  if (misfit !== undefined) {
    throw invalid('id', `must be an event's id, not "${misfit.slice(0, 80)}"`)
  }
  const count = await store.retryEvents(failed ? 'failed' : ids)
  if (count < ids.length) throw invalid('id', `is unknown in ${ids.length - count} cases`)
  print(`${count} to be delivered.`)
}

/**
 * Makes a new secret for an account's webhook and prints it. The old one signs beside it for 24 hours.
 *
 * @throws PayError `invalid_setting` for an account that is unknown or has no webhook
 */
export async function rotateSecret(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await accountNamed(store, options.account)
  const set = await store.rotateWebhookSecret(id)
  if (!set) throw wrong(`--account: the account ${options.account} has no webhook.`)
  const advice = 'Keep the secret: it is not shown again. The old one signs too for 24 hours.'
  print(options.json ? JSON.stringify(set) : `secret  ${set.secret}\n${advice}`)
}

function line(event: DeliveryRecord): string {
  const { id, type, status, tries, fault, chargeId, createdAt, nextAt } = event
  const next = nextAt && tries > 0 ? `  next try ${nextAt.toISOString()}` : ''
  const why = fault ? `  ${fault}` : ''
  const head = `${createdAt.toISOString()}  ${id}  ${type.padEnd(16)}  ${status.padEnd(9)}`
  return `${head}  charge ${chargeId}  tries ${tries}${next}${why}`
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_setting', `${field} ${message}.`, { field })
}
