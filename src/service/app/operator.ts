import { existsSync } from 'node:fs'
import type { HttpTransport } from '../../api/client/call.ts'
import { isDataDirInUse } from '../db/data-lock.ts'
import { createOperatorCall } from '../http/operator-call.ts'
import type { OperatorCommand } from '../http/operator-command.ts'
import { createOperatorError, type Print } from '../http/operator-error.ts'
import { createSocketFetch } from '../http/operator-socket.ts'
import { logHooks, printError } from '../kernel/print.ts'
import type { ServiceSettings } from './settings.ts'
import { type OpenStore, openStore } from './store.ts'

/** The way to the operator's app. */
export interface Operator {
  fetch: HttpTransport['fetch']
  close(): Promise<void>
}

/**
 * Opens the way to the operator's app: of the live process that has the embedded database open, else of this process, which
 * opens the database itself.
 *
 * @param options `mayCreate`: whether a missing data folder is created. @default false
 * @throws PayError `invalid_setting`
 */
export async function openOperator(
  settings: ServiceSettings,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<Operator> {
  const { database } = settings
  // A missing folder would be created empty: the operator means another one.
  if ('dataDir' in database && !mayCreate && !existsSync(database.dataDir))
    throw createOperatorError(
      `DATA_DIR: there is no database in ${database.dataDir}. Run this with the service's settings, or begin with pay-charge account create.`,
    )
  try {
    const store = await openStore(database, (error) => printError(error.message))
    return await serveHere(settings, store)
  } catch (cause) {
    if (!('dataDir' in database) || !isDataDirInUse(cause)) throw cause
    return { fetch: createSocketFetch(database.dataDir), close: async () => {} }
  }
}

/**
 * Opens the connection to the operator's app for one task, and closes it.
 *
 * @throws PayError `invalid_setting` for faults that the operator can correct
 */
export async function withOperator(
  settings: ServiceSettings,
  task: (fetch: Operator['fetch']) => Promise<void>,
  options: { mayCreate?: boolean } = {},
): Promise<void> {
  const { fetch, close } = await openOperator(settings, options)
  try {
    await task(fetch)
  } finally {
    await close()
  }
}

/**
 * Runs a command and prints its lines.
 *
 * @throws PayError `invalid_setting` for faults that the operator can correct
 */
export async function runOperatorCommand(
  settings: ServiceSettings,
  command: OperatorCommand,
  print: Print,
  options: { mayCreate?: boolean } = {},
): Promise<void> {
  const run = async (fetch: Operator['fetch']) => {
    for (const line of await command(createOperatorCall(fetch))) print(line)
  }
  await withOperator(settings, run, options)
}

async function serveHere(settings: ServiceSettings, store: OpenStore): Promise<Operator> {
  const { pino } = await import('pino')
  const { openChains } = await import('./roles/chains.ts')
  const { createRouteContext } = await import('./roles/context.ts')
  const { createOperatorApp } = await import('./operator-app.ts')
  const { createQuoteSigner } = await import('../../api/signed-quote/sign.ts')
  try {
    const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
    const options = { ...settings, publicUrl }
    // Errors go to standard error, apart from the command's own output.
    const log = pino({ level: 'error', hooks: logHooks }, pino.destination({ dest: 2, sync: true }))
    const { openRates } = await import('./roles/rates.ts')
    const opened = await openChains(options, log)
    const { chains, rates } = await openRates({ options, log, store, metrics: undefined }, opened)
    await store.checkChainModes(chains)
    const { quoteKey } = settings
    const quoteSigner = quoteKey === undefined ? undefined : createQuoteSigner(quoteKey)
    const { openRelayer } = await import('./roles/relayer.ts')
    const relayer = await openRelayer({ options, log, store, metrics: undefined }, chains)
    const context = createRouteContext(
      { options, log, store },
      { chains, rates, quoteSigner, relayer },
    )
    const app = createOperatorApp(context)
    return { fetch: async (url, init) => await app.request(url, init), close: store.close }
  } catch (cause) {
    await store.close()
    throw cause
  }
}
