import type { Command } from 'commander'
import type { RunCommand } from '../../http/operator-command.ts'
import { operatorRoutes } from '../../http/operator-routes.ts'

/** Adds `rescan`. */
export function addRescanCommand(program: Command, run: RunCommand): void {
  program
    .command('rescan')
    .description('read blocks again for payments that were missed')
    .requiredOption('--chain <id>', 'which chain')
    .requiredOption('--from <block>', 'the first block')
    .option('--to <block>', 'the last block; default: the newest')
    .action((body: { chain: string; from: string; to?: string }) =>
      run(async (call) => {
        await call(operatorRoutes.requestRescan, { body })
        return [`A running service will read chain ${body.chain} again from block ${body.from}.`]
      }),
    )
}
