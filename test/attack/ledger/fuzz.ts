import { parseArgs } from 'node:util'
import { allFeatures } from './features.ts'
import { createFigures } from './figures.ts'
import { hunt } from './hunt.ts'
import { type Episode, play } from './play.ts'
import { openDatabase } from './service.ts'

// `npm run fuzz -- --minutes 10`: random transactions, reports and reorganizations against a ledger of its own.
//
//   --seed 5      begins there; another seed plays other episodes
//   --length 400  acts of an episode
//   EPISODE='…'   plays the one that a failing run has printed, and tells its story

/** A look may take so much CPU, in milliseconds, the embedded database's left out. */
const maxLookCpuMs = 200

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
    length: { type: 'string', default: '300' },
  },
})
const database = await openDatabase()
process.exitCode = process.env.EPISODE
  ? await tell(JSON.parse(process.env.EPISODE) as Episode)
  : await run()
await database.close()

async function tell(episode: Episode): Promise<number> {
  const { violation, story } = await play(database, allFeatures, createFigures(), episode)
  console.log([...story, violation?.message ?? 'The books agree.'].join('\n'))
  return violation ? 1 : 0
}

async function run(): Promise<number> {
  const [minutes, first, length] = [values.minutes, values.seed, values.length].map(Number) as [
    number,
    number,
    number,
  ]
  console.log(`Seed ${first}, episodes of ${length} acts, for ${minutes} minutes.`)
  const options = { database, features: allFeatures, length, reduceMs: 300_000 }
  const figures = createFigures()
  const end = Date.now() + minutes * 60_000
  // The first episode compiles the code.
  await hunt({ ...options, length: 60, reduceMs: 0 }, first, createFigures())
  for (let [seed, shownAt] = [first, 0]; Date.now() < end; seed += 1) {
    const found = await hunt(options, seed, figures)
    if (found) {
      console.log(found)
      return 1
    }
    if (Date.now() - shownAt < 30_000) continue
    shownAt = Date.now()
    console.log(summarize(figures, seed - first + 1))
  }
  const isSlow = figures.maxCpuMs > maxLookCpuMs
  if (isSlow) console.log(`A look took more than ${maxLookCpuMs} ms of CPU.`)
  else console.log('The books agree.')
  return isSlow ? 1 : 0
}

function summarize(
  { transactions, looks, ...cpu }: ReturnType<typeof createFigures>,
  episodes: number,
): string {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const [heap, memory] = [heapUsed, rss].map((bytes) => Math.round(bytes / 2 ** 20))
  const [own, all] = [cpu.maxCpuMs, cpu.maxCpuWithDatabaseMs].map(Math.round)
  return [
    `${episodes} episodes, ${transactions} transactions, ${looks} looks`,
    `dearest look ${own} ms of CPU (${all} with the database)`,
    `heap ${heap} MiB, process ${memory} MiB`,
  ].join('; ')
}
