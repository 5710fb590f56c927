import type { Command } from 'commander'
import type { ServiceSettings } from '../../settings.ts'
import type { ArchiveOptions } from './archive.ts'

/** Adds `archive`. `run` runs a command with the settings, and prints an error that the operator can correct. */
export function addArchiveCommand(
  program: Command,
  run: (command: (settings: ServiceSettings) => Promise<void>) => Promise<void>,
): void {
  program
    .command('archive')
    .description('write charges that are over for long to files, one a month')
    .argument('<folder>', 'where to; the files are as secret as the database')
    .option('--before <date>', 'charges about which nothing has happened since, such as 2026-01-01')
    .option('--older-than <days>', 'the same in days; at least WATCH_DAYS, and 30')
    .option('--delete', 'and delete what is in the files from the database')
    .action((folder: string, options: ArchiveOptions) =>
      run(async (settings) => {
        const { archive } = await import('./archive.ts')
        await archive(settings, folder, options, (text) => console.log(text))
      }),
    )
}
