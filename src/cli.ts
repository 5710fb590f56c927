#!/usr/bin/env node
/** The executable `pay-charge`: runs the service and makes accounts. */

import { Command } from 'commander'
import { PayError } from './errors.ts'
import {
  type BrandOptions,
  brandAccount,
  createAccount,
  listAccounts,
} from './service/commands/account.ts'
import { createKey, listKeys, revokeKey } from './service/commands/key.ts'
import { type ListOptions, listWebhooks, retryWebhooks } from './service/commands/webhooks.ts'
import { readSettings, type Settings, variables } from './service/settings.ts'

const program = new Command('pay-charge')
  .description('The service behind <pay-charge>: charges, and the payments that pay them.')
  .addHelpText('after', `\nEnvironment:\n${environmentHelp()}`)

program
  .command('serve')
  .description('run the service until SIGINT or SIGTERM')
  .action(() =>
    run(async (settings) => {
      // The other commands answer sooner without the code that serves.
      const { serve } = await import('./service/commands/serve.ts')
      await serve(settings)
    }),
  )

const account = program.command('account').description('accounts of merchants')
account
  .command('create')
  .description('make an account, and show its api-key this once')
  .option('--name <name>', 'as payers see it', '')
  .option('--json', 'answer as JSON: { id, name, apiKey }')
  .action((options: { name: string; json?: boolean }) =>
    run((settings) => createAccount(settings, options)),
  )
account
  .command('list')
  .description('show every account: id, username, name')
  .option('--json', 'answer as JSON')
  .action((options: { json?: boolean }) => run((settings) => listAccounts(settings, options)))
account
  .command('brand')
  .description('set how an account looks to payers; what is not given stays')
  .requiredOption('--account <id or username>', 'which account')
  .option('--color <hex>', 'such as #7c3aed')
  .option('--logo <url>', 'address of a picture')
  .option('--name <name>', 'organization name')
  .option('--username <name>', 'by which payers find it')
  .option('--json', 'answer as JSON')
  .action((options: BrandOptions) => run((settings) => brandAccount(settings, options)))

const key = program.command('key').description('api-keys of an account')
type KeyOptions = { account: string; json?: boolean }
key
  .command('create')
  .description('make another key, and show it this once')
  .requiredOption('--account <id or username>', 'whose')
  .option('--json', 'answer as JSON')
  .action((options: KeyOptions) => run((settings) => createKey(settings, options)))
key
  .command('list')
  .description('show the keys by their prefixes')
  .requiredOption('--account <id or username>', 'whose')
  .option('--json', 'answer as JSON')
  .action((options: KeyOptions) => run((settings) => listKeys(settings, options)))
key
  .command('revoke')
  .description('refuse a key from now on')
  .argument('<prefix>', 'such as pc_0123abcd')
  .action((prefix: string) => run((settings) => revokeKey(settings, prefix)))

const webhooks = program.command('webhooks').description('events on their way to merchants')

webhooks
  .command('list')
  .description('show events, the newest first')
  .option('--status <status>', 'waiting, delivered or failed (given up)')
  .option('--limit <number>', 'how many', '50')
  .option('--json', 'answer as JSON, one event a line')
  .action((options: ListOptions) => run((settings) => listWebhooks(settings, options)))

webhooks
  .command('retry')
  .description('deliver events anew, now')
  .argument('[id...]', 'ids of events')
  .option('--failed', 'all that were given up')
  .action((ids: string[], options: { failed?: boolean }) =>
    run((settings) => retryWebhooks(settings, ids, options)),
  )

await program.parseAsync()

/** Runs a command with the settings; a fault that the operator can mend is one line, not a stack. */
async function run(command: (settings: Settings) => Promise<void>): Promise<void> {
  const read = readSettings(process.env)
  if ('faults' in read) return fail(read.faults)
  try {
    await command(read.settings)
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'invalid_setting') return fail([cause.message])
    throw cause
  }
}

function fail(lines: readonly string[]): void {
  for (const line of lines) console.error(line)
  process.exitCode = 1
}

function environmentHelp(): string {
  const width = Math.max(...Object.keys(variables).map((name) => name.length)) + 2
  return Object.entries(variables)
    .map(([name, { meaning, fallback }]) => {
      const shown = fallback ? ` (default: ${fallback})` : ''
      return `  ${name.padEnd(width)}${meaning}${shown}`
    })
    .join('\n')
}
