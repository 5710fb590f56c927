import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startStage } from '../support/stage.ts'
import { timeToPrice } from './time-to-price.ts'

// `npm run bench`: figures, never verdicts. Quote medians and ratios; machines differ.

const root = fileURLToPath(new URL('../..', import.meta.url))
spawnSync('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
spawnSync('node', ['test/size.ts'], { cwd: root, stdio: 'inherit' })

const stage = await startStage()
const times = await timeToPrice(stage, 9)
await stage.end()
const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN)
console.log(
  `time to price         ${at(0.5)} ms median, ${at(0)} to ${at(1)} ms of ${times.length} runs`,
)
console.log('                      150 ms latency, 1.6 Mbit/s, CPU 4 times slower, nothing cached')
