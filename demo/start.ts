/** `npm start`: a local chain, the service, and a shop to pay in. See README.md. */

import { styleText } from 'node:util'
import { PayError } from '../src/errors.ts'
import { purse } from './start/chain.ts'
import { type RunningDemo, startDemo } from './start/demo.ts'
import { openFolder } from './start/folder.ts'
import { createParts } from './start/parts.ts'
import { portFaults } from './start/ports.ts'
import { type DemoSettings, readSettings } from './start/settings.ts'

const read = readSettings(process.argv.slice(2), process.env)
// Ended by force: a build or a client may keep a thread or a socket open that nobody waits for.
process.exit('faults' in read ? complain(read.faults) : await run(read.settings))

/** Runs the demo until it is told to end or a part of it ends, and gives the exit code. */
async function run(settings: DemoSettings): Promise<number> {
  const taken = await portFaults(settings.ports)
  if (taken.length > 0) return complain(taken)
  const parts = createParts()
  const signal = stopSignal()
  let release = () => {}
  try {
    console.log('Starting the chain, the service and the shop …')
    const folder = await openFolder(settings)
    release = folder.release
    const starting = startDemo(settings, folder, parts)
    const died = parts.died.then((line) => complain([line]))
    const early = await Promise.race([signal, died, starting.then(() => undefined)])
    if (early === undefined) console.log(summary(await starting, folder.shown))
    const code = early ?? (await Promise.race([signal, died]))
    await parts.stop()
    // What was being started at that moment is stopped as it comes; its complaint would say only that.
    await starting.catch(() => {})
    return code
  } catch (cause) {
    const code = complain(sayFault(cause))
    await parts.stop()
    return code
  } finally {
    release()
  }
}
