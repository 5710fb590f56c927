import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchFalseHashes } from './false-hashes.ts'
import { benchService } from './service.ts'
import { timeToPrice } from './time-to-price.ts'

// `npm run bench` for the widget, `npm run bench -- service` for the service, `npm run bench -- false-hashes` for the
// service under attack: figures, never verdicts. Quote medians and ratios; machines differ.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    charges: { type: 'string', default: '1000000' },
    hashes: { type: 'string', default: '10000' },
  },
})

if (positionals[0] === 'service') {
  await benchService({ minutes: Number(values.minutes), charges: Number(values.charges) })
} else if (positionals[0] === 'false-hashes') {
  await benchFalseHashes({ hashes: Number(values.hashes) })
} else {
  await benchWidget()
}

async function benchWidget(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  spawnSync('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  spawnSync('node', ['test/size.ts'], { cwd: root, stdio: 'inherit' })

  const stage = await startStage()
  const times = await timeToPrice(stage, 9)
  await stage.end()
  const at = (part: number) =>
    Math.round(times[Math.floor((times.length - 1) * part)] ?? Number.NaN)
  console.log(
    `time to price         ${at(0.5)} ms median, ${at(0)} to ${at(1)} ms of ${times.length} runs`,
  )
  console.log(
    '                      150 ms latency, 1.6 Mbit/s, CPU 4 times slower, nothing cached',
  )
}
