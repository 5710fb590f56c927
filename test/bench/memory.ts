import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { drive, send, width } from './http.ts'
import { type Bench, round } from './service.ts'
import { newCharge, report, transfers } from './writes.ts'

/** Seconds between two readings, and between two lots of payments. */
const interval = 10
/** Payments of a lot. */
const lot = 50

interface Reading {
  minute: number
  /** MiB of both processes. */
  resident: number
  heap: number
}

/** Loads the service for so long with everything that merchants and payers do, and tells how its memory grew. */
export async function benchMemory(bench: Bench, minutes: number): Promise<void> {
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 60_000
  const isOver = () => elapsed() >= minutes
  const readings: Reading[] = []
  const watch = async () => {
    while (!isOver()) {
      await sleep(interval * 1000)
      readings.push({ minute: elapsed(), ...(await memory(bench)) })
    }
  }
  const load = drive(width, () => (isOver() ? undefined : () => visit(bench)))
  const [{ perSecond }] = await Promise.all([load, watch(), pay(bench, isOver)])
  console.log(
    `memory under load       ${round(perSecond * 4)} calls a second for ${minutes} minutes, MiB`,
  )
  for (const kind of ['resident', 'heap'] as const) {
    const part = (from: number, to: number) =>
      median(
        readings
          .filter(({ minute }) => minute >= from * minutes && minute < to * minutes)
          .map((one) => one[kind]),
      )
    const [early, late] = [part(0.2, 0.5), part(0.7, 1.1)]
    const ratio = (late / early).toFixed(2)
    console.log(`  ${kind.padEnd(22)}${round(early)} early, ${round(late)} late: ratio ${ratio}`)
  }
}

/** What comes with a charge: it is made, shown twice, and listed. */
async function visit(bench: Bench): Promise<void> {
  const { baseUrl, apiKey } = bench
  const id = await newCharge(bench)
  await send({ url: `${baseUrl()}/charges/${id}`, apiKey })
  await send({ url: `${baseUrl()}/request-charges/${id}`, apiKey })
  await send({ url: `${baseUrl()}/charges?starting_after=${id}`, apiKey })
}

/** Real payments, lot by lot. */
async function pay(bench: Bench, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const ids = await Promise.all(Array.from({ length: lot }, () => newCharge(bench)))
    for (const [id, hash] of await transfers(bench, ids)) await report(bench, id, hash)
    await sleep(interval * 1000)
  }
}

/** What the processes say of themselves at /metrics. */
async function memory({ services }: Bench): Promise<{ resident: number; heap: number }> {
  const texts = await Promise.all(
    services.map(async ({ baseUrl }) => await (await fetch(`${baseUrl}/metrics`)).text()),
  )
  const sum = (name: string) =>
    texts.reduce((all, text) => {
      const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
      if (value === undefined) throw new Error(`/metrics does not tell ${name}.`)
      return all + Number(value) / 2 ** 20
    }, 0)
  return {
    resident: sum('process_resident_memory_bytes'),
    heap: sum('nodejs_heap_size_used_bytes'),
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
