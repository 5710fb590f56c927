import type { Command } from 'commander'
import { type AccountOptions, accountFlag, type RunCommand } from '../../http/operator-command.ts'
import { operatorAccountRoutes, operatorRoutes } from '../../http/operator-routes.ts'

interface CreateAccountOptions {
  name: string
  proxyKey?: boolean
  test?: boolean
  json?: boolean
}

/** The options of `account brand`: a missing one changes nothing, '' removes the value. */
interface BrandOptions extends AccountOptions {
  color?: string
  logo?: string
  name?: string
  supportUrl?: string
  username?: string
}

/** Adds `account`. */
export function addAccountCommands(program: Command, run: RunCommand): void {
  const account = program.command('account').description('accounts of merchants')
  account
    .command('create')
    .description('create an account and show its api-key for everything, only this once')
    .option('--name <name>', 'as payers see it', '')
    .option(
      '--proxy-key',
      "also create a key for the merchant's proxy, which can create charges only",
    )
    .option('--test', 'also create its test account, with the same keys for test mode')
    .option('--json', 'print JSON: { id, name, apiKey, proxyKey?, test? }')
    .action(({ json, ...body }: CreateAccountOptions) =>
      run(
        async (call) => {
          const created = await call(operatorRoutes.createAccount, { body })
          if (json) return [JSON.stringify(created)]
          const { proxyKey, test } = created
          const [keys, they] = proxyKey || test ? ['keys', 'they are'] : ['key', 'it is']
          return [
            ...formatKeys(created),
            ...(test ? ['Test mode:', ...formatKeys(test)] : []),
            `Store the ${keys} now: ${they} not shown again.`,
          ]
        },
        { mayCreate: true },
      ),
    )
  account
    .command('list')
    .description('show every account: id, username, name')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      run(async (call) => {
        const { data } = await call(operatorRoutes.listAccounts)
        if (json) return [JSON.stringify(data)]
        return data.map(({ id, name, username, live_account }) => {
          const mode = live_account && `test account of ${live_account}`
          return [id, username || '-', name, ...(mode ? [mode] : [])].join('  ')
        })
      }),
    )
  account
    .command('brand')
    .description('set how an account looks to payers; options that are not given keep their value')
    .requiredOption(accountFlag, 'which account')
    .option('--color <hex>', 'such as #7c3aed')
    .option('--logo <url>', 'URL of a picture')
    .option('--name <name>', 'organization name')
    .option(
      '--support-url <url>',
      'where payers reach the store: https://…, or mailto: with an e-mail address',
    )
    .option('--username <name>', 'name by which payers find the account')
    .option('--json', 'print JSON')
    .action(({ account, json, ...body }: BrandOptions) =>
      run(async (call) => {
        const options = { supportUrl: '--support-url' }
        const updated = await call(operatorAccountRoutes.updateProfile, { account, body, options })
        if (json) return [JSON.stringify(updated)]
        return Object.entries(updated).map(([key, value]) => `${key.padEnd(18)}${value}`)
      }),
    )
}

function formatKeys({
  id,
  apiKey,
  proxyKey,
}: {
  id: string
  apiKey: string
  proxyKey?: string | undefined
}) {
  return [`account  ${id}`, `api-key  ${apiKey}`, ...(proxyKey ? [`proxy    ${proxyKey}`] : [])]
}
