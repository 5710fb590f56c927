import { setTimeout } from 'node:timers/promises'
import {
  BaseError,
  BlockNotFoundError,
  type Client,
  createClient,
  http,
  type PublicActions,
  publicActions,
  RpcRequestError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { PayError } from '../../../errors.ts'
import { createNodeLimits, type NodeLimits } from './limits.ts'
import { type CallListener, createNodeFetch } from './node-fetch.ts'
import { isRateLimit } from './refusals.ts'

/** Reads one chain by JSON-RPC. */
export interface ChainClient {
  chainId: number
  /** The origin of its RPC URL, for logs and metrics; of several, that of the node in use. */
  readonly node: string
  /** The known limits of this node; with several, those of the node in use. */
  readonly limits: NodeLimits
  /**
   * Runs a read, with the limits of the node that answers it; rejects with PayError `chain_unreachable`, whose message
   * holds no secret of the RPC URL.
   */
  read<T>(request: ChainRequest<T>): Promise<T>
}

/** Reads something of a chain by one node. */
export type ChainRequest<T> = (client: Client & PublicActions, limits: NodeLimits) => Promise<T>

/** Options of {@link createChainClient}. */
export interface ChainClientOptions {
  /** How often a failed request is repeated; 0 where another node can be asked. @default 2 */
  retryCount?: number
  /** @default the calls are not counted */
  onCall?: CallListener | undefined
}

/** Creates the client of a chain by its JSON-RPC URL. Sends no request before the first read. */
export function createChainClient(
  chainId: number,
  rpcUrl: string,
  { retryCount = 2, onCall = () => undefined }: ChainClientOptions = {},
): ChainClient {
  const limits = createNodeLimits()
  // A slow node must not block the watcher's loop, which retries failed calls itself.
  const retryOptions = { timeout: 8_000, retryCount, retryDelay: 200 }
  const transport = http(rpcUrl, { ...retryOptions, fetchFn: createNodeFetch(limits, onCall) })
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
        'another chain',
      )
    }
    isChecked = true
  }
  return {
    chainId,
    node: redactUrl(rpcUrl),
    limits,
    async read(request) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          await checkChainId()
          return await request(client, limits)
        } catch (cause) {
          if (isRateLimitError(cause)) limits.pause()
          if (cause instanceof PayError) throw cause
          // One that asks for fewer calls was asked again already.
          const mayRepeat = (isAnswered(cause) && !isRateLimitError(cause)) || isMissing(cause)
          if (attempt >= retryCount || !mayRepeat)
            throw createUnreachableError(chainId, rpcUrl, describeCause(cause, rpcUrl))
          await setTimeout(retryOptions.retryDelay << attempt)
        }
      }
    },
  }
}

/**
 * Returns whether a node has answered with an error of JSON-RPC. viem repeats a call only where none came, or for a few
 * codes; and a node that refuses one call of several would end one after the other all polls that need several.
 */
function isAnswered(cause: unknown): boolean {
  return (
    cause instanceof BaseError && cause.walk((error) => error instanceof RpcRequestError) !== null
  )
}

/** Returns whether a node lacks data that another call has returned: a URL may lead to several nodes. */
function isMissing(cause: unknown): boolean {
  return cause instanceof BlockNotFoundError || cause instanceof TransactionReceiptNotFoundError
}

/** Returns whether a node answered that it gets too many calls, as an error of JSON-RPC. */
export function isRateLimitError(cause: unknown): boolean {
  if (!(cause instanceof BaseError)) return false
  const error = cause.walk((error) => error instanceof RpcRequestError)
  if (!(error instanceof RpcRequestError)) return false
  return isRateLimit({ code: error.code, message: error.details })
}

// No `cause`: viem's errors contain the whole RPC URL, and would carry the operator's credentials into the log.
function createUnreachableError(
  chainId: number,
  rpcUrl: string,
  why: string,
  details?: 'another chain',
): PayError {
  return new PayError(
    'chain_unreachable',
    `Chain ${chainId} could not be read at ${redactUrl(rpcUrl)}: ${why}`,
    { retryable: true, details },
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
export function redactUrl(rpcUrl: string): string {
  return new URL(rpcUrl).origin
}
