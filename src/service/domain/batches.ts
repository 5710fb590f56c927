// What is done for many payments at once, without that one of them disturbs another.

/** What became of one thing of several. */
export type Outcome<Result> =
  | { result: Result; error?: undefined }
  | { result?: undefined; error: Error }

/**
 * Does a task for many things at once. Where that fails it is done for each by itself, so that one that fails keeps no
 * other one from being done.
 *
 * @param task returns the results in the order of the things, and changes nothing where it rejects
 * @returns the outcomes in the order of the things
 */
export async function doTogether<Thing, Result>(
  things: readonly Thing[],
  task: (things: readonly Thing[]) => Promise<readonly Result[]>,
): Promise<readonly Outcome<Result>[]> {
  if (things.length === 0) return []
  try {
    return (await task(things)).map((result) => ({ result }))
  } catch (cause) {
    if (things.length === 1) return [{ error: toError(cause) }]
    const outcomes: Outcome<Result>[] = []
    for (const thing of things) outcomes.push(...(await doTogether([thing], task)))
    return outcomes
  }
}

const toError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))

/**
 * Splits a list into batches of at most `size`, in order. A thing that is larger is a batch of its own.
 *
 * @param measure returns how much of the size a thing takes. @default 1
 */
export function* splitIntoBatches<T>(
  list: readonly T[],
  size: number,
  measure: (one: T) => number = () => 1,
): Generator<readonly T[]> {
  let batch: T[] = []
  let used = 0
  for (const one of list) {
    const more = measure(one)
    if (batch.length > 0 && used + more > size) {
      yield batch
      batch = []
      used = 0
    }
    batch.push(one)
    used += more
  }
  if (batch.length > 0) yield batch
}

/**
 * Splits a list into rounds, in order, so that nothing that an item changes is changed twice in one round.
 *
 * @param listIds returns the ids of what an item changes
 */
export function splitIntoRounds<T>(
  items: readonly T[],
  listIds: (item: T) => readonly string[],
): T[][] {
  const rounds: T[][] = []
  const nextRounds = new Map<string, number>()
  for (const item of items) {
    const changed = listIds(item)
    const round = Math.max(0, ...changed.map((one) => nextRounds.get(one) ?? 0))
    rounds[round] ??= []
    rounds[round].push(item)
    for (const one of changed) nextRounds.set(one, round + 1)
  }
  return rounds
}

/** How {@link readInParts} reads. */
export interface PartReading<Thing, Read> {
  read: (thing: Thing) => Promise<Read>
  /** Returns what something that was read weighs. */
  weigh: (read: Read) => number
  /** Nothing more is read for a part that weighs so much. */
  maxWeight: number
  /** Number of things that are read at the same time. */
  concurrency: number
}

/**
 * Reads things in their order, and yields what was read in parts: a part ends when it weighs enough. So what others have
 * made large does not fill the memory, however many of it there are.
 */
export async function* readInParts<Thing, Read>(
  things: readonly Thing[],
  { read, weigh, maxWeight, concurrency }: PartReading<Thing, Read>,
): AsyncGenerator<readonly Read[]> {
  const queue = [...things]
  while (queue.length > 0) {
    const part = new Map<Thing, Read>()
    const first = things.length - queue.length
    let weight = 0
    const work = async () => {
      while (weight < maxWeight) {
        const thing = queue.shift()
        if (thing === undefined) return
        const one = await read(thing)
        weight += weigh(one)
        part.set(thing, one)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const last = things.length - queue.length
    yield things.slice(first, last).map((thing) => part.get(thing) as Read)
  }
}
