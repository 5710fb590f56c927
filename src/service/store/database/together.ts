import DataLoader from 'dataloader'

/** The most calls that are done by one statement. */
const maxCalls = 50

/**
 * Joins calls that arrive in the same moment, so that one statement does them all: the busier the process, the less each
 * costs. A call that arrives alone is done at once.
 *
 * @param task returns a result for each item, in their order; an Error rejects the call of that item alone
 */
export function doCallsTogether<Item, Result>(
  task: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result>(task, {
    // Nothing is remembered: an answer is as old as its statement.
    cache: false,
    maxBatchSize: maxCalls,
    // After all that has arrived from the network by now.
    batchScheduleFn: setImmediate,
  })
  return (item) => loader.load(item)
}
