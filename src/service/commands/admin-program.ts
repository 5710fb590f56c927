import type { Command } from 'commander'
import { addAuditCommand, addKeyCommands, addSettingCommands } from './accounts/access-program.ts'
import {
  type BrandOptions,
  type CreateAccountOptions,
  createAccount,
  listAccounts,
  updateBrand,
} from './accounts/account.ts'
import type { RunAdminCommand } from './admin-command.ts'
import { cancelCharge, showCharge } from './charges/charge.ts'
import { rescan } from './payments/rescan.ts'
import { listUnread, retryUnread } from './payments/unread.ts'
import {
  assignUnmatched,
  ignoreUnmatched,
  type ListUnmatchedOptions,
  listUnmatched,
} from './unmatched/unmatched.ts'
import {
  type ListWebhooksOptions,
  listWebhooks,
  retryWebhooks,
  rotateSecret,
} from './webhooks/webhooks.ts'

/** Functions that add the commands on the store, in the order in which help shows them. */
const commandGroups: readonly ((program: Command, run: RunAdminCommand) => void)[] = [
  addAccountCommands,
  addKeyCommands,
  addSettingCommands,
  addAuditCommand,
  addWebhookCommands,
  addChargeCommands,
  addUnmatchedCommands,
  addChainCommands,
]

/**
 * Adds the operator's commands to a program. `run` decides where they run: on a store that this process opens, or in
 * the process that has the embedded database open.
 */
export function addAdminCommands(program: Command, run: RunAdminCommand): void {
  for (const add of commandGroups) add(program, run)
}

function addAccountCommands(program: Command, run: RunAdminCommand): void {
  const account = program.command('account').description('accounts of merchants')
  account
    .command('create')
    .description('create an account and show its api-key for everything, only this once')
    .option('--name <name>', 'as payers see it', '')
    .option(
      '--proxy-key',
      "also create a key for the merchant's proxy, which can create charges only",
    )
    .option('--json', 'print JSON: { id, name, apiKey, proxyKey? }')
    .action((options: CreateAccountOptions) =>
      run((store, print) => createAccount(store, options, print)),
    )
  account
    .command('list')
    .description('show every account: id, username, name')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      run((store, print) => listAccounts(store, options, print)),
    )
  account
    .command('brand')
    .description('set how an account looks to payers; options that are not given keep their value')
    .requiredOption('--account <id or username>', 'which account')
    .option('--color <hex>', 'such as #7c3aed')
    .option('--logo <url>', 'URL of a picture')
    .option('--name <name>', 'organization name')
    .option('--username <name>', 'name by which payers find the account')
    .option('--json', 'print JSON')
    .action((options: BrandOptions) => run((store, print) => updateBrand(store, options, print)))
}

function addWebhookCommands(program: Command, run: RunAdminCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('webhook events and their delivery to merchants')
  webhooks
    .command('list')
    .description('show events, the newest first')
    .option('--status <status>', 'waiting, delivered or failed (given up)')
    .option('--limit <number>', 'how many', '50')
    .option('--json', 'print JSON, one event per line')
    .action((options: ListWebhooksOptions) =>
      run((store, print) => listWebhooks(store, options, print)),
    )
  webhooks
    .command('retry')
    .description('deliver events again, now')
    .argument('[id...]', 'ids of events')
    .option('--failed', 'all events that were given up')
    .action((ids: string[], options: { failed?: boolean }) =>
      run((store, print) => retryWebhooks(store, ids, options, print)),
    )
  webhooks
    .command('rotate-secret')
    .description(
      'create a new signing secret and show it, only this once; the old one also signs for 24 hours',
    )
    .requiredOption('--account <id or username>', 'whose')
    .option('--json', 'print JSON: { url, secret }')
    .action((options: { account: string; json?: boolean }) =>
      run((store, print, settings) => rotateSecret(store, options, print, settings)),
    )
}

function addChargeCommands(program: Command, run: RunAdminCommand): void {
  const charge = program.command('charge').description('charges of any account')
  charge
    .command('show')
    .description('show a charge as JSON')
    .argument('<id or reference>')
    .action((name: string) =>
      run((store, print, settings) => showCharge(store, name, print, settings)),
    )
  charge
    .command('cancel')
    .description('end a charge that is not paid')
    .argument('<id or reference>')
    .action((name: string) => run((store, print) => cancelCharge(store, name, print)))
}

function addUnmatchedCommands(program: Command, run: RunAdminCommand): void {
  const unmatched = program
    .command('unmatched')
    .description('money that arrived, and that no charge can claim by proof')
  unmatched
    .command('list')
    .description('show unmatched money, the newest first')
    .requiredOption('--account <id or username>', 'whose')
    .option('--status <status>', 'unmatched, assigned or ignored', 'unmatched')
    .option('--limit <number>', 'how many, at most 100', '50')
    .option('--json', 'print JSON, one payment per line')
    .action((options: ListUnmatchedOptions) =>
      run((store, print) => listUnmatched(store, options, print)),
    )
  unmatched
    .command('assign')
    .description('credit unmatched money to a charge')
    .argument('<id>')
    .requiredOption('--charge <id>', 'which charge it pays')
    .option('--amount <amount>', 'in whole units, if the chain does not show how much arrived')
    .action((id: string, options: { charge: string; amount?: string }) =>
      run((store, print) => assignUnmatched(store, id, options, print)),
    )
  unmatched
    .command('ignore')
    .description('mark unmatched money as belonging to no charge')
    .argument('<id>')
    .action((id: string) => run((store, print) => ignoreUnmatched(store, id, print)))
}

function addChainCommands(program: Command, run: RunAdminCommand): void {
  const unread = program
    .command('unread')
    .description('transactions that were found on a chain, and that no node gives')
  unread
    .command('list')
    .description('show them, the oldest first, with the last error')
    .option('--json', 'print JSON, one transaction per line')
    .action((options: { json?: boolean }) =>
      run((store, print) => listUnread(store, options, print)),
    )
  unread
    .command('retry')
    .description('read them again now, after another node was configured')
    .action(() => run((store, print) => retryUnread(store, print)))
  program
    .command('rescan')
    .description('read blocks again for payments that were missed')
    .requiredOption('--chain <id>', 'which chain')
    .requiredOption('--from <block>', 'the first block')
    .option('--to <block>', 'the last block; default: the newest')
    .action((options: { chain: string; from: string; to?: string }) =>
      run((store, print) => rescan(store, options, print)),
    )
}
