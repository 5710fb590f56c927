import type { Command } from 'commander'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'

/** Adds `receipt`. */
export function addReceiptCommands(program: Command, run: RunCommand): void {
  const receipt = program.command('receipt').description('the key that signs receipts')
  receipt
    .command('rotate-key')
    .description('sign with a new key; receipts of the earlier ones stay good')
    .option('--withdraw', 'publish the present key no more, because somebody else may have it')
    .action(({ withdraw = false }: { withdraw?: boolean }) =>
      run(async (call) => {
        const { keyId } = await call(operatorRoutes.rotateReceiptKey, { body: { withdraw } })
        const outcome = withdraw
          ? 'The earlier key is withdrawn: what it signed proves nothing any more.'
          : 'Receipts of the earlier keys stay good.'
        return [`Receipts are signed with the key ${keyId} from now on. ${outcome}`]
      }),
    )
}
