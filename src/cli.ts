#!/usr/bin/env node
/** The executable `pay-charge`: runs the service and makes accounts. */

import { Command } from 'commander'
import { PayError } from './errors.ts'
import { createAccount } from './service/commands/account.ts'
import { serve } from './service/commands/serve.ts'
import { readSettings, type Settings, variables } from './service/settings.ts'

const program = new Command('pay-charge')
  .description('The service behind <pay-charge>: charges, and the payments that pay them.')
  .addHelpText('after', `\nEnvironment:\n${environmentHelp()}`)

program
  .command('serve')
  .description('run the service until SIGINT or SIGTERM')
  .action(() => run(serve))

program
  .command('account')
  .description('accounts of merchants')
  .command('create')
  .description('make an account, and show its api-key this once')
  .option('--name <name>', 'as payers see it', '')
  .option('--json', 'answer as JSON: { id, name, apiKey }')
  .action((options: { name: string; json?: boolean }) =>
    run((settings) => createAccount(settings, options)),
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
  return Object.entries(variables)
    .map(([name, { meaning, fallback }]) => {
      const shown = fallback ? ` (default: ${fallback})` : ''
      return `  ${name.padEnd(16)}${meaning}${shown}`
    })
    .join('\n')
}
