import {
  BaseError,
  BlockNotFoundError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  MethodNotSupportedRpcError,
  RpcRequestError,
} from 'viem'
import type { ChainClient } from './nodes/client.ts'
import type { FinalityLevel } from './types/chains.ts'

/**
 * Reads the number of the newest block that the chain itself calls safe or finalized; returns undefined where it has no
 * such tag. On a rollup, safe means written to its parent chain, and finalized that it is final there.
 *
 * @see https://github.com/ethereum/execution-apis/blob/main/src/schemas/block.yaml BlockTag
 */
export async function readFinalBlock(
  chain: ChainClient,
  level: FinalityLevel,
): Promise<bigint | undefined> {
  const block = await chain.read((client) =>
    client.getBlock({ blockTag: level }).catch(ignoreUnknownTag),
  )
  return block?.number ?? undefined
}

/** The execution API's "Unknown block", which nodes answer that have no such block yet or do not know the tag. */
const unknownBlockCode = -39_001

/** The error of Geth and its descendants, such as "finalized block not found". */
const noSuchBlock = /\b(safe|finalized) block not found|\b(not supported|unsupported)\b/i

/** Returns undefined for errors that mean the chain has no such tag; throws any other error again. */
function ignoreUnknownTag(cause: unknown): undefined {
  const errorClasses = [BlockNotFoundError, InvalidParamsRpcError, MethodNotSupportedRpcError]
  const isUnknownTag = (error: unknown) =>
    errorClasses.some((kind) => error instanceof kind) ||
    (error instanceof RpcRequestError && error.code === unknownBlockCode) ||
    // Busy nodes answer with -32000 as well. A payment must not be credited because of that.
    (error instanceof InvalidInputRpcError && noSuchBlock.test(error.details))
  if (cause instanceof BaseError && cause.walk(isUnknownTag)) return undefined
  throw cause
}
