import type { Command } from 'commander'
import type { RouteInput } from '../../../api/routes/route.ts'
import { routes } from '../../../api/routes/routes.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../../http/operator-command.ts'
import {
  operatorAccountRoutes,
  operatorRoutes,
  type PendingChange,
} from '../../http/operator-routes.ts'

/** Options of every command that sets a value. */
interface SetOptions extends AccountOptions {
  /** Whether to apply the value without the delay. */
  now?: boolean
}

/** Adds `settings`. */
export function addSettingCommands(program: Command, run: RunCommand): void {
  const settings = program
    .command('settings')
    .description(
      'receiving wallet, tolerance and webhook of an account; changes take effect after a delay',
    )
  for (const add of [addWallet, addTolerance, addWebhook, addPending, addPostpone, addCancel])
    add(settings, run)
}

function addWallet(settings: Command, run: RunCommand): void {
  settings
    .command('wallet')
    .description('set where the money of charges goes that name no destination')
    .requiredOption(accountFlag, 'whose')
    .requiredOption('--address <address>', 'the wallet')
    .requiredOption('--chain <id>', 'its chain')
    .requiredOption('--token <address>', 'the token; the zero address is the native currency')
    .option('--now', 'apply it without the delay')
    .option('--json', 'print JSON')
    .action((given: SetOptions & { address: string; chain: string; token: string }) =>
      run(async (call) => {
        const { account, address, chain, token, now: isAtOnce } = given
        const body = { walletAddress: address, chainId: Number(chain), tokenAddress: token }
        const options = {
          walletAddress: '--address',
          chainId: '--chain',
          tokenAddress: '--token',
        }
        const route = operatorAccountRoutes.setReceivingWallet
        return formatOutcome(await call(route, { account, body, isAtOnce, options }), given)
      }),
    )
}

function addTolerance(settings: Command, run: RunCommand): void {
  settings
    .command('tolerance')
    .description('set by how much new charges may be underpaid: by both at most')
    .requiredOption(accountFlag, 'whose')
    .requiredOption('--amount <dollars>', 'at most 5; 0 for none')
    .requiredOption('--percent <percent>', 'of the price, at most 5')
    .option('--now', 'apply it without the delay')
    .option('--json', 'print JSON')
    .action((given: SetOptions & { amount: string; percent: string }) =>
      run(async (call) => {
        const { account, amount, percent, now: isAtOnce } = given
        const body = { amount, percent }
        const options = { amount: '--amount', percent: '--percent' }
        const route = routes.setUnderpaymentTolerance
        return formatOutcome(await call(route, { account, body, isAtOnce, options }), given)
      }),
    )
}

function addWebhook(settings: Command, run: RunCommand): void {
  settings
    .command('webhook')
    .description('set where webhook calls go, and show the signing secret once')
    .requiredOption(accountFlag, 'whose')
    .requiredOption('--url <url>', 'the receiver; "" stops sending')
    .option('--now', 'apply it without the delay')
    .option('--json', 'print JSON')
    .action((given: SetOptions & { url: string }) =>
      run(async (call) => {
        const { account, url, now: isAtOnce } = given
        const set = await call(routes.setChargeWebhook, { account, body: { url }, isAtOnce })
        return formatOutcome(set, given)
      }),
    )
}

function addPending(settings: Command, run: RunCommand): void {
  settings
    .command('pending')
    .description('show the changes that have not taken effect yet')
    .option(accountFlag, 'whose; default: all')
    .option('--json', 'print JSON, one change per line')
    .action(({ json, ...query }: { account?: string; json?: boolean }) =>
      run(async (call) => {
        const { data } = await call(operatorRoutes.listPendingChanges, { query })
        if (json) return data.map((change) => JSON.stringify(change))
        return data.length === 0 ? ['There are no such changes.'] : data.map(formatChange)
      }),
    )
}

function addPostpone(settings: Command, run: RunCommand): void {
  settings
    .command('postpone')
    .description(
      'restart the delay of changes that were pending at a time: after a restore, the time of the backup',
    )
    .argument('<time>', 'such as 2026-11-23T14:00:00Z')
    .action((pendingAt: string) =>
      run(async (call) => {
        const options = { pendingAt: 'time' }
        const { count } = await call(operatorRoutes.postponeChanges, {
          body: { pendingAt },
          options,
        })
        return [
          `Changes whose delay restarted: ${count}. See them with \`pay-charge settings pending\`.`,
        ]
      }),
    )
}

function addCancel(settings: Command, run: RunCommand): void {
  settings
    .command('cancel')
    .description('cancel a change before it takes effect')
    .argument('<setting>', 'wallet, tolerance or webhook')
    .requiredOption(accountFlag, 'whose')
    .action((setting: string, { account }: AccountOptions) =>
      run(async (call) => {
        const body = { setting } as RouteInput<
          typeof operatorAccountRoutes.cancelSettingChange
        >['body']
        const options = { setting: 'setting' }
        await call(operatorAccountRoutes.cancelSettingChange, { account, body, options })
        return ['Canceled. If you did not request the change, revoke the key that did.']
      }),
    )
}

/** Returns the lines about a setting that was set. */
function formatOutcome(
  outcome: { effective_at?: string | undefined; warnings?: string[] | undefined },
  { json }: SetOptions,
): string[] {
  if (json) return [JSON.stringify(outcome)]
  const { effective_at, warnings = [], ...values } = outcome
  const effect = effective_at
    ? `Takes effect at ${effective_at}; --now skips the delay.`
    : 'In effect.'
  const lines = Object.entries(values).map(([name, text]) => `${name.padEnd(15)}${text}`)
  return [...lines, ...warnings, effect]
}

function formatChange({ accountId, setting, to, author, effectiveAt }: PendingChange): string {
  const value =
    'url' in to
      ? to.url || 'none'
      : 'percent' in to
        ? `${to.amount} dollars, ${to.percent} %`
        : `${to.walletAddress}, token ${to.tokenAddress} on chain ${to.chainId}`
  return `${effectiveAt}  account ${accountId}  ${setting.padEnd(9)}  by ${author}  to ${value}`
}
