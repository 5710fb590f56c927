import type { BlockRange, FoundTransfer, ScanState } from '../domain/ports.ts'
import type { Head, WatcherContext } from './context.ts'
import { examine } from './examine.ts'
import { type Found, nativeFinder, rereadBlocks } from './native.ts'
import type { Places } from './places.ts'

/** Blocks per range, and ranges per turn: after these, payments are checked before the scan continues. */
const range = 500n
const rangeWithNative = 25n
const rangesATurn = 10
/** Number of transactions that are examined at the same time. */
const width = 8
/** Number of examined transactions that are remembered. */
const memory = 10_000
/** Milliseconds between two completeness checks, and until a failed one is repeated. */
const proofIntervalMs = 60_000
const proofRetryMs = 15_000
/** Maximum number of blocks in one completeness check. */
const provenRange = 2000n

const unprovedText =
  'The node does not prove that its index of logs is whole. The range is asked for again until it does.'

/**
 * Finds transfers that were not reported, with two cursors. The fast cursor reads up to the newest block in each turn,
 * so that a payment is found at once. It is not trusted: a node whose log index lags behind or was pruned returns no
 * logs for blocks that it has not indexed. An empty answer therefore proves nothing, however often blocks are read
 * again. A log that is already known does, when it is in the same answer, because log indexes have no holes. So the
 * second cursor, which is the one that is saved, moves only over ranges whose answer contained a witness at both ends.
 */
export interface Scanner {
  /**
   * Continues where any process stopped. Returns whether anything is watched, and whether there is more to read at
   * once.
   */
  scan(places: Places, readHead: Head): Promise<{ watching: boolean; behind: boolean }>
}

/** Creates the scanner of one chain. */
export function createScanner(context: WatcherContext, chainId: number): Scanner {
  const { store, chains, log } = context
  const native = nativeFinder(chains, chainId)
  const done = new Set<string>()
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let next: bigint | undefined
  let lastHead: bigint | undefined
  let proveAt = 0
  let unproved = false
  /** Whether the current scan recorded something: then the next turn starts at once. */
  let recorded = false

  async function begin(places: Places, head: bigint, state: ScanState | undefined) {
    const saved = state?.block
    if (saved !== undefined && saved >= head) return saved + 1n
    const first = await chains.blockBefore(chainId, places.oldest, head)
    if (saved !== undefined && saved >= first) return saved + 1n
    // A restart now begins here, whether the blocks are known to be complete or not.
    await store.saveScanned(chainId, first > 0n ? first - 1n : 0n, undefined)
    return first
  }

  async function readTransfers(blocks: BlockRange, places: Places): Promise<FoundTransfer[]> {
    const found: FoundTransfer[] = []
    for (const filter of places.filters) {
      found.push(...(await chains.transfers(chainId, blocks, filter)))
    }
    return found
  }

  async function read(blocks: BlockRange, places: Places, head: bigint): Promise<void> {
    const back = blocks.from > rereadBlocks ? blocks.from - rereadBlocks : 0n
    const transfers = await readTransfers({ from: back, to: blocks.to }, places)
    const { nativeRecipients } = places
    const natives = nativeRecipients.length > 0 ? await native.find(blocks, nativeRecipients) : []
    await considerAll(
      [...transfers.filter((one) => isPlaced(one, places)), ...natives],
      places,
      head,
    )
  }

  function isPlaced({ token, recipient }: FoundTransfer, places: Places): boolean {
    return places.has(chains.address(token, 'token'), chains.address(recipient, 'recipient'))
  }

  async function considerAll(found: readonly Found[], places: Places, head: bigint): Promise<void> {
    const queue = [...found]
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) await consider(one, places, head)
    }
    await Promise.all(Array.from({ length: width }, work))
  }

  async function consider({ hash, blockHash }: Found, places: Places, head: bigint): Promise<void> {
    const key = `${hash}${blockHash}`
    if (done.has(key)) return
    const examined = await examine(context, places, chainId, hash, head)
    // A reorganization removed it between two reads. It is found again when it is mined again.
    if (examined.kind !== 'mined') return
    recorded ||= examined.recorded.credited.length > 0
    if (done.size >= memory) done.clear()
    done.add(key)
  }

  /** Moves the saved cursor as far as the node's answers are known to be complete. */
  async function prove(places: Places, head: bigint, state: ScanState | undefined): Promise<void> {
    if (Date.now() < proveAt || next === undefined || next <= head) return
    proveAt = Date.now() + proofIntervalMs
    const from = (state?.block ?? -1n) + 1n
    if (places.filters.length === 0) {
      // For native currency, reading the blocks is enough.
      await store.saveScanned(chainId, next - 1n, undefined)
      return
    }
    const to = from + provenRange - 1n < head ? from + provenRange - 1n : head
    if (from > to) return
    const proofs = await Promise.all(
      places.filters.map((one) =>
        chains.provenTransfers(chainId, { from, to }, one, state?.witness),
      ),
    )
    const found = proofs.flatMap(({ transfers }) => transfers)
    await considerAll(
      found.filter((one) => isPlaced(one, places)),
      places,
      head,
    )
    // Up to where the answers to all filters are complete.
    const [least] = proofs.toSorted((one, other) =>
      Number((one.provenTo ?? -1n) - (other.provenTo ?? -1n)),
    )
    if (least?.provenTo === undefined) {
      proveAt = Date.now() + proofRetryMs
      if (!unproved)
        log.warn({ chainId, from: String(from), missing: least?.missing }, unprovedText)
      unproved = true
      return
    }
    if (unproved) log.info({ chainId, block: String(least.provenTo) }, 'The scan is proved again.')
    unproved = false
    await store.saveScanned(chainId, least.provenTo, least.witness)
    if (least.provenTo < head - provenRange) proveAt = 0
  }

  /** Scans the blocks that the operator asked for. The saved cursor also moves back, so that they are checked too. */
  async function rescan(places: Places, head: bigint, state: ScanState | undefined): Promise<void> {
    if (!state?.rescan) return
    const { from } = state.rescan
    const to = state.rescan.to !== undefined && state.rescan.to < head ? state.rescan.to : head
    log.info({ chainId, from: String(from), to: String(to) }, 'scanning again')
    done.clear()
    const step = places.nativeRecipients.length > 0 ? rangeWithNative : range
    for (let at = from; at <= to; at += step) {
      const end = at + step - 1n < to ? at + step - 1n : to
      await read({ from: at, to: end }, places, head)
    }
    await store.endRescan(chainId, from)
    proveAt = 0
    log.info({ chainId, from: String(from), to: String(to) }, 'scanned again')
  }

  return {
    async scan(places, readHead) {
      if (places.isEmpty) {
        next = undefined
        return { watching: false, behind: false }
      }
      const head = await readHead()
      const state = await store.scanned(chainId)
      // A chain that became shorter is read again from its end. Without a new block there is nothing to read.
      let from = next ?? (await begin(places, head, state))
      if (from > head + 1n) from = head + 1n
      if (head !== lastHead || from <= head) from = await readOn(from, head, places)
      next = from
      await rescan(places, head, state)
      await prove(places, head, await store.scanned(chainId))
      const behind = recorded || from <= head
      recorded = false
      return { watching: true, behind }
    },
  }

  /** Reads at most a few ranges, and returns the block to continue from. */
  async function readOn(begins: bigint, head: bigint, places: Places): Promise<bigint> {
    const step = places.nativeRecipients.length > 0 ? rangeWithNative : range
    let from = begins
    for (let count = 0; count === 0 || (count < rangesATurn && from <= head); count += 1) {
      const to = from + step - 1n < head ? from + step - 1n : head
      await read({ from, to }, places, head)
      from = to + 1n
    }
    if (from > head) lastHead = head
    return from
  }
}
