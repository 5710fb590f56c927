/** `npm start`: a local chain, the service, and a shop to pay in. */

import { styleText } from 'node:util'
import { PayError } from '../src/errors.ts'
import { purse } from './start/chain.ts'
import { type RunningDemo, startDemo } from './start/demo.ts'
import { type DemoFolder, openFolder } from './start/folder.ts'
import { createParts } from './start/parts.ts'
import { portFaults } from './start/ports.ts'
import { type DemoSettings, readSettings } from './start/settings.ts'

const read = readSettings(process.argv.slice(2), process.env)
if ('help' in read) console.log(read.help)
// Ended by force: a build or a client may keep a thread or a socket open that nobody waits for.
process.exit(
  'faults' in read ? complain(...read.faults) : 'help' in read ? 0 : await run(read.settings),
)

/** Runs the demo to its end, and gives the exit code. */
async function run(settings: DemoSettings): Promise<number> {
  const taken = await portFaults(settings.ports)
  if (taken.length > 0) return complain(...taken)
  let folder: DemoFolder | undefined
  try {
    folder = await openFolder(settings)
    return await live(settings, folder)
  } catch (cause) {
    const ours = cause instanceof PayError && cause.code === 'invalid_setting'
    return complain(ours ? cause.message : String((cause as Error).stack ?? cause))
  } finally {
    folder?.release()
  }
}

/** Starts everything and waits until it is told to end, or until a part ends by itself. */
async function live(settings: DemoSettings, folder: DemoFolder): Promise<number> {
  // Before the first word: whoever reads it may answer with a signal.
  const stopped = stopSignal()
  console.log('\n  Starting the chain, the service and the shop …')
  const parts = createParts()
  const ending = Promise.race([stopped, parts.died.then((line) => complain(line))])
  const starting = startDemo(settings, folder, parts)
  try {
    const started = starting.then((demo) => console.log(summary(demo, folder.shown)))
    return await Promise.race([ending, started.then(() => ending)])
  } finally {
    await parts.stop()
    // What was just being started is stopped as it comes, and its complaint says only that.
    await starting.catch(() => {})
  }
}

/** Resolves with the exit code on the first signal; the second one ends the process at once. */
function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    let told = false
    const stop = () => {
      // The watchdogs of chain and service see to what is left.
      if (told) process.exit(130)
      told = true
      console.log('\n  Closing …')
      resolve(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}

function complain(...lines: string[]): number {
  for (const line of lines) console.error(line)
  return 1
}

function summary({ shop, service, deskKey, chain }: RunningDemo, data: string): string {
  const bold = (text: string) => styleText('bold', text)
  return `
  ${bold('Field & Kiln is open.')}

    Shop      ${bold(shop)}
    Docs      ${shop}/docs
    Service   ${service}
    Desk      ${service}/desk
              key ${deskKey}
    Chain     ${chain}

  Open the shop, choose a piece, and pay with the wallet named Demo Wallet:
  it holds ${purse.toLocaleString('en-US')} of each play dollar. A wallet of your own works too.

  Data is kept in ${data}; npm start -- --fresh begins anew. Ctrl-C ends everything.
`
}
