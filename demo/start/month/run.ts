import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTestClient } from 'viem'
import { localTransport } from '../../chain/client.ts'
import { endWithParent } from '../../chain/watchdog.ts'
import { blockTime } from '../chain.ts'
import type { Parts } from '../parts.ts'
import type { MonthParts } from './play.ts'

const program = fileURLToPath(new URL('play.ts', import.meta.url))

/**
 * Plays a month of the shop: charges, payments, refunds and mistakes of the last 30 days, on the real chain and the real service. It
 * comes before the service is started, whose database is one process's own, and before any block of today. Returns what it
 * complained of; '' where it was played. Without it the shop opens all the same.
 *
 * The chain makes no blocks by itself meanwhile. One between two days would have the time of the earlier day, and the service, to
 * whom the later day has come, would take its own clock for fast by hours: it would then date payments by that.
 */
export async function playMonth(month: MonthParts, running: Parts): Promise<string> {
  const chain = createTestClient({ mode: 'anvil', transport: localTransport(month.rpcUrl) })
  await chain.setIntervalMining({ interval: 0 })
  const complaint = await play(month, running)
  // Ended with the demo, the chain may be gone.
  if (complaint !== undefined) await chain.setIntervalMining({ interval: blockTime })
  return complaint ?? ''
}

/** Returns what the process complained of; undefined where a signal has ended it, as at the end of the demo. */
async function play(month: MonthParts, running: Parts): Promise<string | undefined> {
  const child = spawn(process.execPath, [program], {
    // A group of its own: Ctrl-C in a terminal ends the demo's parts in the demo's order.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  const ended = once(child, 'close')
  void ended.then(endWithParent(child))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  // That it ends by itself is what it is for.
  await running.add({ name: 'The month', ended: new Promise<string>(() => {}), stop })
  child.stdin.end(JSON.stringify(month))
  const [code, signal] = (await ended) as [number | null, string | null]
  if (signal !== null) return undefined
  return code === 0 ? '' : said.trim() || `It ended with code ${code}.`
}
