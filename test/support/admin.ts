import { Command, CommanderError } from 'commander'
import { PayError } from '../../src/errors.ts'
import { addAdminCommands } from '../../src/service/commands/admin-program.ts'
import { readSettings } from '../../src/service/settings.ts'
import { openStore } from '../../src/service/store/store.ts'
import { runCli, type ServiceEnvironment } from './service.ts'

/**
 * Runs an operator's command in this process, which `pay-charge` would run in one of its own, and gives what it prints. A
 * failing command rejects with stderr, as {@link runCli} does. On the embedded database, which one process has open, it is
 * `pay-charge` that runs.
 */
export async function runAdmin(
  args: readonly string[],
  environment: ServiceEnvironment,
): Promise<{ stdout: string }> {
  const parsed = readSettings(environment)
  if ('errors' in parsed) throw refusal(parsed.errors.join('\n'))
  const { settings } = parsed
  const { database } = settings
  if ('dataDir' in database) return await runCli(args, environment)
  const printed: string[] = []
  const program = new Command('pay-charge')
    .exitOverride()
    .configureOutput({ writeOut: (text) => printed.push(text), writeErr: () => undefined })
  addAdminCommands(program, async (command) => {
    const store = await openStore(database, () => undefined)
    const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
    const print = (text: string) => printed.push(`${text}\n`)
    await command(store, print, { ...settings, publicUrl }).finally(() => store.close())
  })
  await program.parseAsync(args, { from: 'user' }).catch((cause: unknown) => {
    const isSaid = cause instanceof PayError && cause.code === 'invalid_setting'
    throw isSaid || cause instanceof CommanderError ? refusal(cause.message) : cause
  })
  return { stdout: printed.join('') }
}

const refusal = (stderr: string) => Object.assign(new Error(stderr), { code: 1, stderr })
