import type { Command } from 'commander'
import type { RouteInput } from '../../../api/routes/route.ts'
import { type OperatorEvent, operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'
import { addEndpointCommands } from './endpoints.ts'

type ListQuery = RouteInput<typeof operatorRoutes.listWebhookEvents>['query']

interface ListOptions {
  status?: string
  type?: string
  limit: string
  json?: boolean
}

/** Adds `webhooks`. */
export function addWebhookCommands(program: Command, run: RunCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('webhook events and their delivery to merchants')
  webhooks
    .command('list')
    .description('show events, the newest first')
    .option('--status <status>', 'with a delivery that is waiting, delivered or failed (given up)')
    .option('--type <type>', 'of this type, such as charge:confirmed')
    .option('--limit <number>', 'how many', '50')
    .option('--json', 'print JSON, one event per line')
    .action(({ status, type, limit, json }: ListOptions) =>
      run(async (call) => {
        const query = { limit, type, status: status?.toUpperCase() } as ListQuery
        const { data } = await call(operatorRoutes.listWebhookEvents, { query })
        if (json) return data.map((event) => JSON.stringify(event))
        return data.length === 0 ? ['There are no such events.'] : data.flatMap(formatEvent)
      }),
    )
  webhooks
    .command('retry')
    .description('deliver events again, now')
    .argument('[id...]', 'ids of events')
    .option('--failed', 'all events that were given up')
    .action((ids: string[], { failed = false }: { failed?: boolean }) =>
      run(async (call) => {
        const body = { ids, failed }
        const options = { ids: 'id' }
        const { count } = await call(operatorRoutes.retryWebhookEvents, { body, options })
        return [`${count} will be delivered.`]
      }),
    )
  addEndpointCommands(webhooks, run)
}

/** Returns the lines of an event in `pay-charge webhooks list`: one, and one for each of its deliveries. */
export function formatEvent(event: OperatorEvent): string[] {
  const { uuid, type, chargeUuid, createdAt, deliveries } = event
  const subject = chargeUuid ? `charge ${chargeUuid}` : 'no charge'
  const head = `${createdAt}  ${uuid}  ${type.padEnd(16)}  ${subject}`
  if (deliveries.length === 0) return [`${head}  no endpoint wanted it`]
  return [head, ...deliveries.map(formatDelivery)]
}

function formatDelivery(delivery: OperatorEvent['deliveries'][number]): string {
  const { endpoint, status, attempts, lastError, nextAttemptAt } = delivery
  const next = nextAttemptAt && attempts > 0 ? `  next attempt ${nextAttemptAt}` : ''
  const reason = lastError ? `  ${lastError}` : ''
  return `  ${status.padEnd(9)}  endpoint ${endpoint}  attempts ${attempts}${next}${reason}`
}
