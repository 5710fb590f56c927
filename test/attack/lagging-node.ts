import { askNode, startNode } from '../support/node.ts'

/** A node whose index of logs ends at a block: it answers [] beyond, and says nothing of it, as real ones do. */
export async function startLaggingNode(rpcUrl: string) {
  const counts = new Map<string, number>()
  let indexedTo: bigint | undefined
  const node = await startNode(rpcUrl, async (call) => {
    counts.set(call.method, (counts.get(call.method) ?? 0) + 1)
    if (call.method !== 'eth_getLogs' || indexedTo === undefined) return undefined
    const end = indexedTo
    const reply = (await askNode(rpcUrl, call)) as { result?: { blockNumber: string }[] }
    const result = reply.result?.filter(({ blockNumber }) => BigInt(blockNumber) <= end)
    return { ...reply, result }
  })
  return {
    ...node,
    /** Calls of a method so far; of all without one. */
    count: (method?: string) =>
      method === undefined
        ? [...counts.values()].reduce((sum, one) => sum + one, 0)
        : (counts.get(method) ?? 0),
    /** Ends the index of logs at a block; undefined heals it. */
    indexTo(block: bigint | undefined) {
      indexedTo = block
    },
  }
}
