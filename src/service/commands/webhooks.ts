import { Uuid } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { DeliveryRecord, DeliveryStatus } from '../domain/events.ts'
import type { Settings } from '../settings.ts'
import { withStore } from './with-store.ts'

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
export async function listWebhooks(settings: Settings, options: ListOptions): Promise<void> {
  const status = options.status === undefined ? undefined : statuses[options.status]
  if (options.status !== undefined && !status) {
    throw invalid('--status', 'must be waiting, delivered or failed')
  }
  if (!/^[1-9]\d{0,5}$/.test(options.limit)) throw invalid('--limit', 'must be a number from 1')
  await withStore(settings, async (store) => {
    const events = await store.events(status, Number(options.limit))
    for (const event of events) console.log(options.json ? JSON.stringify(event) : line(event))
    if (events.length === 0 && !options.json) console.log('There is none.')
  })
}

/**
 * Starts the delivery of events anew, also of those that were delivered.
 *
 * @throws PayError `invalid_setting` where it is not said which
 */
export async function retryWebhooks(
  settings: Settings,
  ids: readonly string[],
  { failed = false }: { failed?: boolean },
): Promise<void> {
  if (failed === ids.length > 0) throw invalid('id', 'or --failed is needed, and not both')
  const wrong = ids.find((id) => !Uuid.safeParse(id).success)
  if (wrong !== undefined) throw invalid('id', `must be an event's id, not "${wrong.slice(0, 80)}"`)
  await withStore(settings, async (store) => {
    const count = await store.retryEvents(failed ? 'failed' : ids)
    if (count < ids.length) throw invalid('id', `is unknown in ${ids.length - count} cases`)
    console.log(`${count} to be delivered.`)
  })
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
