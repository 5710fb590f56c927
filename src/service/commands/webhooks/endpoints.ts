import type { Command } from 'commander'
import type { RouteInput } from '../../../api/routes/route.ts'
import { routes } from '../../../api/routes/routes.ts'
import type { WebhookEndpoint } from '../../../api/schemas/webhook-endpoints.ts'
import type { OperatorCall } from '../operator-call.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../operator-command.ts'
import { createOperatorError } from '../operator-error.ts'

interface FilterOptions extends AccountOptions {
  events?: string[]
  shop?: string
}

const shopText = 'only events about charges that api-keys of this shop created; "" for all'
const eventsText = 'only these types, such as charge:confirmed; "" for all'

/** Adds the commands about the endpoints of an account to `webhooks`. */
export function addEndpointCommands(webhooks: Command, run: RunCommand): void {
  webhooks
    .command('endpoints')
    .description('show where the events of an account are delivered')
    .requiredOption(accountFlag, 'whose')
    .option('--json', 'print JSON')
    .action(({ account, json }: AccountOptions) =>
      run(async (call) => {
        const { data } = await call(routes.listWebhookEndpoints, { account })
        if (json) return [JSON.stringify(data)]
        return data.length === 0 ? ['There are none.'] : data.map(formatEndpoint)
      }),
    )
  webhooks
    .command('add')
    .description('add an endpoint, and show its signing secret, only this once')
    .argument('<url>', 'the receiver')
    .requiredOption(accountFlag, 'whose')
    .option('--events <types...>', eventsText)
    .option('--shop <name>', shopText)
    .option('--json', 'print JSON')
    .action((url: string, { account, events, shop, json }: FilterOptions) =>
      run(async (call) => {
        const body = { url, events: readTypes(events), shop } as Body<'addWebhookEndpoint'>
        const endpoint = await call(routes.addWebhookEndpoint, {
          account,
          body,
          options: optionNames,
        })
        return formatWithSecret(endpoint, json)
      }),
    )
  webhooks
    .command('update')
    .description('change an endpoint: another url takes effect after a delay, the rest at once')
    .argument('<id>', 'of the endpoint')
    .requiredOption(accountFlag, 'whose')
    .option('--url <url>', 'another receiver, with a secret of its own')
    .option('--events <types...>', eventsText)
    .option('--shop <name>', shopText)
    .option('--on', 'send events to it')
    .option('--off', 'keep its events and send none')
    .option('--now', 'apply another url at once')
    .option('--json', 'print JSON')
    .action((uuid: string, given: FilterOptions & UpdateOptions) =>
      run(async (call) => {
        const { account, url, events, shop, on, off, now: isAtOnce, json } = given
        if (on && off) throw createOperatorError('Give --on or --off, not both.')
        const enabled = on ? true : off ? false : undefined
        const body = {
          url,
          events: readTypes(events),
          shop,
          enabled,
        } as Body<'updateWebhookEndpoint'>
        const params = { uuid }
        const options = { ...optionNames, uuid: 'id' }
        const route = routes.updateWebhookEndpoint
        return formatWithSecret(
          await call(route, { account, params, body, isAtOnce, options }),
          json,
        )
      }),
    )
  webhooks
    .command('remove')
    .description('remove an endpoint, after a delay')
    .argument('<id>', 'of the endpoint')
    .requiredOption(accountFlag, 'whose')
    .option('--now', 'at once')
    .action((uuid: string, { account, now: isAtOnce }: AccountOptions & { now?: boolean }) =>
      run(async (call) => {
        const params = { uuid }
        const removal = await call(routes.removeWebhookEndpoint, { account, params, isAtOnce })
        const { effective_at } = removal
        return [effective_at ? `It will be removed at ${effective_at}.` : 'Removed.']
      }),
    )
  webhooks
    .command('test')
    .description('send webhook.test to an endpoint; `webhooks list` says how that went')
    .argument('[id]', 'of the endpoint; default: the only one')
    .requiredOption(accountFlag, 'whose')
    .action((id: string | undefined, { account }: AccountOptions) =>
      run(async (call) => {
        const params = { uuid: id ?? (await findOnlyEndpoint(call, account)) }
        const { uuid } = await call(routes.testWebhookEndpoint, { account, params })
        return [`event ${uuid}`]
      }),
    )
  webhooks
    .command('rotate-secret')
    .description(
      'create a new signing secret and show it, only this once; the old one also signs for 24 hours',
    )
    .argument('[id]', 'of the endpoint; default: the only one')
    .requiredOption(accountFlag, 'whose')
    .option('--json', 'print JSON')
    .action((id: string | undefined, { account, json }: AccountOptions) =>
      run(async (call) => {
        const params = { uuid: id ?? (await findOnlyEndpoint(call, account)) }
        const webhook = await call(routes.rotateWebhookSecret, { account, params })
        if (json) return [JSON.stringify(webhook)]
        return [
          `secret  ${webhook.secret}`,
          'Store the secret now: it is not shown again. For at least 24 hours, calls are signed with the old secret too.',
        ]
      }),
    )
}

interface UpdateOptions {
  url?: string
  on?: boolean
  off?: boolean
  now?: boolean
}

type BodyRoute = 'addWebhookEndpoint' | 'updateWebhookEndpoint'
type Body<Name extends BodyRoute> = RouteInput<(typeof routes)[Name]>['body']

const optionNames = { events: '--events', shop: '--shop', url: 'url' }

/** Reads types of events: separated by blanks or commas, `""` for all. Undefined where the option was not given. */
function readTypes(texts: readonly string[] | undefined): string[] | undefined {
  return texts
    ?.flatMap((text) => text.split(','))
    .map((type) => type.trim())
    .filter((type) => type !== '')
}

async function findOnlyEndpoint(call: OperatorCall, account: string): Promise<string> {
  const { data } = await call(routes.listWebhookEndpoints, { account })
  const [endpoint, ...others] = data
  if (endpoint && others.length === 0) return endpoint.uuid
  throw createOperatorError(
    endpoint
      ? 'The account has several webhook endpoints: name one. List them with `pay-charge webhooks endpoints`.'
      : 'The account has no webhook endpoint. Set one with `pay-charge settings webhook`.',
  )
}

function formatEndpoint(endpoint: WebhookEndpoint): string {
  const { uuid, url, events, shop, enabled, failing, pending } = endpoint
  const wants = `${events.length > 0 ? events.join(',') : 'all events'}${shop && ` of shop ${shop}`}`
  const change = pending
    ? [`${pending.url ? `to ${pending.url}` : 'removed'} at ${pending.effective_at}`]
    : []
  const health = failing ? [`failing since ${failing.since}, ${failing.waiting} waiting`] : []
  return [uuid, enabled ? 'on ' : 'off', url, wants, ...health, ...change].join('  ')
}

function formatWithSecret(
  endpoint: WebhookEndpoint & { secret?: string | undefined },
  json: boolean | undefined,
): string[] {
  if (json) return [JSON.stringify(endpoint)]
  const { secret } = endpoint
  if (secret === undefined) return [formatEndpoint(endpoint)]
  return [
    formatEndpoint(endpoint),
    `secret  ${secret}`,
    'Store the secret now: it is not shown again.',
  ]
}
