import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { hunt, report } from './hunt.ts'

// `npm run soak`: a million schedules on all cores. SEED begins elsewhere, COUNT says how many, PROCESSES on how many cores.

const slice = 5_000
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const count = Number(process.env.COUNT ?? 1_000_000)
const processes = Number(process.env.PROCESSES ?? availableParallelism())
const part = process.argv[2]

if (part === undefined) await all()
else await work(Number(part))

/** Each process takes every n-th slice, so that a seed plays the same schedules on any machine. */
async function work(first: number) {
  for (let at = first; at < Math.ceil(count / slice); at += workers()) {
    const found = await hunt(seed + at, Math.min(slice, count - at * slice), true)
    if (found) {
      console.log(await report(found))
      process.exitCode = 1
      return
    }
    process.send?.(at)
  }
}

function workers(): number {
  return Math.max(1, Math.min(processes, Math.ceil(count / slice)))
}

async function all() {
  const begun = performance.now()
  let done = 0
  console.log(`${count} schedules from seed ${seed}, in ${workers()} processes.`)
  const ends = Array.from({ length: workers() }, (_, n) => {
    const env = { ...process.env, SEED: String(seed), COUNT: String(count) }
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), String(n)], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', () => {
      done = Math.min(count, done + slice)
      if (done % (slice * 10) === 0) console.log(`${done} (${rate()} a second)`)
    })
    return new Promise<number>((end) => child.once('exit', (code) => end(code ?? 1)))
  })
  const rate = () => Math.round((done / (performance.now() - begun)) * 1000)
  const codes = await Promise.all(ends)
  const broken = codes.some((code) => code !== 0)
  const verdict = broken ? 'An invariant broke.' : 'No invariant broke.'
  console.log(`${done} schedules, ${rate()} a second. ${verdict}`)
  process.exitCode = broken ? 1 : 0
}
