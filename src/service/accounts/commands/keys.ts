import type { Command } from 'commander'
import type { RouteInput } from '../../../api/routes/route.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../../http/operator-command.ts'
import { operatorAccountRoutes, operatorRoutes } from '../../http/operator-routes.ts'

interface CreateKeyOptions extends AccountOptions {
  scope: readonly string[]
  name: string
  shop?: string
  test?: boolean
  expires?: string
}

type NewKey = RouteInput<typeof operatorAccountRoutes.createKey>['body']

/** Adds `keys`. */
export function addKeyCommands(program: Command, run: RunCommand): void {
  const keys = program.command('keys').description('api-keys of an account')
  keys
    .command('create')
    .description('create another key and show it, only this once')
    .requiredOption(accountFlag, 'whose')
    .requiredOption(
      '--scope <scopes...>',
      'its scopes: charges:write, charges:read, payments, payments:assign (report as the merchant, whose reports decide), ' +
        'settings, admin (everything); desk:see, desk:decide, desk:refund or desk:manage, for a person at the desk; or proxy, for the key of a ' +
        "merchant's proxy",
    )
    .option('--name <name>', 'a name that describes its use', '')
    .option(
      '--shop <name>',
      'the shop of the charges that it creates: webhook endpoints of that shop get their events',
    )
    .option(
      '--test',
      'a key for test mode: of the merchant’s test account, which the first such key creates',
    )
    .option(
      '--expires <days or time>',
      'such as 90d, 2027-01-31 or 2027-01-31T12:00Z; default: never',
    )
    .option('--json', 'print JSON')
    .action(({ account, scope, json, ...rest }: CreateKeyOptions) =>
      run(async (call) => {
        const scopes = scope.flatMap((text) => text.split(',')).map((name) => name.trim())
        const body = { ...rest, scopes: scopes as NewKey['scopes'] }
        const options = { scopes: '--scope' }
        const created = await call(operatorAccountRoutes.createKey, { account, body, options })
        if (json) return [JSON.stringify(created)]
        return [
          ...(rest.test ? [`account  ${created.account} (test mode)`] : []),
          `api-key  ${created.apiKey}`,
          `scopes   ${created.scopes.join(', ')}`,
          'Store the key now: it is not shown again.',
        ]
      }),
    )
  keys
    .command('list')
    .description('show the keys by their prefixes: scopes, last use, expiry')
    .requiredOption(accountFlag, 'whose')
    .option('--json', 'print JSON')
    .action(({ account, json }: AccountOptions) =>
      run(async (call) => {
        const { data } = await call(operatorAccountRoutes.listKeys, { account })
        if (json) return [JSON.stringify(data)]
        return data.map(({ prefix, name, scopes, shop, ...times }) => {
          const texts = Object.entries(times)
            .filter(([, time]) => time !== '')
            .map(([label, time]) => `${label} ${time}`)
          const labels = [...(shop ? [`shop ${shop}`] : []), ...(name ? [name] : [])]
          return [prefix, scopes.join(','), ...texts, ...labels].join('  ')
        })
      }),
    )
  keys
    .command('revoke')
    .description('revoke a key: it is refused from now on')
    .argument('<prefix>', 'such as pc_0123abcd')
    .action((key: string) =>
      run(async (call) => {
        const options = { key: 'prefix' }
        const { prefix, revoked } = await call(operatorRoutes.revokeKey, { body: { key }, options })
        return [`${prefix}  revoked ${revoked}`]
      }),
    )
}
