import type { Command } from 'commander'
import { routes } from '../../../api/routes/routes.ts'
import type { UnmatchedPayment, UnmatchedStatus } from '../../../api/schemas/unmatched.ts'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { OperatorCall } from '../operator-call.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../operator-command.ts'

interface ListOptions extends AccountOptions {
  status: string
  limit: string
  hidden?: boolean
}

interface AssignOptions {
  charge: string
  amount?: string
  dollars?: string
}

/** Adds `unmatched`. */
export function addUnmatchedCommands(program: Command, run: RunCommand): void {
  const unmatched = program
    .command('unmatched')
    .description('money that arrived, and that no charge can claim by proof')
  unmatched
    .command('list')
    .description('show unmatched money, the newest first')
    .requiredOption(accountFlag, 'whose')
    .option('--status <status>', 'unmatched, assigned or ignored', 'unmatched')
    .option('--limit <number>', 'how many, at most 100', '50')
    .option(
      '--hidden',
      'what is worth less than a cent or of an unknown token, instead of the rest',
    )
    .option('--json', 'print JSON, one payment per line')
    .action(({ account, status, limit, hidden, json }: ListOptions) =>
      run(async (call) => {
        const query = {
          limit,
          status: status.toUpperCase() as UnmatchedStatus,
          ...(hidden && { hidden: 'true' as const }),
        }
        const { data } = await call(routes.listUnmatched, { account, query })
        if (json) return data.map((payment) => JSON.stringify(payment))
        return data.length === 0 ? ['There are no such payments.'] : data.map(formatUnmatched)
      }),
    )
  unmatched
    .command('show')
    .description('show unmatched money with the charges that it may be for, as JSON')
    .argument('<id>')
    .action((id: string) =>
      run(async (call) => {
        const payment = await call(routes.getUnmatched, await find(call, id))
        return [JSON.stringify(payment, null, 2)]
      }),
    )
  unmatched
    .command('assign')
    .description('credit unmatched money to a charge')
    .argument('<id>')
    .requiredOption('--charge <id>', 'which charge it pays')
    .option('--amount <amount>', 'in whole units, if the chain does not show how much arrived')
    .option(
      '--dollars <amount>',
      'what it is worth by `unmatched show`, if the charge takes another token',
    )
    .action((id: string, { charge, amount, dollars }: AssignOptions) =>
      run(async (call) => {
        const options = { chargeUuid: '--charge', usdAmount: '--dollars' }
        const body = { chargeUuid: charge, amount, usdAmount: dollars }
        await call(routes.assignUnmatched, { ...(await find(call, id)), body, options })
        return ['Assigned. A running service credits it when its block is confirmed.']
      }),
    )
  unmatched
    .command('unassign')
    .description('take an assignment back: the charge is what it would be without the money')
    .argument('<id>')
    .action((id: string) =>
      run(async (call) => {
        const { account, params, chargeUuid } = await find(call, id)
        await call(routes.unassignUnmatched, { account, params, body: { chargeUuid } })
        return ['Taken back. The money is unmatched again.']
      }),
    )
  unmatched
    .command('return')
    .description(
      'send unmatched money back: credit it to a charge of its own, which is then refunded',
    )
    .argument('<id>')
    .option('--amount <amount>', 'in whole units, if the chain does not show how much arrived')
    .action((id: string, { amount }: { amount?: string }) =>
      run(async (call) => {
        const found = await find(call, id)
        const { chargeUuid } = await call(routes.returnUnmatched, { ...found, body: { amount } })
        return [`Its charge is ${chargeUuid}. Refund it when the payment is confirmed.`]
      }),
    )
  unmatched
    .command('ignore')
    .description('mark unmatched money as belonging to no charge')
    .argument('<id>')
    .action((id: string) =>
      run(async (call) => {
        await call(routes.ignoreUnmatched, await find(call, id))
        return ['Ignored.']
      }),
    )
}

/** Finds where unmatched money is decided on: at an account that is paid at its address. */
async function find(call: OperatorCall, id: string) {
  const { account, payment } = await call(operatorRoutes.findUnmatched, {
    query: { id },
    options: { id: 'id' },
  })
  return { account, params: { uuid: payment.uuid }, chargeUuid: payment.chargeUuid }
}

function formatUnmatched(payment: UnmatchedPayment): string {
  const { uuid, hash, senderAddress, amount, tokenSymbol, minedAt, status, reason } = payment
  const head = `${minedAt}  ${uuid}  ${status.padEnd(9)}  ${amount || '?'} ${tokenSymbol}`
  return `${head}  from ${senderAddress || '?'}  in ${hash}  ${reason}`.trimEnd()
}
