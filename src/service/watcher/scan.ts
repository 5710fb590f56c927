import { namedCharges } from '../domain/attribution.ts'
import type { BlockRange, PayableCharge } from '../domain/ports.ts'
import { claim } from './claim.ts'
import { coinFinder, type Found, rescan } from './coin.ts'
import { type Destinations, watchDestinations } from './destinations.ts'
import type { Head, Lookout } from './look.ts'

/** Blocks asked for at once, and how often in one turn: after that payments are judged before the scan goes on. */
const range = 500n
const rangeWithCoin = 25n
const rangesATurn = 10
/** Uuids of one transaction that are looked up: more is no payment. */
const names = 50
/** Transactions looked into at the same time. */
const width = 8
/** Transactions remembered as done. */
const memory = 10_000

/** Finds transfers that nobody reported: those to where charges are paid, whose calldata names the charge. */
export interface Scanner {
  /** Goes on from where any process came to. Gives whether there is anything to watch, and whether more is to do. */
  scan(readHead: Head): Promise<{ watching: boolean; behind: boolean }>
}

export function createScanner(lookout: Lookout, chainId: number): Scanner {
  const { store, chains } = lookout
  const destinations = watchDestinations(lookout, chainId)
  const coin = coinFinder(chains, chainId)
  const done = new Set<string>()
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let next: bigint | undefined
  let lastHead: bigint | undefined
  /** True when the scan under way recorded something: it is judged at once. */
  let recorded = false

  async function begin(head: bigint, oldest: Date): Promise<bigint> {
    const saved = await store.scanned(chainId)
    if (saved !== undefined && saved >= head) return saved + 1n
    const first = await chains.blockBefore(chainId, oldest, head)
    return saved !== undefined && saved >= first ? saved + 1n : first
  }

  async function read(blocks: BlockRange, wanted: Destinations, head: bigint): Promise<void> {
    const back = { from: blocks.from > rescan ? blocks.from - rescan : 0n, to: blocks.to }
    const transfers = wanted.tokens.length > 0 ? await chains.transfers(chainId, back, wanted) : []
    const coins = wanted.coin ? await coin.find(blocks) : []
    const queue = [...transfers, ...coins]
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) await consider(one, head)
    }
    await Promise.all(Array.from({ length: width }, work))
  }

  async function consider({ hash, blockHash, input }: Found, head: bigint): Promise<void> {
    const key = `${hash}${blockHash}`
    if (done.has(key)) return
    const calldata = input ?? (await chains.calldata(chainId, hash))
    // Reorganised away between two reads: found again where it is mined again.
    if (calldata === undefined) return
    const ids = [...namedCharges(calldata)].slice(0, names)
    let clear = true
    const payable = await store.payable(chainId, ids)
    for (const pairs of Map.groupBy(payable, ({ id }) => id).values()) {
      if (!(await claimOne(pairs, hash, head))) clear = false
    }
    if (!clear) return
    if (done.size >= memory) done.clear()
    done.add(key)
  }

  /** Records a transaction in the pair of a charge that it pays. False for what is to be tried again. */
  async function claimOne(
    pairs: readonly PayableCharge[],
    hash: string,
    head: bigint,
  ): Promise<boolean> {
    let clear = true
    for (const charge of pairs) {
      const how = { reported: false, alone: pairs.length === 1 }
      const { outcome } = await claim(lookout, charge, hash, head, how)
      if (outcome === 'unclear') clear = false
      if (outcome !== 'recorded') continue
      recorded = true
      lookout.log.info({ chargeId: charge.id, chainId, hash }, 'found a transfer unreported')
      return true
    }
    return clear
  }

  return {
    async scan(readHead) {
      const idle = { watching: false, behind: false }
      if (next === undefined && (await destinations()).empty) return idle
      const head = await readHead()
      // Read after the head: whoever is paid in these blocks was created before, and is among them.
      const wanted = await destinations()
      if (wanted.empty) {
        next = undefined
        return idle
      }
      // A chain that became shorter is read anew from its end; one that stands still tells nothing new.
      let from = next ?? (await begin(head, wanted.oldest))
      if (from > head + 1n) from = head + 1n
      if (head !== lastHead || from <= head) from = await readOn(from, head, wanted)
      next = from
      const behind = recorded || from <= head
      recorded = false
      return { watching: true, behind }
    },
  }

  /** Reads some ranges at most, writes down how far it came, and gives the block to go on from. */
  async function readOn(begins: bigint, head: bigint, wanted: Destinations): Promise<bigint> {
    const step = wanted.coin ? rangeWithCoin : range
    let from = begins
    for (let count = 0; count === 0 || (count < rangesATurn && from <= head); count += 1) {
      const to = from + step - 1n < head ? from + step - 1n : head
      await read({ from, to }, wanted, head)
      await store.saveScanned(chainId, to)
      from = to + 1n
    }
    if (from > head) lastHead = head
    return from
  }
}
