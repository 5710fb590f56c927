import type { Command } from 'commander'
import { addAccountCommands } from './accounts/account.ts'
import { addAuditCommand } from './accounts/audit.ts'
import { addKeyCommands } from './accounts/keys.ts'
import { addSettingCommands } from './accounts/settings.ts'
import { addChargeCommands } from './charges/charge.ts'
import { addReceiptCommands } from './charges/receipt.ts'
import type { RunCommand } from './operator-command.ts'
import { addScanCommands } from './payments/scan.ts'
import { addRelayerCommand } from './relayer/relayer.ts'
import { addUnmatchedCommands } from './unmatched/unmatched.ts'
import { addWebhookCommands } from './webhooks/webhooks.ts'

/** Functions that add the commands that call the operator's routes, in the order in which help shows them. */
const commandGroups: readonly ((program: Command, run: RunCommand) => void)[] = [
  addAccountCommands,
  addKeyCommands,
  addSettingCommands,
  addAuditCommand,
  addWebhookCommands,
  addChargeCommands,
  addUnmatchedCommands,
  addScanCommands,
  addRelayerCommand,
  addReceiptCommands,
]

/** Adds the commands that call the operator's routes. */
export function addOperatorCommands(program: Command, run: RunCommand): void {
  for (const add of commandGroups) add(program, run)
}
