import assert from 'node:assert/strict'
import { Command, CommanderError } from 'commander'
import { PayError } from '../../src/errors.ts'
import { runOperatorCommand, withOperator } from '../../src/service/app/operator.ts'
import { addBookCommands } from '../../src/service/books/commands/books.ts'
import { addBackupCommands } from '../../src/service/cli/backup/backup-program.ts'
import { addCallCommand } from '../../src/service/cli/call.ts'
import { addOperatorCommands } from '../../src/service/cli/operator-program.ts'
import type { RunCommand } from '../../src/service/http/operator-command.ts'
import { getExitCode } from '../../src/service/http/operator-error.ts'
import type { Harness } from './harness.ts'
import { readTestSettings } from './read-settings.ts'
import type { ServiceEnvironment } from './service.ts'

/**
 * Runs an operator's command in this process, which `pay-charge` would run in one of its own, and gives what it prints. A
 * failing command rejects with stderr, as `runCli` does.
 */
export async function runOperator(
  args: readonly string[],
  environment: ServiceEnvironment,
): Promise<{ stdout: string }> {
  const settings = readTestSettings(environment)
  const printed: string[] = []
  const program = new Command('pay-charge')
    .exitOverride()
    .configureOutput({ writeOut: (text) => printed.push(text), writeErr: () => undefined })
  const print = (line: string) => void printed.push(`${line}\n`)
  const runCommand: RunCommand = (command, options) =>
    runOperatorCommand(settings, command, print, options)
  addOperatorCommands(program, runCommand)
  addBookCommands(program, runCommand, (command) => withOperator(settings, command), print)
  addCallCommand(program, runCommand, (command) => command(), print)
  addBackupCommands(program, (command) => command(settings), print)
  await program.parseAsync(args, { from: 'user' }).catch((cause: unknown) => {
    const isSaid = cause instanceof PayError && cause.code === 'invalid_setting'
    if (isSaid) throw createFailure(cause.message, getExitCode(cause))
    throw cause instanceof CommanderError ? createFailure(cause.message) : cause
  })
  return { stdout: printed.join('') }
}

const createFailure = (stderr: string, code = 1) =>
  Object.assign(new Error(stderr), { code, stderr })

/** An operator's commands beside a harness's service. Each gives what it prints. */
export const commandsOf =
  (harness: Pick<Harness, 'environment'>) =>
  async (...args: string[]): Promise<string> =>
    (await runOperator(args, harness.environment)).stdout.trim()

/** The line with which a command refuses; fails where it runs, says more than a line, or ends with another exit code than 1. */
export async function refusalOf(running: Promise<unknown>): Promise<string> {
  const { code, stderr } = await running.then(
    (said) => assert.fail(`it ran: ${JSON.stringify(said)}`),
    (cause: { code: number; stderr: string }) => cause,
  )
  assert.equal(code, 1)
  const lines = stderr.trim().split('\n')
  assert.equal(lines.length, 1, stderr)
  return String(lines[0])
}
