import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '../../chain/watchdog.ts'
import type { Parts } from '../parts.ts'
import type { MonthParts } from './play.ts'

const program = fileURLToPath(new URL('play.ts', import.meta.url))

/**
 * Plays a month of the shop: charges, payments, refunds and mistakes of the last 30 days, on the real chain and the real service. It
 * comes before the service is started, whose database is one process's own, and before any block of today. Returns what it
 * complained of; '' where it was played. Without it the shop opens all the same.
 */
export async function playMonth(month: MonthParts, running: Parts): Promise<string> {
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
  // Ended by a signal: with the demo, which has nothing to say about it.
  return code === 0 || signal !== null ? '' : said.trim() || `It ended with code ${code}.`
}
