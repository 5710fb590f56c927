import type { Command } from 'commander'
import type { ServiceSettings } from '../../app/settings.ts'
import type { Print } from '../../http/operator-error.ts'

/**
 * Adds `backup` and `restore`. `run` runs a command with the settings, and prints an error that the operator can correct;
 * `print` gets their output.
 */
export function addBackupCommands(
  program: Command,
  run: (command: (settings: ServiceSettings) => Promise<void>) => Promise<void>,
  print: Print,
): void {
  program
    .command('backup')
    .description('write a copy of the embedded database to a file, also while the service runs')
    .argument('<file>', 'a new file; it holds secrets, so only you may read it')
    .action((file: string) =>
      run(async (settings) => {
        const { backup } = await import('./backup.ts')
        await backup(settings, file, print)
      }),
    )
  program
    .command('restore')
    .description('replace the embedded database with a copy; stop the service first')
    .argument('<file>', 'a file that `pay-charge backup` has written')
    .option('--replace', 'also where the database has accounts, or cannot be read')
    .action((file: string, options: { replace?: boolean }) =>
      run(async (settings) => {
        const { restore } = await import('./backup.ts')
        await restore(settings, file, options, print)
      }),
    )
}
