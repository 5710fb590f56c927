#!/usr/bin/env node
/** The executable `pay-charge`: runs the service and makes accounts. */

import { Command } from 'commander'
import { PayError } from './errors.ts'
import { addAdminCommands } from './service/commands/admin-program.ts'
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

addAdminCommands(program, (command) =>
  run(async (settings) => {
    const { runAdmin } = await import('./service/commands/run-admin.ts')
    process.exitCode = await runAdmin(settings, process.argv.slice(2), command)
  }),
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
