import { BaseError, type Client, createClient, http, type PublicActions, publicActions } from 'viem'
import { PayError } from '../../errors.ts'
import { fetchBounded } from './bounded-fetch.ts'

/** Reads one chain by JSON-RPC. */
export interface ChainClient {
  chainId: number
  /** Runs a read; rejects with PayError `chain_unreachable`, whose message holds no secret of the RPC URL. */
  read<T>(request: (client: Client & PublicActions) => Promise<T>): Promise<T>
}

/** Creates the client of a chain by its JSON-RPC URL. Sends no request before the first read. */
export function createChainClient(chainId: number, rpcUrl: string): ChainClient {
  // A slow node must not block the watcher's loop, which itself tries again whatever fails here.
  const retryOptions = { timeout: 8_000, retryCount: 2, retryDelay: 200 }
  const transport = http(rpcUrl, { ...retryOptions, fetchFn: fetchBounded })
  // No ERC-3668: a contract of a caller's choice could make this service call any URL, also in its internal network.
  const client = createClient({ transport, cacheTime: 0, ccipRead: false }).extend(publicActions)
  let isChecked = false
  const checkChainId = async () => {
    if (isChecked) return
    const actualChainId = await client.getChainId()
    // A testnet's node that is configured for a mainnet's chain id would credit worthless tokens.
    if (actualChainId !== chainId) {
      throw createUnreachableError(
        chainId,
        rpcUrl,
        `it serves chain ${actualChainId}; correct CHAIN_RPC_URLS`,
      )
    }
    isChecked = true
  }
  return {
    chainId,
    async read(request) {
      try {
        await checkChainId()
        return await request(client)
      } catch (cause) {
        if (cause instanceof PayError) throw cause
        throw createUnreachableError(chainId, rpcUrl, describeCause(cause, rpcUrl))
      }
    },
  }
}

// No `cause`: viem's errors contain the whole RPC URL, and would carry the operator's credentials into the log.
function createUnreachableError(chainId: number, rpcUrl: string, why: string): PayError {
  return new PayError(
    'chain_unreachable',
    `Chain ${chainId} could not be read at ${redactUrl(rpcUrl)}: ${why}`,
    { retryable: true },
  )
}

function describeCause(cause: unknown, rpcUrl: string): string {
  const text =
    cause instanceof BaseError ? `${cause.shortMessage} ${cause.details ?? ''}` : String(cause)
  return text.replaceAll(rpcUrl, redactUrl(rpcUrl)).trim()
}

/**
 * Returns the origin of an RPC URL. Providers put keys into the path, the query or the user info: the rest is secret.
 */
function redactUrl(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}
