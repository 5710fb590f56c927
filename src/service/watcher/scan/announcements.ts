import type { TransferFilter, TransferLog } from '../../domain/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'

// A node announces logs over a socket. What it says is never believed: it only moves looks in time. So an attacker who
// owns the node can cause looks, no faster than polling makes them, or keep silent, until polling finds the first payment.

/** How much rarer the looks are while a socket announces what they would find. */
const relaxFactor = 4
/** Looks for an announcement: at once, and once more for a node whose index of logs is a little late. */
const looksPerAnnouncement = 2
/**
 * Looks that announcements may hasten in a row. Then there is one more for each look that polling would have made: whoever
 * sends the merchant a transfer every few seconds must not make a chain cost more than without a socket.
 */
const maxHastenedLooks = 10
/** Announced transactions that are remembered. */
const maxAnnounced = 500
/** A socket whose newest block stays the same for longer announces nothing any more. */
const maxSilenceMs = 30_000
/**
 * A socket may be this many blocks behind the node that is read, or its announcements behind itself. A few seconds on the
 * fastest chains.
 */
const maxLagBlocks = 20n
/** Milliseconds between two questions for the newest block where looks are not rarer: whether the socket still answers. */
const idleAskMs = 60_000
/** A transfer that was found is announced within this time, or the socket has kept it to itself. */
const maxDelayMs = 10_000
/** How long a socket counts for nothing that has kept a transfer to itself. */
const distrustMs = 60 * 60_000

/** Decides how often a chain is looked at by what a socket announces. */
export interface Announcements {
  /** Returns the milliseconds between two looks. */
  computeIntervalMs(options: {
    /** The transfers to be announced; none where nothing is expected. */
    filters: readonly TransferFilter[]
    /** Milliseconds between two looks without a socket. */
    normalMs: number
    /** Whether logs show all transfers, so that looks may be rarer. */
    hasLogsAlone: boolean
  }): number
  /** Remembers that a look begins. Returns a function for what it has found. */
  beginLook(): (head: bigint, found: readonly TransferLog[]) => void
  /** Closes the socket, until there is something to be announced again. */
  stop(): void
}

/**
 * Creates it for a chain; undefined where the chain has no socket.
 *
 * @param paceMs milliseconds between two looks while somebody waits
 * @param onAnnounced a look is due. Called at most once in `paceMs`, whatever the node sends
 */
export function createAnnouncements(
  { chains, log }: Pick<WatcherContext, 'chains' | 'log'>,
  chainId: number,
  paceMs: number,
  onAnnounced: () => void,
): Announcements | undefined {
  /** Announced transactions, each with the newest block of the socket at that time, as far as known. */
  const announced = new Map<string, bigint | undefined>()
  /**
   * Found transactions that should have been announced, and when they were found. To close the socket excuses none: a
   * node that keeps them to itself would do so.
   */
  const unannounced = new Map<string, number>()
  let isSubscribed = false
  let socketHead: { block: bigint; newSince: number; isBehind: boolean } | undefined
  /** The newest block of the first look since the socket announces: what is above it should be announced. */
  let firstHead: bigint | undefined
  let lastHead: bigint | undefined
  let owedLooks = 0
  let hastenableLooks = maxHastenedLooks
  let replenishedAt = performance.now()
  let lookedAt = -Infinity
  let wokenAt = -Infinity
  let askedAt = -Infinity
  let distrustedUntil = -Infinity

  const subscription = chains.createLogSubscription(chainId, {
    onSubscribed(isNowSubscribed) {
      isSubscribed = isNowSubscribed
      socketHead = undefined
      firstHead = undefined
      askedAt = -Infinity
    },
    onHead(block) {
      const isNew = socketHead === undefined || block > socketHead.block
      const newSince = isNew || !socketHead ? performance.now() : socketHead.newSince
      const isBehind = lastHead !== undefined && block + maxLagBlocks < lastHead
      socketHead = { block, newSince, isBehind }
    },
    onLog(hash) {
      remember(announced, hash, socketHead?.block)
      unannounced.delete(hash)
      owedLooks = looksPerAnnouncement
      // Where a look was made just now, the next turn makes one as soon as it may.
      if (performance.now() - Math.max(lookedAt, wokenAt) < paceMs) return
      wokenAt = performance.now()
      onAnnounced()
    },
  })
  if (!subscription) return undefined

  /** Returns whether the socket can be relied on to announce transfers, as far as can be known. */
  function isReliable(normalMs: number): boolean {
    reviewUnannounced()
    if (!isSubscribed || firstHead === undefined || !socketHead) return false
    if (performance.now() < distrustedUntil || unannounced.size > 0 || socketHead.isBehind)
      return false
    // The head is asked for each `normalMs`, so that it can seem to be as old as that.
    return performance.now() - socketHead.newSince <= Math.max(maxSilenceMs, 2.5 * normalMs)
  }

  function reviewUnannounced(): void {
    const overdue = [...unannounced].filter(([, at]) => performance.now() - at >= maxDelayMs)
    const [first] = overdue
    if (first) distrust(first[0])
  }

  function distrust(hash: string): void {
    unannounced.clear()
    if (performance.now() >= distrustedUntil)
      log.warn(
        { chainId, hash },
        'A transfer was found that the socket did not announce in time. The chain is polled for an hour.',
      )
    distrustedUntil = performance.now() + distrustMs
  }

  function replenish(normalMs: number): void {
    const more = (performance.now() - replenishedAt) / normalMs
    hastenableLooks = Math.min(maxHastenedLooks, hastenableLooks + more)
    replenishedAt = performance.now()
  }

  /** Compares what a look has found with what the socket has announced. */
  function compare({ hash: found, blockNumber }: TransferLog): void {
    if (firstHead === undefined || blockNumber <= firstHead) return
    const hash = found.toLowerCase()
    const headThen = announced.get(hash)
    if (!announced.has(hash)) unannounced.set(hash, performance.now())
    else if (headThen !== undefined && headThen > blockNumber + maxLagBlocks) distrust(hash)
  }

  return {
    computeIntervalMs({ filters, normalMs, hasLogsAlone }) {
      subscription.watch(filters)
      const askMs = hasLogsAlone ? normalMs : Math.max(normalMs, idleAskMs)
      if (isSubscribed && performance.now() - askedAt >= askMs) {
        askedAt = performance.now()
        subscription.askHead()
      }
      replenish(normalMs)
      if (owedLooks > 0) return hastenableLooks >= 1 ? paceMs : normalMs
      return hasLogsAlone && isReliable(normalMs) ? relaxFactor * normalMs : normalMs
    },
    beginLook() {
      // Before the look: what is announced while it runs is looked for again.
      if (owedLooks > 0) {
        owedLooks -= 1
        hastenableLooks = Math.max(0, hastenableLooks - 1)
      }
      const wasSubscribed = isSubscribed
      return (head, found) => {
        lookedAt = performance.now()
        lastHead = head
        if (!wasSubscribed || !isSubscribed) return
        firstHead ??= head
        for (const one of found) compare(one)
      }
    },
    stop() {
      owedLooks = 0
      subscription.close()
    },
  }
}

function remember(
  announced: Map<string, bigint | undefined>,
  hash: string,
  head: bigint | undefined,
): void {
  // The first time counts: a reorganization announces a log again.
  if (!announced.has(hash)) announced.set(hash, head)
  const [oldest] = announced.keys()
  if (oldest !== undefined && announced.size > maxAnnounced) announced.delete(oldest)
}
