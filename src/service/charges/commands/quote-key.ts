import type { Command } from 'commander'
import { computeKeyId, type JwsAlgorithm } from '../../../api/jws/keys.ts'
import { Uuid } from '../../../api/schemas/fields.ts'
import { formatQuoteKey } from '../../../api/signed-quote/quote-keys.ts'
import { createQuoteSigner, generateQuoteKey } from '../../../api/signed-quote/sign.ts'
import { PayError } from '../../../errors.ts'
import { createOperatorError, type Print } from '../../http/operator-error.ts'
import { printLine } from '../../kernel/print.ts'

/** Options of `pay-charge quote-key create`. */
export interface CreateQuoteKeyOptions {
  algorithm: string
  account?: string
  json?: boolean
}

/**
 * Adds `quote-key`. These commands need no database and no service: a merchant can run them on a machine without network.
 *
 * @param run runs a command and prints an error that the operator can correct
 */
export function addQuoteKeyCommands(
  program: Command,
  run: (command: () => Promise<void>) => Promise<void>,
): void {
  const quoteKey = program
    .command('quote-key')
    .description('keys that sign quotes, so that a page pays nothing else')
  const accountFlag = [
    '--account <id>',
    "the account at the service, for a key of the service: pages take this account's quotes only",
  ] as const
  quoteKey
    .command('create')
    .description(
      'create a key: the private part is for the environment, the public one for the page',
    )
    .option(
      '--algorithm <name>',
      'ES256 (P-256, in every browser) or EdDSA (Ed25519, from Chromium 137, Firefox 129, Safari 17)',
      'ES256',
    )
    .option(...accountFlag)
    .option('--json', 'print JSON: { privateKey, quoteKey, keyId }')
    .action((options: CreateQuoteKeyOptions) => run(() => createQuoteKey(options, printLine)))
  quoteKey
    .command('show')
    .description('show the public part of the private key in the environment variable QUOTE_KEY')
    .option(...accountFlag)
    .action((options: { account?: string }) =>
      run(() => showQuoteKey(process.env.QUOTE_KEY ?? '', options, printLine)),
    )
}

/**
 * Creates a quote key and prints both parts.
 *
 * @throws PayError `invalid_setting` for another algorithm, or an account that is not a UUID
 */
export async function createQuoteKey(options: CreateQuoteKeyOptions, print: Print): Promise<void> {
  const { algorithm, json } = options
  if (algorithm !== 'ES256' && algorithm !== 'EdDSA')
    throw createOperatorError(`--algorithm is ES256 or EdDSA, not "${algorithm}".`)
  const suffix = readAccountSuffix(options.account)
  const key = await generateQuoteKey(algorithm satisfies JwsAlgorithm)
  const publicText = `${key.publicKey}${suffix}`
  if (json) {
    const { privateKey, keyId } = key
    return print(JSON.stringify({ privateKey, quoteKey: publicText, keyId }))
  }
  print(`private key (QUOTE_KEY, or quoteKey of the proxy; shown only this once):`)
  print(key.privateKey)
  print(`\npublic key, for the page:`)
  print(`quote-key="${publicText}"`)
  print(`\nkey id: ${key.keyId}`)
}

/**
 * Prints the public part of a private key.
 *
 * @throws PayError `invalid_setting` for an invalid key
 */
export async function showQuoteKey(
  privateKey: string,
  { account }: { account?: string },
  print: Print,
): Promise<void> {
  if (!privateKey) throw createOperatorError('Set QUOTE_KEY to the private key.')
  const { publicKey } = readSigner(privateKey)
  print(`quote-key="${formatQuoteKey(publicKey)}${readAccountSuffix(account)}"`)
  print(`key id: ${await computeKeyId(publicKey)}`)
}

function readSigner(privateKey: string) {
  try {
    return createQuoteSigner(privateKey)
  } catch (cause) {
    const { message } = PayError.from(cause, 'invalid_setting')
    throw createOperatorError(`QUOTE_KEY ${message}`, cause)
  }
}

function readAccountSuffix(account: string | undefined): string {
  if (account === undefined) return ''
  if (Uuid.safeParse(account).success) return `@${account.toLowerCase()}`
  throw createOperatorError('--account is the id of an account: see `pay-charge account list`.')
}
