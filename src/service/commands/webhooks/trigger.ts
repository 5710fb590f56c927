import type { Command } from 'commander'
import { createClient } from '../../../api/client/client.ts'
import { type EventTrigger, EventType } from '../../../api/schemas/events.ts'
import { PayError } from '../../../errors.ts'
import { createOperatorError, type Print } from '../operator-error.ts'

/**
 * Adds `trigger`, for merchants' developers: it needs a test key and no database.
 *
 * @param run runs a command and prints an error that its user can correct
 */
export function addTriggerCommand(
  program: Command,
  run: (command: () => Promise<void>) => Promise<void>,
  print: Print,
): void {
  program
    .command('trigger')
    .description(
      'send a sample of an event to every endpoint that wants its type, and to `listen`; needs a test key (settings) in ' +
        'PAY_CHARGE_KEY',
    )
    .argument('<type>', EventType.options.join(', '))
    .requiredOption('--service <url>', 'the service, such as https://pay.example')
    .option('--json', 'print JSON')
    .action((type: string, { service, json }: { service: string; json?: boolean }) =>
      run(async () => {
        const apiKey = process.env.PAY_CHARGE_KEY
        if (!apiKey) throw createOperatorError('Set PAY_CHARGE_KEY to a test key: pc_test_….')
        const client = createClient({ baseUrl: service, apiKey })
        try {
          const event = await client.triggerEvent({ type } as EventTrigger)
          const { uuid, deliveries } = event
          if (json) return print(JSON.stringify(event))
          print(`event    ${uuid}`)
          print(`sent to  ${deliveries.length} of the account’s webhook endpoints`)
        } catch (cause) {
          if (!(cause instanceof PayError) || cause.code === 'invalid_setting') throw cause
          throw createOperatorError(`${service}: ${cause.message}`, cause)
        }
      }),
    )
}
