import type { BlockRange, FoundTransfer, ScanState } from '../domain/ports.ts'
import type { Head, WatcherContext } from './context.ts'
import { examine } from './examine.ts'
import { type Found, nativeFinder, rereadBlocks } from './native.ts'
import type { Places } from './places.ts'

/** Blocks asked for at once, and how often in one turn: after that payments are followed before the scan goes on. */
const range = 500n
const rangeWithNative = 25n
const rangesATurn = 10
/** Transactions looked into at the same time. */
const width = 8
/** Transactions remembered as done. */
const memory = 10_000
/** Milliseconds between two proofs, and until a proof that was not given is asked for again. */
const proofIntervalMs = 60_000
const proofRetryMs = 15_000
/** Blocks that are proved at once. */
const provenRange = 2000n

const unprovedText =
  'The node does not prove that its index of logs is whole. The range is asked for again until it does.'

/**
 * Finds transfers that nobody reported, by two cursors. The fast one goes to the newest block in each turn, so that a
 * payment is found at once; it is never trusted. A node may answer that there is nothing in blocks that its log index does
 * not have: one that lags behind its own head, or was pruned. An empty answer proves nothing, however many blocks are
 * read again; a log that is known already, given in the same answer, does, since log indexes have no holes. So the second
 * cursor, which is the one that is kept, moves only over ranges whose answer held a witness at both ends.
 */
export interface Scanner {
  /** Goes on from where any process came to. Gives whether there is anything to watch, and whether more is to do. */
  scan(places: Places, readHead: Head): Promise<{ watching: boolean; behind: boolean }>
}

export function createScanner(context: WatcherContext, chainId: number): Scanner {
  const { store, chains, log } = context
  const native = nativeFinder(chains, chainId)
  const done = new Set<string>()
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let next: bigint | undefined
  let lastHead: bigint | undefined
  let proveAt = 0
  let unproved = false
  /** True when the scan under way recorded something: it is followed at once. */
  let recorded = false

  async function begin(places: Places, head: bigint, state: ScanState | undefined) {
    const saved = state?.block
    if (saved !== undefined && saved >= head) return saved + 1n
    const first = await chains.blockBefore(chainId, places.oldest, head)
    if (saved !== undefined && saved >= first) return saved + 1n
    // From now on a restart begins here, proved or not.
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
    // Reorganised away between two reads: found again where it is mined again.
    if (examined.kind !== 'mined') return
    recorded ||= examined.recorded.credited.length > 0
    if (done.size >= memory) done.clear()
    done.add(key)
  }

  /** Moves the kept cursor, where the node proves that its answer is whole. */
  async function prove(places: Places, head: bigint, state: ScanState | undefined): Promise<void> {
    if (Date.now() < proveAt || next === undefined || next <= head) return
    proveAt = Date.now() + proofIntervalMs
    const from = (state?.block ?? -1n) + 1n
    if (places.filters.length === 0) {
      // Blocks that were read are all there is to native currency.
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
    // As far as every filter is proved.
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

  /** What the operator wants to be read again. The kept cursor goes back too, so that it is proved as well. */
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
      // A chain that became shorter is read anew from its end; one that stands still tells nothing new.
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

  /** Reads some ranges at most, and gives the block to go on from. */
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
