import { createSourceLookup, type SourcePlace } from './source-lookup.ts'

/** A part of the DevTools protocol's Profiler.Profile. Microseconds of the machine's monotonic clock. */
export interface CpuProfile {
  nodes: ProfileNode[]
  startTime: number
  samples?: number[]
  timeDeltas?: number[]
}

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number }
  children?: number[]
}

/** Microseconds of the monotonic clock. */
export interface TimeWindow {
  start: number
  end: number
}

/** Self times in milliseconds, by what they are counted for. */
export interface SelfTimes {
  functions: Map<string, number>
  modules: Map<string, number>
  /** By the module of ours that called, with all that it called: of libraries and of the browser. */
  callers: Map<string, number>
}

type Lookup = ReturnType<typeof createSourceLookup>

/** Adds up the samples of a window, each with the time until the next one. */
export function sumSelfTimes(profile: CpuProfile, { start, end }: TimeWindow): SelfTimes {
  const times: SelfTimes = { functions: new Map(), modules: new Map(), callers: new Map() }
  const nodes = describeNodes(profile.nodes, createSourceLookup())
  const { samples = [], timeDeltas = [] } = profile
  let time = profile.startTime
  for (const [index, id] of samples.entries()) {
    time += timeDeltas[index] ?? 0
    const next = time + (timeDeltas[index + 1] ?? 0)
    const ms = (Math.min(next, end) - Math.max(time, start)) / 1000
    const node = nodes.get(id)
    if (ms <= 0 || !node || node.name === '(idle)') continue
    add(times.functions, node.name, ms)
    add(times.modules, node.module, ms)
    add(times.callers, node.caller, ms)
  }
  return times
}

interface DescribedNode {
  name: string
  module: string
  caller: string
}

function describeNodes(
  nodes: readonly ProfileNode[],
  lookUp: Lookup,
): ReadonlyMap<number, DescribedNode> {
  const described = new Map<number, DescribedNode>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const visit = (node: ProfileNode, outerCaller: string) => {
    const { functionName, url, lineNumber, columnNumber } = node.callFrame
    // The code outside functions: it has no line of its own, and comes from many modules.
    const isTopLevel = url !== '' && lineNumber === 0 && columnNumber === 0
    const place = isTopLevel ? undefined : lookUp(url, lineNumber, columnNumber)
    const module = isTopLevel
      ? '(top level of a script)'
      : (place?.module ?? (url ? `(page) ${url.slice(-40)}` : nameBrowser(functionName)))
    const isOurs = isTopLevel || place?.module.startsWith('src/')
    const caller = isOurs ? module : outerCaller
    described.set(node.id, {
      name: nameFunction(functionName, place, url),
      module,
      caller: caller || module,
    })
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) visit(child, caller)
    }
  }
  const [root] = nodes
  if (root) visit(root, '')
  return described
}

const nameBrowser = (functionName: string) =>
  functionName.startsWith('(') ? functionName : '(built into the browser)'

function nameFunction(name: string, place: SourcePlace | undefined, url: string): string {
  if (!place) return url ? `${name || '(top level)'} of ${url.split('/').at(-1)}` : name
  const { module, lineNumber, text } = place
  const file = module.replace(/^node_modules\//, '')
  return `${file}:${lineNumber}  ${text.slice(0, 60)}`
}

export function add(sums: Map<string, number>, name: string, value: number): void {
  sums.set(name, (sums.get(name) ?? 0) + value)
}
