import type { Command } from 'commander'
import type { RouteInput } from '../../../api/routes/route.ts'
import { routes } from '../../../api/routes/routes.ts'
import { operatorRoutes, type WebhookEventDelivery } from '../../routes/operator-routes.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../operator-command.ts'

type ListQuery = RouteInput<typeof operatorRoutes.listWebhookEvents>['query']

/** Adds `webhooks`. */
export function addWebhookCommands(program: Command, run: RunCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('webhook events and their delivery to merchants')
  webhooks
    .command('list')
    .description('show events, the newest first')
    .option('--status <status>', 'waiting, delivered or failed (given up)')
    .option('--limit <number>', 'how many', '50')
    .option('--json', 'print JSON, one event per line')
    .action(({ status, limit, json }: { status?: string; limit: string; json?: boolean }) =>
      run(async (call) => {
        const query = { limit, status: status?.toUpperCase() } as ListQuery
        const { data } = await call(operatorRoutes.listWebhookEvents, { query })
        if (json) return data.map((event) => JSON.stringify(event))
        return data.length === 0 ? ['There are no such events.'] : data.map(formatDelivery)
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
  webhooks
    .command('rotate-secret')
    .description(
      'create a new signing secret and show it, only this once; the old one also signs for 24 hours',
    )
    .requiredOption(accountFlag, 'whose')
    .option('--json', 'print JSON: { url, secret }')
    .action(({ account, json }: AccountOptions) =>
      run(async (call) => {
        const webhook = await call(routes.rotateWebhookSecret, { account })
        if (json) return [JSON.stringify(webhook)]
        return [
          `secret  ${webhook.secret}`,
          'Store the secret now: it is not shown again. For at least 24 hours, calls are signed with the old secret too.',
        ]
      }),
    )
}

/** Returns the line of an event in `pay-charge webhooks list`. */
export function formatDelivery(event: WebhookEventDelivery): string {
  const { id, type, status, attempts, lastError, chargeId, createdAt, nextAttemptAt } = event
  const next = nextAttemptAt && attempts > 0 ? `  next attempt ${nextAttemptAt}` : ''
  const reason = lastError ? `  ${lastError}` : ''
  const head = `${createdAt}  ${id}  ${type.padEnd(16)}  ${status.padEnd(9)}`
  const subject = chargeId ? `charge ${chargeId}` : 'no charge'
  return `${head}  ${subject}  attempts ${attempts}${next}${reason}`
}
