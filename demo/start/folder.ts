import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PayError } from '../../src/errors.ts'
import { isDataDirInUse, lockDataDir } from '../../src/service/db/data-lock.ts'
import { type DemoSettings, root } from './settings.ts'

/** Where the demo keeps what outlives it. */
export interface DemoFolder {
  chainState: string
  /** The service's database. */
  serviceData: string
  serviceLog: string
  /** The shop's account at the service, with its api-key. */
  account: string
  orders: string
  /** The folder as a person would write it. */
  shown: string
  /** Lets other processes have it. */
  release: () => void
}

/**
 * Takes the data folder for this process, emptied where that was asked.
 *
 * @throws PayError `invalid_setting` naming DEMO_DATA when another process has it
 */
export async function openFolder({ folder, fresh }: DemoSettings): Promise<DemoFolder> {
  const shown = relative(root, folder).startsWith('..') ? folder : relative(root, folder) || '.'
  const release = lock(folder, shown)
  const paths = {
    chainState: join(folder, 'chain.json'),
    serviceData: join(folder, 'service'),
    serviceLog: join(folder, 'service.log'),
    account: join(folder, 'account.json'),
    orders: join(folder, 'orders.jsonl'),
  }
  if (fresh) {
    // Only what is ours: DEMO_DATA may name a folder that holds other things too.
    const ours = Object.values(paths)
    await Promise.all(ours.map((path) => rm(path, { recursive: true, force: true })))
  }
  return { ...paths, shown, release }
}

function lock(folder: string, shown: string): () => void {
  try {
    return lockDataDir(folder)
  } catch (cause) {
    const said = PayError.from(cause, 'invalid_setting').message
    const isInUse = isDataDirInUse(cause)
    throw new PayError(
      'invalid_setting',
      isInUse
        ? `DEMO_DATA: ${shown} is in use by another process, most likely another npm start. Stop that one, or set DEMO_DATA to another folder.`
        : said.replace(/^DATA_DIR/, 'DEMO_DATA'),
      { field: 'DEMO_DATA', cause },
    )
  }
}
