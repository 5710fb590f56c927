import { pathToFileURL } from 'node:url'
import { type Phases, readPhases, traceCategories } from './profile/phases.ts'
import { add, type CpuProfile, type SelfTimes, sumSelfTimes } from './profile/self-times.ts'
import { conditions, openPage } from './widget/conditions.ts'
import { formatMs, line } from './widget/figures.ts'
import { loadUntilPrice, readPriceWatch } from './widget/price-watch.ts'
import { type Bench, withBench } from './widget/run.ts'
import { createCharge } from './widget/shop.ts'
import { type VariantId, variants } from './widget/variants.ts'

// `npm run bench -- profile`, or `node test/bench/profile.ts`: where the main thread's time goes from the navigation to
// the price. `--variant` names another page of variants.ts. CPU profiles and traces are taken in loads of their own,
// because the profiler costs time itself; each figure is the mean of so many loads.
const loads = 5

/** Records and prints. */
export async function profileWidget(id: string = 'charge-id' satisfies VariantId): Promise<void> {
  const variant = variants.find((one) => one.id === id)
  if (!variant) throw new Error(`No variant ${id}: ${variants.map((one) => one.id).join(', ')}.`)
  await withBench(1, async (bench) => {
    const createUrl = async () =>
      bench.shop.page(await variant.document(await createCharge(bench.stage)))
    // The first load warms the servers.
    await recordTrace(bench, await createUrl())
    const traces: Phases[] = []
    const profiles: SelfTimes[] = []
    for (let load = 0; load < loads; load += 1) {
      traces.push(await recordTrace(bench, await createUrl()))
      profiles.push(await recordProfile(bench, await createUrl()))
    }
    console.log(`${variant.name}: means of ${loads} loads; ${conditions}`)
    printPhases(traces)
    printSelfTimes(profiles)
    await printRequests(bench, await createUrl())
  })
}

async function recordTrace({ browser }: Bench, url: string): Promise<Phases> {
  const measured = await openPage(browser, { line: true, cpu: true })
  await browser.startTracing(measured.page, { categories: traceCategories })
  await loadUntilPrice(measured, url)
  const trace = await browser.stopTracing()
  await measured.context.close()
  return readPhases(trace, url)
}

async function recordProfile({ browser }: Bench, url: string): Promise<SelfTimes> {
  const measured = await openPage(browser, { line: true, cpu: true })
  const { cdp, context } = measured
  await cdp.send('Performance.enable')
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 })
  await cdp.send('Profiler.start')
  await loadUntilPrice(measured, url)
  const { profile } = await cdp.send('Profiler.stop')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const { priceAt } = await readPriceWatch(measured)
  await context.close()
  // Seconds of the same clock as the profile's.
  const seconds = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN
  const start = seconds * 1e6
  return sumSelfTimes(profile as CpuProfile, { start, end: start + priceAt * 1000 })
}

function printPhases(traces: readonly Phases[]): void {
  const meanOf = (figure: 'price' | 'busy' | 'blocking') =>
    traces.reduce((sum, one) => sum + one[figure], 0) / traces.length
  console.log(line('time to price, traced', formatMs(meanOf('price'))))
  console.log(line('main thread busy before it', formatMs(meanOf('busy'))))
  console.log(line('blocking (RunTask beyond 50 ms)', formatMs(meanOf('blocking'))))
  printTable('Kinds of work, self time', average(traces.map(({ self }) => self)), 30)
  console.log('\nTasks of 5 ms and more, of the last load')
  for (const { at, duration, work } of traces.at(-1)?.tasks ?? [])
    console.log(`at ${formatMs(at).padStart(8)}  ${formatMs(duration).padStart(7)}  ${work}`)
}

function printSelfTimes(profiles: readonly SelfTimes[]): void {
  const of = (kind: keyof SelfTimes) => average(profiles.map((one) => one[kind]))
  printTable('Functions, self time', of('functions'), 40)
  printTable('Modules, self time', of('modules'), 20)
  printTable('Our modules, with all that they call in libraries and browser', of('callers'), 20)
}

/** When each request went out and came back, without a profiler. */
async function printRequests({ browser }: Bench, url: string): Promise<void> {
  const measured = await openPage(browser, { line: true, cpu: true })
  await loadUntilPrice(measured, url)
  const { priceAt } = await readPriceWatch(measured)
  const expression =
    '[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]' +
    '.map(({ name, startTime, responseStart, responseEnd, encodedBodySize }) =>' +
    '({ name, startTime, responseStart, responseEnd, encodedBodySize }))'
  const { result } = await measured.cdp.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
  })
  await measured.context.close()
  console.log(`\nRequests of one load, price at ${formatMs(priceAt)}: sent, first byte, last byte`)
  for (const entry of result.value as PerformanceResourceTiming[]) {
    const times = [entry.startTime, entry.responseStart, entry.responseEnd]
    const text = times.map((ms) => formatMs(ms).padStart(9)).join('')
    console.log(`${text}  ${entry.encodedBodySize} bytes  ${new URL(entry.name).pathname}`)
  }
}

/** The mean of sums by name; a name that a load lacks counts as 0 there. */
function average(all: readonly Map<string, number>[]): Map<string, number> {
  const means = new Map<string, number>()
  for (const sums of all) for (const [name, ms] of sums) add(means, name, ms / all.length)
  return means
}

function printTable(title: string, sums: ReadonlyMap<string, number>, rows: number): void {
  const sorted = [...sums].sort(([, one], [, other]) => other - one)
  const total = sorted.reduce((sum, [, ms]) => sum + ms, 0)
  console.log(`\n${title}: ${total.toFixed(1)} ms in all`)
  for (const [name, ms] of sorted.slice(0, rows))
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await profileWidget(process.argv[2])
