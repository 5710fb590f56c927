import { custom, http, type Transport } from 'viem'
import { getHttpRpcClient } from 'viem/utils'

/** Milliseconds that a node has to answer a batch. */
const batchTimeoutMs = 5000
/** Nodes limit their batches. Reads beyond the limit are sent in the next one. */
const maxBatchSize = 10

/** URLs of nodes that answered a batch with anything but a list. */
const urlsWithoutBatches = new Set<string>()

/** A read that waits for its batch. */
interface PendingRead {
  request: { method: string; params?: unknown }
  resolve: (result: unknown) => void
}

/**
 * Creates a transport that sends the reads of one moment in one HTTP request, as a JSON-RPC batch: browsers ask a foreign
 * host for its CORS policy before each of several requests that start together.
 *
 * viem's own batches (`http(url, { batch: true })`) are not used: they give each read the answer at its place in the
 * list, so that a node that leaves one out would answer a balance with a nonce. Here answers are matched by their id.
 * A read without a result in the batch is repeated alone, so that errors and retries are the same as without batches.
 */
export function createBatchTransport(url: string): Transport {
  const createAlone = http(url)
  const rpcClient = getHttpRpcClient(url, { timeout: batchTimeoutMs })
  return (parameters) => {
    const alone = createAlone(parameters)
    const readAlone = ({ request, resolve }: PendingRead) => resolve(alone.request(request))
    let pendingReads: PendingRead[] = []

    function flush() {
      const reads = pendingReads
      pendingReads = []
      for (let start = 0; start < reads.length; start += maxBatchSize)
        void readTogether(reads.slice(start, start + maxBatchSize))
    }

    async function readTogether(reads: readonly PendingRead[]) {
      const isBatch = reads.length > 1 && !urlsWithoutBatches.has(url)
      const results = isBatch ? await requestBatch(reads) : new Map<unknown, unknown>()
      for (const [id, read] of reads.entries())
        if (results.has(id)) read.resolve(results.get(id))
        else readAlone(read)
    }

    /** Returns the results by id. Empty for a node that does not accept batches. */
    async function requestBatch(reads: readonly PendingRead[]): Promise<Map<unknown, unknown>> {
      const results = new Map<unknown, unknown>()
      try {
        const body = reads.map(({ request }, id) => ({ ...request, id }))
        const answers: unknown = await rpcClient.request({ body })
        if (!Array.isArray(answers)) urlsWithoutBatches.add(url)
        else
          for (const answer of answers as { id?: unknown; result?: unknown }[])
            if (answer?.result !== undefined) results.set(answer.id, answer.result)
      } catch {
        // Single reads then show whether the node is down, or does not accept batches.
        urlsWithoutBatches.add(url)
      }
      return results
    }

    const request = ({ method, params }: PendingRead['request']) =>
      new Promise<unknown>((resolve) => {
        if (pendingReads.push({ request: { method, params }, resolve }) === 1) setTimeout(flush)
      })
    return custom({ request }, { retryCount: 0 })(parameters)
  }
}
