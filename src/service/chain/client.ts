import { BaseError, type Client, createClient, http, type PublicActions, publicActions } from 'viem'
import { PayError } from '../../errors.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** A chain that can be read. */
export interface ChainClient {
  chainId: number
  /** Runs a read; rejects with PayError `chain_unreachable`, in words that hold no secret of the RPC address. */
  read<T>(what: (client: Client & PublicActions) => Promise<T>): Promise<T>
}

/** Opens a chain by its JSON-RPC address. Nothing is asked before the first read. */
export function chainClient(chainId: number, rpcUrl: string): ChainClient {
  // A slow node must not hold the loop; what fails here is tried again by the loop itself.
  const waits = { timeout: 8_000, retryCount: 2, retryDelay: 200 }
  const transport = http(rpcUrl, { ...waits, fetchFn: boundedFetch })
  // No ERC-3668: a contract that a caller names would make this service call any address, also one inside.
  const client = createClient({ transport, cacheTime: 0, ccipRead: false }).extend(publicActions)
  let checked = false
  const check = async () => {
    if (checked) return
    const said = await client.getChainId()
    // A test network's node under a main network's number would credit play money.
    if (said !== chainId) {
      throw unreachable(chainId, rpcUrl, `it serves chain ${said}; correct CHAIN_RPC_URLS`)
    }
    checked = true
  }
  return {
    chainId,
    async read(what) {
      try {
        await check()
        return await what(client)
      } catch (cause) {
        if (cause instanceof PayError) throw cause
        throw unreachable(chainId, rpcUrl, explain(cause, rpcUrl))
      }
    },
  }
}

// No `cause`: viem's errors carry the whole address, and with it the operator's credentials, into the log.
function unreachable(chainId: number, rpcUrl: string, why: string): PayError {
  return new PayError(
    'chain_unreachable',
    `Chain ${chainId} could not be read at ${shownUrl(rpcUrl)}: ${why}`,
    { retryable: true },
  )
}

function explain(cause: unknown, rpcUrl: string): string {
  const text =
    cause instanceof BaseError ? `${cause.shortMessage} ${cause.details ?? ''}` : String(cause)
  return text.replaceAll(rpcUrl, shownUrl(rpcUrl)).trim()
}

/** Providers put keys into the path, the query or the user's part: only the origin is safe to show. */
function shownUrl(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}
