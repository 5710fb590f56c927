import type { Command } from 'commander'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'

/** Adds `relayer`. */
export function addRelayerCommand(program: Command, run: RunCommand): void {
  program
    .command('relayer')
    .description('accounts that pay the fees of signed transfers, and what is under way')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      run(async (call) => {
        const state = await call(operatorRoutes.getRelayer)
        if (json) return [JSON.stringify(state)]
        const { accounts, transactions } = state
        return [
          ...accounts.map(
            ({ chainId, account, balance, floor, transactionsLeft, blockedBy }) =>
              `chain ${chainId}  ${account}  ${balance} coins, of which ${floor} stay: enough for ${transactionsLeft} transactions${blockedBy === undefined ? '' : `; it takes nothing before nonce ${blockedBy} is mined`}`,
          ),
          transactions.length === 0 ? 'Nothing is under way.' : 'Under way:',
          ...transactions.map(
            ({ chainId, account, nonce, charge, payer, kind, hash, attempts, ageSeconds }) =>
              `chain ${chainId}  ${account}, nonce ${nonce}  ${kind} ${hash}  ${attempts} sent in ${ageSeconds} s  charge ${charge}, payer ${payer}`,
          ),
        ]
      }),
    )
}
