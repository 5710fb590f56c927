import type { Command } from 'commander'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'

/** Adds `unread` and `rescan`. */
export function addScanCommands(program: Command, run: RunCommand): void {
  const unread = program
    .command('unread')
    .description('transactions that were found on a chain, and that no node gives')
  unread
    .command('list')
    .description('show them, the oldest first, with the last error')
    .option('--json', 'print JSON, one transaction per line')
    .action(({ json }: { json?: boolean }) =>
      run(async (call) => {
        const { data } = await call(operatorRoutes.listUnread)
        if (json) return data.map((transaction) => JSON.stringify(transaction))
        if (data.length === 0) return ['Every transaction that was found could be read.']
        return data.map(
          ({ since, chainId, block, hash, attempts, next, error }) =>
            `${since}  chain ${chainId}, block ${block}  ${hash}  ${attempts} attempts, next ${next}  ${error}`,
        )
      }),
    )
  unread
    .command('retry')
    .description('read them again now, after another node was configured')
    .action(() =>
      run(async (call) => {
        const { count } = await call(operatorRoutes.retryUnread)
        return [`A running service will read ${count} transactions again.`]
      }),
    )
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
