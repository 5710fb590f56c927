import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

// Loaded into each process of `node --test`: says at its end what the file has cost, so that a run can name the dearest.

/** Seconds of the processor for this process and for those that it has started and seen end. Linux only, else 0. */
export function readCpuSeconds(): { own: number; children: number } {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // Behind the name, which may have spaces: utime, stime, cutime, cstime (proc(5), fields 14 to 17), in 1/100 s.
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return { own: (user + system) / 100, children: (childUser + childSystem) / 100 }
  } catch {
    return { own: 0, children: 0 }
  }
}

const { COSTS_FILE } = process.env
const file = process.argv[1]
if (COSTS_FILE && file?.endsWith('.test.ts'))
  process.on('exit', () => {
    const { own, children } = readCpuSeconds()
    const cost = { file: relative(process.cwd(), file), seconds: own + children }
    appendFileSync(COSTS_FILE, `${JSON.stringify(cost)}\n`)
  })
