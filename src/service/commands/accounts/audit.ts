import type { Command } from 'commander'
import { routes } from '../../../api/routes/routes.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../operator-command.ts'

interface ListAuditOptions extends AccountOptions {
  limit: string
  after?: string
}

/** Adds `audit`. */
export function addAuditCommand(program: Command, run: RunCommand): void {
  program
    .command('audit')
    .description(
      'show the changes of keys and settings of an account, and decisions about its money, the newest first',
    )
    .requiredOption(accountFlag, 'whose')
    .option('--limit <number>', 'how many, at most 100', '50')
    .option('--after <id>', 'entries older than this one')
    .option('--json', 'print JSON, one entry per line')
    .action(({ account, limit, after: starting_after, json }: ListAuditOptions) =>
      run(async (call) => {
        const { data, pagination } = await call(routes.listAuditLog, {
          account,
          query: { limit, starting_after },
          options: { starting_after: '--after' },
        })
        if (json) return data.map((entry) => JSON.stringify(entry))
        const lines = data.map(({ uuid, createdAt, author, authorName, action, from, to }) => {
          const values = [from, to].map((value) => (value === null ? '-' : JSON.stringify(value)))
          const who = [author.padEnd(11), ...(authorName ? [`(${authorName})`] : [])].join(' ')
          return `${createdAt}  ${uuid}  ${who}  ${action}  ${values.join(' -> ')}`
        })
        return pagination.has_more ? [...lines, `More: --after ${data.at(-1)?.uuid}`] : lines
      }),
    )
}
