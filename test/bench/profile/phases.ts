import { priceMark } from '../widget/price-watch.ts'
import { add } from './self-times.ts'

/** An event of Chromium's trace. Microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args: { data?: { documentLoaderURL?: string; navigationId?: string } }
}

/** What the main thread did from the navigation to the price, in milliseconds. */
export interface Phases {
  /** By kind of work, without the work inside it that has a kind of its own. */
  self: Map<string, number>
  /** Tasks of 5 ms and more. */
  tasks: { at: number; duration: number; work: string }[]
  /** The sum of what tasks of any length took. */
  busy: number
  /** The sum of what tasks took beyond 50 ms each. */
  blocking: number
  price: number
}

export const traceCategories = [
  '-*',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.compile',
  'loading',
  'v8',
  'v8.execute',
]

interface Work {
  name: string
  start: number
  end: number
  self: number
}

/** Reads a trace of one load of a URL, until its price. */
export function readPhases(trace: Buffer, url: string): Phases {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const mark = traceEvents.find(({ name }) => name === priceMark)
  const navigation = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  )
  if (!mark || !navigation) throw new Error('The trace has no navigation or no price.')
  const { pid, tid, ts: price } = mark
  const start = navigation.ts
  const events = traceEvents
    .filter((one) => one.pid === pid && one.tid === tid && one.ph === 'X')
    .map(({ name, ts, dur = 0 }) => ({
      name,
      start: Math.max(ts, start),
      end: Math.min(ts + dur, price),
      self: 0,
    }))
    .filter((work) => work.end > work.start)
    .sort((one, other) => one.start - other.start || other.end - one.end)
  return { ...sumWork(events, start), price: (price - start) / 1000 }
}

/** Adds up events that are sorted by start, outer ones before what they contain. */
function sumWork(events: readonly Work[], start: number): Omit<Phases, 'price'> {
  const stack: Work[] = []
  const tasks = new Map<Work, Work[]>()
  for (const work of events) {
    while (stack.length > 0 && (stack.at(-1)?.end ?? 0) <= work.start) stack.pop()
    const outer = stack.at(-1)
    work.self = work.end - work.start
    if (outer) outer.self -= work.self
    stack.push(work)
    const [task] = stack
    if (task) tasks.set(task, [...(tasks.get(task) ?? []), work])
  }
  const self = new Map<string, number>()
  for (const { name, self: own } of events) add(self, name, own / 1000)
  const durations = [...tasks.keys()].map(({ start: from, end }) => (end - from) / 1000)
  return {
    self,
    busy: durations.reduce((sum, ms) => sum + ms, 0),
    blocking: durations.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
    tasks: [...tasks]
      .map(([task, parts]) => ({
        at: (task.start - start) / 1000,
        duration: (task.end - task.start) / 1000,
        work: describeWork(parts),
      }))
      .filter(({ duration }) => duration >= 5),
  }
}

/** The three heaviest kinds of work of a task. */
function describeWork(parts: readonly Work[]): string {
  const sums = new Map<string, number>()
  for (const { name, self } of parts) add(sums, name, self / 1000)
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
    .join(', ')
}
