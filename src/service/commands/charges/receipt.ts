import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { isWebUrl, trimEnd } from '../../../api/formats.ts'
import { receiptFaultTexts } from '../../../api/receipts/fault-texts.ts'
import { formatReceiptClaims } from '../../../api/receipts/format.ts'
import { maxReceiptLength, readIssuer, verifyReceipt } from '../../../api/receipts/verify.ts'
import { ReceiptKeySet } from '../../../api/schemas/charges/receipt.ts'
import { operatorRoutes } from '../../routes/operator-routes.ts'
import type { RunCommand } from '../operator-command.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { printLine } from '../print.ts'

/** Where a service publishes its keys (RFC 8615). */
const keysPath = '/.well-known/jwks.json'

/** Milliseconds that a service has to answer with its keys. */
const timeoutMs = 10_000

/** Options of `pay-charge receipt verify`. */
export interface VerifyReceiptOptions {
  keys?: string
  json?: boolean
}

/**
 * Adds `receipt`. `verify` needs no database and no service: anybody can run it on a receipt.
 *
 * @param run runs a command and prints an error that its user can correct
 */
export function addReceiptCommands(
  program: Command,
  runOperator: RunCommand,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  const receipt = program.command('receipt').description('signed receipts, and the key that signs')
  receipt
    .command('verify')
    .description('check a receipt, and show what it says; exits 1 for one that proves nothing')
    .argument('<file>', 'the receipt, or the JSON that has it; - for standard input')
    .option(
      '--keys <url or file>',
      'the URL of the service, or a file that has its /.well-known/jwks.json; by default those of the service that the receipt names',
    )
    .option('--json', 'print its claims as JSON')
    .action((file: string, options: VerifyReceiptOptions) =>
      run(() => verifyReceiptFile(file, options, printLine)),
    )
  receipt
    .command('rotate-key')
    .description('sign with a new key; receipts of the earlier ones stay good')
    .option('--withdraw', 'publish the present key no more, because somebody else may have it')
    .action(({ withdraw = false }: { withdraw?: boolean }) =>
      runOperator(async (call) => {
        const { keyId } = await call(operatorRoutes.rotateReceiptKey, { body: { withdraw } })
        const outcome = withdraw
          ? 'The earlier key is withdrawn: what it signed proves nothing any more.'
          : 'Receipts of the earlier keys stay good.'
        return [`Receipts are signed with the key ${keyId} from now on. ${outcome}`]
      }),
    )
}

/**
 * Verifies a receipt and prints what it says.
 *
 * @throws PayError `invalid_setting` for a receipt that proves nothing, and for keys that cannot be read
 */
export async function verifyReceiptFile(
  file: string,
  { keys, json }: VerifyReceiptOptions,
  print: Print,
): Promise<void> {
  const text = await readInput(file)
  const keySet = await readKeySet(keys ?? requireIssuer(text))
  const verified = await verifyReceipt(text, keySet)
  if ('reason' in verified) throw createOperatorError(receiptFaultTexts[verified.reason])
  const { claims } = verified
  if (json) return print(JSON.stringify(claims, null, 2))
  const lines = formatReceiptClaims(claims)
  const width = Math.max(...lines.map(([name]) => name.length)) + 2
  print('The signature is good, and nobody has changed the receipt since.\n')
  for (const [name, value] of lines) print(`${name.padEnd(width)}${value}`)
  if (keys === undefined)
    print(
      `\nThe keys are those that ${claims.iss} publishes. Whether that is the store’s service is for you to know.`,
    )
}

/** Returns the service that a receipt names. That it has signed it is still to be shown. */
function requireIssuer(text: string): string {
  const issuer = text.length > maxReceiptLength ? undefined : readIssuer(text)
  if (text.length > maxReceiptLength) throw createOperatorError(receiptFaultTexts.too_large)
  if (issuer === undefined) throw createOperatorError(receiptFaultTexts.malformed)
  // Somebody else's word decides where this machine sends a request: to a public service only, as a browser would.
  if (!isWebUrl(issuer) || new URL(issuer).protocol !== 'https:')
    throw createOperatorError(
      'The receipt names no service with https. Give the keys of the service that you expect with --keys.',
    )
  return issuer
}

async function readKeySet(source: string): Promise<ReceiptKeySet> {
  if (!isWebUrl(source)) return parseKeySet(await readInput(source), source)
  const issuer = trimEnd(source.replace(keysPath, ''), '/')
  const keySet = parseKeySet(await fetchText(`${issuer}${keysPath}`), issuer)
  // The service's own name is the URL that it was asked by, whatever its answer says.
  return { ...keySet, issuer }
}

function parseKeySet(text: string, source: string): ReceiptKeySet {
  try {
    return ReceiptKeySet.parse(JSON.parse(text))
  } catch (cause) {
    throw createOperatorError(`${source} has no keys: a JWK set is expected.`, cause)
  }
}

async function fetchText(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`it answers with status ${response.status}`)
    return await readText(response.body ?? [])
  } catch (cause) {
    const { message } = cause as Error
    throw createOperatorError(`The keys at ${url} cannot be read: ${message}.`, cause)
  }
}

async function readInput(file: string): Promise<string> {
  const stream: Readable = file === '-' ? process.stdin : createReadStream(file)
  try {
    return await readText(stream)
  } catch (cause) {
    const { message } = cause as Error
    throw createOperatorError(`${file === '-' ? 'Standard input' : file}: ${message}`, cause)
  }
}

/** Reads a text, and no more of it than shows that it is too large. */
async function readText(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size > maxReceiptLength) break
  }
  return Buffer.concat(parts).toString('utf8')
}
