import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { buildCallUrl } from '../../../api/client/call-url.ts'
import { readErrorBody } from '../../../api/error-reply.ts'
import { routes } from '../../../api/routes/routes.ts'
import { operatorUrl } from '../../http/operator-call.ts'
import { type AccountOptions, accountFlag, type RunCommand } from '../../http/operator-command.ts'
import { createOperatorError, type Print } from '../../http/operator-error.ts'
import { accountPath } from '../../http/operator-routes.ts'
import { printAll } from '../../kernel/print.ts'
import { setBookCurrencyRoute, verifyBooksRoute } from '../verification-route.ts'
import { formatVerification } from './verification.ts'

interface RangeOptions extends AccountOptions {
  from?: string
  to?: string
}

/** Options of `books export`. */
export interface ExportOptions extends RangeOptions {
  format: string
  out?: string
  token?: string
  recipient?: string
  locale?: string
  timeZone?: string
  datev?: string[]
}

const fromText = 'booked from this day or time on, such as 2026-11-01 or 2026-11-01T09:00:00Z'
const toText = 'booked before this day or time'

/**
 * Adds `books`.
 *
 * @param runOperator runs a command that calls the operator's routes
 * @param withFetch runs a command with the way to the operator's app, and prints an error that the operator can correct
 */
export function addBookCommands(
  program: Command,
  runOperator: RunCommand,
  withFetch: (command: (fetch: Fetch) => Promise<void>) => Promise<void>,
  print: Print,
): void {
  const books = program.command('books').description('every movement of money, for your accounting')
  books
    .command('export')
    .description('write the books to a file, or to standard output')
    .requiredOption(accountFlag, 'whose')
    .option('--from <time>', fromText)
    .option('--to <time>', toText)
    .option(
      '--format <format>',
      'csv or jsonl, with every field; xlsx or excel, for people; statement; datev',
      'csv',
    )
    .option('--token <address>', 'only of this token; the zero address for native currency')
    .option('--recipient <address>', 'only to this address')
    .option('--locale <tag>', 'language and separators of a file for people, such as de-CH')
    .option('--time-zone <zone>', 'of its days, such as Europe/Berlin')
    .option(
      '--datev <name=value...>',
      'consultant, client and, unless the books are in EUR, rate; where they differ chart, wallet, revenue, unmatched, fees and year_month',
    )
    .option('--out <file>', 'a file, which gets its name once it is whole')
    .action((options: ExportOptions) =>
      withFetch(async (fetch) => {
        const body = await fetchBooks(fetch, options)
        if (options.out === undefined) return await printAll(body)
        await writeWhole(options.out, body)
        print(`Written to ${options.out}.`)
      }),
    )
  books
    .command('currency')
    .description(
      'set the currency in which the books count money beside US dollars, before any month is closed',
    )
    .requiredOption(accountFlag, 'whose')
    .argument('<currency>', 'such as EUR; USD for none')
    .action((currency: string, { account }: AccountOptions) =>
      runOperator(async (call) => {
        const options = { currency: 'currency' }
        await call(setBookCurrencyRoute, { account, body: { currency }, options })
        return [`The books count in ${currency}.`]
      }),
    )
  books
    .command('verify')
    .description(
      'compare the books with the chains, to the last unit; exits 1 if they differ, and 2 if no row was compared',
    )
    .requiredOption(accountFlag, 'whose')
    .option('--from <time>', fromText)
    .option('--to <time>', toText)
    .option('--json', 'print JSON')
    .action(({ account, from, to, json }: RangeOptions) =>
      runOperator(async (call) => {
        const result = await call(verifyBooksRoute, {
          account,
          query: { from: toTime(from), to: toTime(to) },
        })
        const lines = json ? [JSON.stringify(result, null, 2)] : formatVerification(result)
        const exitCode = exitCodes[result.outcome]
        if (exitCode > 0) throw createOperatorError(lines.join('\n'), undefined, exitCode)
        return lines
      }),
    )
}

const exitCodes = { equal: 0, different: 1, nothing: 2 } as const

/** Returns the beginning of a day, in UTC; any other text as it is. */
const toTime = (text: string | undefined) =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text

type Fetch = (url: string, init: RequestInit) => Promise<Response>

async function fetchBooks(fetch: Fetch, options: ExportOptions): Promise<Readable> {
  const { account, from, to, format, token, recipient, locale, timeZone, datev = [] } = options
  const path = `${accountPath}${routes.exportBooks.path}`
  const query = {
    from: toTime(from),
    to: toTime(to),
    format,
    token,
    recipient,
    locale,
    time_zone: timeZone,
    ...Object.fromEntries(
      datev.map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [`datev_${name}`, value.join('=')]
      }),
    ),
  }
  const url = buildCallUrl(operatorUrl, { path }, { params: { account }, query })
  const response = await fetch(url, { method: 'GET' })
  if (response.ok && response.body)
    return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  const { message, field } = readErrorBody(await response.json().catch(() => undefined))
  const text = message ?? `The service answered ${response.status}.`
  throw createOperatorError(field === undefined ? text : `--${text}`)
}

/** Writes a file under another name first: one that is cut off never has its name. */
async function writeWhole(path: string, body: Readable): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await pipeline(body, createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, path)
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw createOperatorError(`${path} cannot be written: ${(cause as Error).message}`, cause)
  }
}
