#!/usr/bin/env node
/** The executable `pay-charge`: it runs the service and creates accounts. */

import './service/cli/check-node.ts'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { PayError } from './errors.ts'
import { environmentVariables, readSettings, type ServiceSettings } from './service/app/settings.ts'
import type { RunCommand } from './service/http/operator-command.ts'
import { getExitCode } from './service/http/operator-error.ts'
import { printError, printLine } from './service/kernel/print.ts'

const program = new Command('pay-charge')
  .description('The service behind <pay-charge>: charges, and the payments that pay them.')
  .version(readVersion())
  .addHelpText('after', `\nEnvironment:\n${formatEnvironmentHelp()}`)

program
  .command('serve')
  .description('run the service until SIGINT or SIGTERM')
  .option('--roles <roles>', 'SERVICE_ROLES of this process: any of api, watcher and webhooks')
  .action(({ roles }: { roles?: string }) =>
    runWithSettings(
      async (settings) => {
        // The other commands start faster without the code of the server.
        const { serve } = await import('./service/cli/serve.ts')
        await serve(settings)
      },
      roles === undefined ? {} : { SERVICE_ROLES: roles },
    ),
  )

program
  .command('doctor')
  .description('check settings, nodes, clock, database and webhooks, and print remedies')
  .option('--json', 'print JSON, one check per line: { state, subject, text }')
  .action((options: { json?: boolean }) =>
    runWithSettings(async (settings) => {
      const { runDoctor } = await import('./service/cli/doctor.ts')
      process.exitCode = await runDoctor(settings, options, printLine)
    }),
  )

// A service that runs for months need not hold the code of the other commands.
if (process.argv[2] !== 'serve') {
  const { addOperatorCommands } = await import('./service/cli/operator-program.ts')
  const runOperator: RunCommand = (command, options) =>
    runWithSettings(async (settings) => {
      const { runOperatorCommand } = await import('./service/app/operator.ts')
      await runOperatorCommand(settings, command, printLine, options)
    })
  addOperatorCommands(program, runOperator)
  const { addBookCommands } = await import('./service/books/commands/books.ts')
  const withFetch: Parameters<typeof addBookCommands>[2] = (command) =>
    runWithSettings(async (settings) => {
      const { withOperator } = await import('./service/app/operator.ts')
      await withOperator(settings, command)
    })
  addBookCommands(program, runOperator, withFetch, printLine)
  const { addBackupCommands } = await import('./service/cli/backup/backup-program.ts')
  addBackupCommands(program, runWithSettings, printLine)
  const { addQuoteKeyCommands } = await import('./service/charges/commands/quote-key.ts')
  addQuoteKeyCommands(program, runReportingErrors)
  const { addListenCommand } = await import('./service/webhooks/commands/listen.ts')
  addListenCommand(program, runReportingErrors)
  const { addCallCommand } = await import('./service/cli/call.ts')
  addCallCommand(program, runOperator, runReportingErrors, printLine)
}

await program.parseAsync()

/** Reads the version of the package that this file is in. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Runs a command with the settings of the environment, and of the options in their place. */
async function runWithSettings(
  command: (settings: ServiceSettings) => Promise<void>,
  options: Record<string, string> = {},
): Promise<void> {
  const parsed = readSettings({ ...process.env, ...options })
  if ('errors' in parsed) return printErrors(parsed.errors)
  const { settings } = parsed
  await runReportingErrors(() => command(settings))
}

/** Runs a command. An error that the operator can correct is printed as one line, without a stack. */
async function runReportingErrors(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (cause) {
    if (cause instanceof PayError && cause.code === 'invalid_setting')
      return printErrors([cause.message], getExitCode(cause))
    throw cause
  }
}

function printErrors(lines: readonly string[], exitCode = 1): void {
  for (const line of lines) printError(line)
  process.exitCode = exitCode
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
