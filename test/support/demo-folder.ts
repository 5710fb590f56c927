import { openAccount } from '../../demo/start/account.ts'
import { openFolder } from '../../demo/start/folder.ts'
import { copyFolder } from './templates.ts'

/**
 * Makes the folder of a demo that was started before, for tests of what an open shop does: with its database and its account,
 * and no chain yet. What a newcomer's first start makes: test/demo/start.test.ts.
 */
export const prepareDemoFolder = (path: string) => copyFolder('demo', makeFolder, path)

async function makeFolder(path: string) {
  const ports = { SHOP_PORT: 0, SERVICE_PORT: 0, CHAIN_PORT: 0 }
  const folder = await openFolder({ ports, folder: path, fresh: false, month: false })
  await openAccount(folder, 'Field & Kiln')
  folder.release()
}
