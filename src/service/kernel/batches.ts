// Batch helpers that isolate failures: one failing item does not affect the others.

/** The outcome of one item of a batch. */
export type Outcome<Result> =
  | { result: Result; error?: undefined }
  | { result?: undefined; error: Error }

/**
 * Runs a task for many items together. If the batch fails, runs the task for each item separately, so that one failure cannot block
 * the rest.
 *
 * @param task returns the results in the order of the items, and changes nothing when it rejects
 * @returns the outcomes in the order of the items
 */
export async function batchWithFallback<Item, Result>(
  items: readonly Item[],
  task: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Outcome<Result>[]> {
  if (items.length === 0) return []
  try {
    return (await task(items)).map((result) => ({ result }))
  } catch (cause) {
    if (items.length === 1) return [{ error: toError(cause) }]
    const outcomes: Outcome<Result>[] = []
    for (const item of items) outcomes.push(...(await batchWithFallback([item], task)))
    return outcomes
  }
}

const toError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))

/**
 * Splits a list into batches of at most `size`, in order. A larger item is a separate batch.
 *
 * @param measure returns how much of the size an item takes. @default 1
 */
export function* splitIntoBatches<T>(
  list: readonly T[],
  size: number,
  measure: (item: T) => number = () => 1,
): Generator<readonly T[]> {
  let batch: T[] = []
  let usedSize = 0
  for (const item of list) {
    const itemSize = measure(item)
    if (batch.length > 0 && usedSize + itemSize > size) {
      yield batch
      batch = []
      usedSize = 0
    }
    batch.push(item)
    usedSize += itemSize
  }
  if (batch.length > 0) yield batch
}

/**
 * Splits a list into rounds, in order, so that no two items of a round change the same thing.
 *
 * @param listIds returns the ids of the things that an item changes
 */
export function splitIntoRounds<T>(
  items: readonly T[],
  listIds: (item: T) => readonly string[],
): T[][] {
  const rounds: T[][] = []
  const nextRounds = new Map<string, number>()
  for (const item of items) {
    const ids = listIds(item)
    const round = Math.max(0, ...ids.map((id) => nextRounds.get(id) ?? 0))
    rounds[round] ??= []
    rounds[round].push(item)
    for (const id of ids) nextRounds.set(id, round + 1)
  }
  return rounds
}

/** How {@link readInParts} reads. */
export interface PartReading<Item, Read> {
  read: (item: Item) => Promise<Read>
  /** Returns the weight of an item that was read. */
  weigh: (result: Read) => number
  /** Nothing more is read for a part that weighs so much. */
  maxWeight: number
  /** Number of items that are read at the same time. */
  concurrency: number
}

/**
 * Reads items in their order, and yields them in parts: a part ends when it weighs enough. So large items that strangers
 * have made do not fill the memory, however many there are.
 */
export async function* readInParts<Item, Read>(
  items: readonly Item[],
  { read, weigh, maxWeight, concurrency }: PartReading<Item, Read>,
): AsyncGenerator<readonly Read[]> {
  const queue = [...items]
  while (queue.length > 0) {
    const part = new Map<Item, Read>()
    const start = items.length - queue.length
    let weight = 0
    const work = async () => {
      while (weight < maxWeight) {
        const item = queue.shift()
        if (item === undefined) return
        const result = await read(item)
        weight += weigh(result)
        part.set(item, result)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const end = items.length - queue.length
    yield items.slice(start, end).map((item) => part.get(item) as Read)
  }
}
