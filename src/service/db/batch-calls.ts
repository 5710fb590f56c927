import DataLoader from 'dataloader'

/** Maximum number of calls in one statement. */
const maxCalls = 50

/**
 * Joins calls that arrive at the same moment into one statement: the busier the process, the less each call costs. A single call is
 * made immediately.
 *
 * @param task returns a result for each item, in their order; an Error rejects only the call of that item
 */
export function batchCalls<Item, Result>(
  task: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>(task, {
    // Nothing is cached: an answer is as old as its statement.
    cache: false,
    maxBatchSize: maxCalls,
    // Runs after all calls that have arrived from the network by now.
    batchScheduleFn: setImmediate,
  })
  return (item) => loader.load(item)
}
