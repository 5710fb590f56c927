import type { Command } from 'commander'
import { routes } from '../../../api/routes/routes.ts'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'

/** Adds `charge`. */
export function addChargeCommands(program: Command, run: RunCommand): void {
  const charge = program.command('charge').description('charges of any account')
  charge
    .command('show')
    .description('show a charge as JSON')
    .argument('<text>', "its id or reference, a transaction's hash, a payer, an order number")
    .action((name: string) =>
      run(async (call) => {
        const { charge } = await call(operatorRoutes.findCharge, { query: { name } })
        return [JSON.stringify(charge, null, 2)]
      }),
    )
  charge
    .command('cancel')
    .description('end a charge that is not paid')
    .argument('<text>', 'likewise')
    .action((name: string) =>
      run(async (call) => {
        const { account, charge } = await call(operatorRoutes.findCharge, { query: { name } })
        await call(routes.cancelCharge, { account, params: { uuid: charge.id } })
        return [charge.status === 'CANCELLED' ? 'It was already canceled.' : 'Canceled.']
      }),
    )
  charge
    .command('shipped')
    .description(
      'record that its order is shipped, after which no assignment of its money is undone',
    )
    .argument('<text>', 'likewise')
    .action((name: string) =>
      run(async (call) => {
        const { account, charge } = await call(operatorRoutes.findCharge, { query: { name } })
        await call(routes.markShipped, { account, params: { uuid: charge.id } })
        return ['Recorded.']
      }),
    )
}
