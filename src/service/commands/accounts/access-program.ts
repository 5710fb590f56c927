import type { Command } from 'commander'
import type { RunAdminCommand } from '../admin-command.ts'
import { type ListAuditOptions, listAudit } from './audit.ts'
import { type CreateKeyOptions, createKey, listKeys, revokeKey } from './keys.ts'
import { cancelChange, listPendingChanges, setWallet, setWebhook } from './settings.ts'

// The commands for permissions, and for where money and events about it go.

type AccountOptions = { account: string; json?: boolean }

const accountFlag = '--account <id or username>'

/** Adds `keys`. */
export function addKeyCommands(program: Command, run: RunAdminCommand): void {
  const keys = program.command('keys').description('api-keys of an account')
  keys
    .command('create')
    .description('create another key and show it, only this once')
    .requiredOption(accountFlag, 'whose')
    .requiredOption(
      '--scope <scopes...>',
      'what it may do: charges:write, charges:read, payments, payments:assign (report as the merchant, whose word decides), ' +
        "settings, admin (everything); or proxy, for the key of a merchant's proxy",
    )
    .option('--name <name>', 'what it is for', '')
    .option(
      '--expires <days or time>',
      'such as 90d, 2027-01-31 or 2027-01-31T12:00Z; default: never',
    )
    .option('--json', 'print JSON')
    .action((options: CreateKeyOptions) => run((store, print) => createKey(store, options, print)))
  keys
    .command('list')
    .description('show the keys by their prefixes: scopes, last use, expiry')
    .requiredOption(accountFlag, 'whose')
    .option('--json', 'print JSON')
    .action((options: AccountOptions) => run((store, print) => listKeys(store, options, print)))
  keys
    .command('revoke')
    .description('revoke a key: it is refused from now on')
    .argument('<prefix>', 'such as pc_0123abcd')
    .action((prefix: string) => run((store, print) => revokeKey(store, prefix, print)))
}

/** Adds `settings`. */
export function addSettingCommands(program: Command, run: RunAdminCommand): void {
  const settings = program
    .command('settings')
    .description('receiving wallet and webhook of an account; changes take effect after a delay')
  settings
    .command('wallet')
    .description('set where the money of charges goes that name no destination')
    .requiredOption(accountFlag, 'whose')
    .requiredOption('--address <address>', 'the wallet')
    .requiredOption('--chain <id>', 'its chain')
    .requiredOption('--token <address>', 'the token; the zero address is the native currency')
    .option('--now', 'apply it at once')
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof setWallet>[1]) =>
      run((store, print, settings) => setWallet(store, options, print, settings)),
    )
  settings
    .command('webhook')
    .description('set where webhook calls go, and show the signing secret, only this once')
    .requiredOption(accountFlag, 'whose')
    .requiredOption('--url <url>', 'the receiver; "" for none: nothing is sent any more')
    .option('--now', 'apply it at once')
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof setWebhook>[1]) =>
      run((store, print, settings) => setWebhook(store, options, print, settings)),
    )
  settings
    .command('pending')
    .description('show the changes that have not taken effect yet')
    .option(accountFlag, 'whose; default: all')
    .option('--json', 'print JSON, one change per line')
    .action((options: Parameters<typeof listPendingChanges>[1]) =>
      run((store, print) => listPendingChanges(store, options, print)),
    )
  settings
    .command('cancel')
    .description('cancel a change before it takes effect')
    .argument('<setting>', 'wallet or webhook')
    .requiredOption(accountFlag, 'whose')
    .action((setting: string, options: AccountOptions) =>
      run((store, print) => cancelChange(store, setting, options, print)),
    )
}

/** Adds `audit`. */
export function addAuditCommand(program: Command, run: RunAdminCommand): void {
  program
    .command('audit')
    .description(
      'show the changes of keys and settings of an account, and decisions about its money, the newest first',
    )
    .requiredOption(accountFlag, 'whose')
    .option('--limit <number>', 'how many, at most 100', '50')
    .option('--after <id>', 'entries older than this one')
    .option('--json', 'print JSON, one entry per line')
    .action((options: ListAuditOptions) => run((store, print) => listAudit(store, options, print)))
}
