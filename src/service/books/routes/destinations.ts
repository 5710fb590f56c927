import type { ScanStateStore } from '../../db/scan-states.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { BookedDestination, MovementRecord } from '../books.ts'
import type { BookStore } from '../store/books.ts'

/** The dependencies of the verification. */
export type VerifyContext = Pick<ServiceContext<BookStore & ScanStateStore>, 'store' | 'chains'>

/** Limit of differences, and of outgoing transfers, that a verification lists. */
export const maxListed = 1000
/** The blocks to verify: from a time on, and before another; undefined for all. */
export interface VerifyRange {
  from: Date | undefined
  to: Date | undefined
}

/** A destination while it is verified. */
export interface OpenDestination {
  destination: BookedDestination
  fromBlock: bigint
  rows: number
  /** Rows in blocks that cannot be compared yet. */
  laterRows: number
  booked: bigint
  /** By the logs. */
  received: bigint
  sent: bigint
  /** The outgoing amount that no row has. */
  left: bigint
  /** Rows of native currency: there are no logs to compare them with. */
  nativeRows: MovementRecord[]
}

/** Returns a text that is the same for one token at one recipient. */
export const toKey = ({ token, recipient }: { token: string; recipient: string }) =>
  `${token} ${recipient}`.toLowerCase()

/**
 * Finds the first block of each destination: that of its first charge, before which nothing was watched there. A block can be
 * dated a little earlier than a charge that is paid in it.
 */
export async function openDestinations(
  { chains }: VerifyContext,
  chainId: number,
  destinations: readonly BookedDestination[],
  { from }: VerifyRange,
  toBlock: bigint,
): Promise<Map<string, OpenDestination>> {
  const blocksBefore = new Map<number, bigint>()
  const findBlockBefore = async (time: Date) => {
    const known = blocksBefore.get(time.getTime())
    if (known !== undefined) return known
    const block = await chains.findBlockBefore(chainId, time, toBlock)
    blocksBefore.set(time.getTime(), block)
    return block
  }
  const open = new Map<string, OpenDestination>()
  for (const destination of destinations) {
    const since = destination.oldestChargeAt ?? findOldestAt(destinations, destination.recipient)
    const start = from && since && from > since ? from : since
    if (!start) continue
    const { firstBlock } = destination
    const block = (await findBlockBefore(start)) + 1n
    const isEarlier = start === since && firstBlock !== undefined && firstBlock < block
    const fromBlock = isEarlier ? firstBlock : block
    const sums = {
      rows: 0,
      laterRows: 0,
      booked: 0n,
      received: 0n,
      sent: 0n,
      left: 0n,
      nativeRows: [],
    }
    open.set(toKey(destination), { destination, fromBlock, ...sums })
  }
  return open
}

function findOldestAt(
  destinations: readonly BookedDestination[],
  recipient: string,
): Date | undefined {
  const times = destinations.flatMap((one) =>
    one.recipient === recipient && one.oldestChargeAt ? [one.oldestChargeAt.getTime()] : [],
  )
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
