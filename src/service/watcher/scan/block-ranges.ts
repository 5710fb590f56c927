import type { BlockRange } from '../../chain/types/transfer-logs.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/** Blocks per range. */
export const blocksPerRange = 500n
/** Blocks per range where whole blocks are read. */
const blocksPerNativeRange = 25n

/** Returns the number of blocks that are read at a time. */
export function getBlocksPerRange({ nativeRecipients }: WatchedDestinations): bigint {
  return nativeRecipients.length > 0 ? blocksPerNativeRange : blocksPerRange
}

/** Returns the range of at most so many blocks from a block on, and to the last one. Empty (`to < from`) behind the last. */
export function takeRange(from: bigint, size: bigint, last: bigint): BlockRange {
  const to = from + size - 1n
  return { from, to: to < last ? to : last }
}
