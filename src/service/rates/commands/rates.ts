import type { Command } from 'commander'
import type { RunCommand } from '../../http/operator-command.ts'
import { type OperatorRate, operatorRoutes } from '../../http/operator-routes.ts'

/** Adds `rates`. */
export function addRateCommands(program: Command, run: RunCommand): void {
  const rates = program.command('rates').description('the rates of FX_RATES')
  rates
    .command('list', { isDefault: true })
    .description('show each rate, and what its sources say')
    .option('--json', 'print JSON, one currency per line')
    .action(({ json }: { json?: boolean }) =>
      run(async (call) => {
        const { data } = await call(operatorRoutes.listRates)
        if (json) return data.map((rate) => JSON.stringify(rate))
        return data.length === 0 ? ['FX_RATES names no currency.'] : data.flatMap(formatState)
      }),
    )
  rates
    .command('accept')
    .description('use a rate that waits, because its only source has moved too far at once')
    .argument('<currency>', 'such as EUR')
    .action((currency: string) =>
      run(async (call) => {
        const accepted = await call(operatorRoutes.acceptRate, {
          body: { currency },
          options: { currency: 'currency' },
        })
        return [`One ${accepted.currency} is ${accepted.rate} USD now, by ${accepted.source}.`]
      }),
    )
}

function formatState({ currency, rate, refusal, sources, ...bounds }: OperatorRate): string[] {
  const { min, max, boundPercent } = bounds
  const limits = `from ${min} to ${max}, bound ${boundPercent} %`
  return [
    rate === '' ? `${currency}  none: ${refusal}` : `${currency}  ${rate} USD (${limits})`,
    ...sources.map(({ source, rate, at, failure }) =>
      failure === '' ? `     ${source}: ${rate} USD of ${at}` : `     ${source}: ${failure}`,
    ),
  ]
}
