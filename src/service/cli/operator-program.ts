import type { Command } from 'commander'
import { addAccountCommands } from '../accounts/commands/account.ts'
import { addKeyCommands } from '../accounts/commands/keys.ts'
import { addSettingCommands } from '../accounts/commands/settings.ts'
import type { RunCommand } from '../http/operator-command.ts'
import { addRescanCommand } from '../payments/commands/rescan.ts'
import { addRateCommands } from '../rates/commands/rates.ts'

/** Functions that add the commands that call the operator's routes, in the order in which help shows them. */
const commandGroups: readonly ((program: Command, run: RunCommand) => void)[] = [
  addAccountCommands,
  addKeyCommands,
  addSettingCommands,
  addRescanCommand,
  addRateCommands,
]

/** Adds the commands that call the operator's routes. */
export function addOperatorCommands(program: Command, run: RunCommand): void {
  for (const add of commandGroups) add(program, run)
}
