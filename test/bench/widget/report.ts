import type { ClickFigures } from './click-to-wallet.ts'
import { roundTripMs } from './conditions.ts'
import type { ElementsFigures } from './elements.ts'
import { formatMs, formatRatio, formatSpread, line, summarize } from './figures.ts'
import { type Interaction, shortest } from './interactions.ts'
import type { Memory } from './payments.ts'
import type { PriceFigures } from './time-to-price.ts'
import type { VariantId } from './variants.ts'

// Figures as lines of text. Ratios stand alone and come first: machines differ, and their figures with them.

/** Returns what the variants cost compared with each other. */
export function listPriceRatios(figures: readonly PriceFigures[]): string[] {
  const of = (id: VariantId) => {
    const found = figures.find((one) => one.id === id)
    if (!found) throw new Error(`The variant ${id} was not measured.`)
    return found.timeToPrice
  }
  const extraMs = of('order').median - of('charge-id').median
  return [
    line('ours to bare', formatRatio(of('charge-id'), of('bare'))),
    line('ours to bare, both with preloads', formatRatio(of('preloads'), of('bare-preloads'))),
    line('ours, rendered by the server, to price in the HTML', formatRatio(of('ssr'), of('html'))),
    line('preloads to none, ours', formatRatio(of('preloads'), of('charge-id'))),
    line(
      'an order costs more than a charge',
      `${(extraMs / roundTripMs).toFixed(2)} round trips of ${roundTripMs} ms`,
    ),
  ]
}

/** Returns the time to price of each variant, and what went on before. */
export function listPriceFigures(figures: readonly PriceFigures[]): string[] {
  return [
    ...figures.map(({ name, timeToPrice }) => line(name, formatSpread(timeToPrice))),
    '',
    'Blocking before the price (what long tasks take beyond 50 ms each, by the Long Tasks API)',
    ...figures.map(({ name, blocking, longestTask }) =>
      line(name, `${formatSpread(blocking)}; longest task ${formatLongest(longestTask.median)}`),
    ),
    '',
    'Layout shifts (largest sum of a load) and calls to the proxy',
    ...figures.map(({ name, shift, calls }) =>
      line(name, `${shift.toFixed(4).padStart(9)}, ${calls} calls`),
    ),
  ]
}

const formatLongest = (ms: number) => (ms ? `${formatMs(ms)} median` : 'under 50 ms')

/** Returns how much more work each element is than the first one. */
export function listElementsRatios(figures: readonly ElementsFigures[]): string[] {
  const [one, many] = [figures[0], figures.at(-1)]
  if (!one || !many) return []
  const work = ({ script, styleAndLayout }: ElementsFigures) =>
    script.median + styleAndLayout.median
  const ratio = work(many) / many.count / work(one)
  return [line(`work of each of ${many.count} elements to one`, ratio.toFixed(3))]
}

export const listElementsFigures = (figures: readonly ElementsFigures[]) =>
  figures.map(({ count, script, styleAndLayout, heap, calls }) =>
    line(
      `${count} ${count === 1 ? 'element' : 'elements'}`,
      `script ${formatSpread(script)}; style and layout ${formatSpread(styleAndLayout)}; ` +
        `heap ${Math.round(heap.median)} KiB; ${calls} calls`,
    ),
  )

/** Returns the median and the worst, with the clicks that took longest. */
export function listInteractionFigures(interactions: readonly Interaction[]): string[] {
  const { median, max } = summarize(interactions.map(({ ms }) => ms))
  const short = interactions.filter(({ ms }) => ms <= shortest).length
  const slowest = [...interactions].sort((one, other) => other.ms - one.ms).slice(0, 8)
  return [
    line('median', formatMs(median).padStart(9)),
    line('worst', formatMs(max).padStart(9)),
    line(`${shortest} ms or less`, `${short} of ${interactions.length}`),
    ...slowest.map(({ name, ms }) => `${formatMs(ms).padStart(9)}  ${name}`),
  ]
}

/** Returns how much longer a click on Pay takes with us, for each speed of the network. */
export const listClickRatios = (figures: readonly ClickFigures[]) =>
  figures.map(({ delayMs, ours, bare }) =>
    line(`click to wallet, to a bare page, ${delayMs} ms`, formatRatio(ours, bare)),
  )

/** Returns the times of both pages, and when our requests of the run in the middle went out. */
export const listClickFigures = (figures: readonly ClickFigures[]) =>
  figures.flatMap(({ delayMs, ours, bare, requests }) => [
    line(`ours, ${delayMs} ms for each answer`, formatSpread(ours)),
    line(`a bare page, ${delayMs} ms for each answer`, formatSpread(bare)),
    ...requests.map(({ method, atMs }) => `${formatMs(atMs).padStart(9)}  ${method}`),
  ])

/** Returns how much larger the page is after all payments than after the first ones. */
export function listMemoryRatios(memory: readonly Memory[]): string[] {
  const [first, last] = [memory[0], memory.at(-1)]
  if (!first || !last) return []
  const name = `heap after ${last.payments} payments to ${first.payments}`
  return [line(name, (last.heapBytes / first.heapBytes).toFixed(3))]
}

/** Returns what the page held, and the growth of each payment between the first reading and the last. */
export function listMemoryFigures(memory: readonly Memory[]): string[] {
  const [first, last] = [memory[0], memory.at(-1)]
  if (!first || !last) return []
  const growth = (figure: (one: Memory) => number) =>
    (figure(last) - figure(first)) / (last.payments - first.payments)
  return [
    ...memory.map(({ payments, heapBytes, nodes, listeners, documents }) =>
      line(
        `after ${payments} payments`,
        `${Math.round(heapBytes / 1024)} KiB heap, ${nodes} nodes, ${listeners} listeners, ${documents} documents`,
      ),
    ),
    line(
      'growth of each payment',
      `${Math.round(growth((one) => one.heapBytes))} bytes, ` +
        `${growth((one) => one.nodes).toFixed(2)} nodes, ` +
        `${growth((one) => one.listeners).toFixed(2)} listeners`,
    ),
  ]
}
