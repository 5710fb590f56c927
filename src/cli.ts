#!/usr/bin/env node
/** The executable `pay-charge`: it runs the service and creates accounts. */

import { Command } from 'commander'
import { PayError } from './errors.ts'
import { addAdminCommands } from './service/commands/admin-program.ts'
import { environmentVariables, readSettings, type ServiceSettings } from './service/settings.ts'

const program = new Command('pay-charge')
  .description('The service behind <pay-charge>: charges, and the payments that pay them.')
  .addHelpText('after', `\nEnvironment:\n${formatEnvironmentHelp()}`)

program
  .command('serve')
  .description('run the service until SIGINT or SIGTERM')
  .action(() =>
    runWithSettings(async (settings) => {
      // The other commands start faster without the code of the server.
      const { serve } = await import('./service/commands/serve.ts')
      await serve(settings)
    }),
  )

addAdminCommands(program, (command) =>
  runWithSettings(async (settings) => {
    const { runAdminCommand } = await import('./service/commands/run-admin.ts')
    process.exitCode = await runAdminCommand(settings, process.argv.slice(2), command)
  }),
)

await program.parseAsync()

/** Runs a command with the settings. An error that the operator can correct is printed as one line, without a stack. */
async function runWithSettings(
  command: (settings: ServiceSettings) => Promise<void>,
): Promise<void> {
  const parsed = readSettings(process.env)
  if ('errors' in parsed) return printErrors(parsed.errors)
  try {
    await command(parsed.settings)
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'invalid_setting')
      return printErrors([cause.message])
    throw cause
  }
}

function printErrors(lines: readonly string[]): void {
  for (const line of lines) console.error(line)
  process.exitCode = 1
}

function formatEnvironmentHelp(): string {
  const width = Math.max(...Object.keys(environmentVariables).map((name) => name.length)) + 2
  return Object.entries(environmentVariables)
    .map(([name, { description, defaultText: fallback }]) => {
      const defaultText = fallback ? ` (default: ${fallback})` : ''
      return `  ${name.padEnd(width)}${description}${defaultText}`
    })
    .join('\n')
}
