import { type Address, type Hex, keccak256, toHex } from 'viem'
import { coin, recipients } from './cast.ts'
import {
  flatten,
  type LogStep,
  listSends,
  listTokenTransfers,
  type Movement,
  type Step,
} from './effects.ts'

/** A transaction, what it does, and whom its authors meant. */
export interface Tx {
  hash: Hex
  from: Address
  nonce: number
  /** Undefined when it creates a contract. */
  to: Address | undefined
  value: bigint
  input: Hex
  steps: readonly Step[]
  hasReverted: boolean
  /** References that each account wrote into what it authorized here. */
  named: ReadonlyMap<Address, readonly string[]>
  /** Transfers that name exactly one charge in a form that the service reads. */
  honest: readonly { movement: Movement; reference: string }[]
}

export interface Block {
  number: number
  hash: Hex
  parentHash: Hex
  /** Unix seconds. */
  time: number
  txs: readonly Tx[]
  /** Of the merchants' addresses, in wei. */
  balances: ReadonlyMap<Address, bigint>
}

export interface Log extends LogStep {
  index: number
}

/** A chain with a memory pool, whose newest blocks can be taken back. */
export class Chain {
  readonly blocks: Block[] = []
  /** Every transaction that was ever sent, by hash. */
  readonly known = new Map<Hex, Tx>()
  /** Sent, and not in a block. */
  readonly pool = new Set<Tx>()
  /** Whether logs are counted anew in each transaction, as on Filecoin. */
  readonly #countsLogsInEachTx: boolean
  readonly #blockOf = new Map<Hex, Block>()
  readonly #counts = new Map<Address, number>()
  #blocksEver = 0

  constructor(startsAtSeconds: number, countsLogsInEachTx: boolean) {
    this.#countsLogsInEachTx = countsLogsInEachTx
    const balances = new Map(recipients.map((one) => [one, 10n ** 20n]))
    const [hash, parentHash] = [keccak256('0x00'), keccak256('0x')]
    this.blocks.push({ number: 0, hash, parentHash, time: startsAtSeconds, txs: [], balances })
  }

  get head(): Block {
    return this.blocks.at(-1) as Block
  }

  /** The nonce of an account's next transaction that is not sent yet. */
  nextNonce(from: Address): number {
    const waiting = [...this.pool].filter((tx) => tx.from === from).map(({ nonce }) => nonce + 1)
    return Math.max(this.countOf(from), ...waiting)
  }

  /** How many transactions of an account are in blocks. */
  countOf(from: Address, upTo = this.head.number): number {
    if (upTo >= this.head.number) return this.#counts.get(from) ?? 0
    const later = this.blocks.slice(upTo + 1).flatMap(({ txs }) => txs)
    return (this.#counts.get(from) ?? 0) - later.filter((tx) => tx.from === from).length
  }

  /** How much of a token an account has after a block, above what it had at first. */
  balanceOf(token: Address, account: Address, upTo: number): bigint {
    const txs = this.blocks.slice(0, upTo + 1).flatMap((block) => block.txs)
    const moved = txs.flatMap(listMovements).filter((one) => one.token === token)
    return moved.reduce((sum, { from, to, amount }) => {
      if (from === to) return sum
      return sum + (to === account ? amount : 0n) - (from === account ? amount : 0n)
    }, 10n ** 40n)
  }

  send(tx: Tx): void {
    this.known.set(tx.hash, tx)
    this.pool.add(tx)
  }

  blockOf(tx: Tx): Block | undefined {
    return this.#blockOf.get(tx.hash)
  }

  /** Puts transactions of the pool into a block, in this order. Those whose nonce is not the next one stay. */
  mine(timeSeconds: number, wanted: readonly Tx[]): Block {
    const { number, hash: parentHash, balances: before, time } = this.head
    const txs: Tx[] = []
    for (const tx of wanted) {
      const isNext = this.pool.has(tx) && tx.nonce === this.countOf(tx.from)
      if (!isNext) continue
      this.pool.delete(tx)
      this.#counts.set(tx.from, tx.nonce + 1)
      txs.push(tx)
    }
    const balances = new Map(before)
    for (const { to, from, amount } of txs.flatMap(listCoin)) {
      const [gaining, losing] = [balances.get(to), balances.get(from)]
      if (gaining !== undefined) balances.set(to, gaining + amount)
      if (losing !== undefined) balances.set(from, (balances.get(from) ?? 0n) - amount)
    }
    const hash = keccak256(toHex(`block ${++this.#blocksEver}`))
    const newTime = Math.max(time + 1, timeSeconds)
    const block = { number: number + 1, hash, parentHash, time: newTime, txs, balances }
    this.blocks.push(block)
    for (const tx of txs) this.#blockOf.set(tx.hash, block)
    return block
  }

  /** Takes the newest blocks back. Their transactions are in the pool again. */
  takeBack(depth: number): Tx[] {
    const gone = this.blocks
      .splice(Math.max(1, this.blocks.length - depth))
      .flatMap(({ txs }) => txs)
    for (const tx of gone) {
      this.#counts.set(tx.from, Math.min(tx.nonce, this.countOf(tx.from)))
      this.#blockOf.delete(tx.hash)
      this.pool.add(tx)
    }
    return gone
  }

  /** Returns whether blocks that were taken back still follow one of this chain. */
  canFollow([first]: readonly Block[]): boolean {
    return first !== undefined && this.blocks[first.number - 1]?.hash === first.parentHash
  }

  /** The very same blocks come back that were taken back before. Returns those whose place they take. */
  comeBack(blocks: readonly Block[]): readonly Block[] {
    const [first] = blocks
    const replaced = first ? this.blocks.slice(first.number) : []
    if (replaced.length > 0) this.takeBack(replaced.length)
    for (const block of blocks) {
      this.blocks.push(block)
      for (const tx of block.txs) {
        this.known.set(tx.hash, tx)
        this.pool.delete(tx)
        this.#counts.set(tx.from, tx.nonce + 1)
        this.#blockOf.set(tx.hash, block)
      }
    }
    return replaced
  }

  /** Returns the chain as a node sees it that follows these blocks, and gets no others. */
  seenWith(blocks: readonly Block[]): Chain {
    const view = new Chain(0, this.#countsLogsInEachTx)
    view.blocks.splice(0)
    const parents = this.blocks.slice(0, blocks[0]?.number)
    for (const tx of [...parents, ...blocks].flatMap(({ txs }) => txs)) view.known.set(tx.hash, tx)
    view.comeBack([...parents, ...blocks])
    return view
  }

  /** Every transaction forgets one that will never be mined. */
  drop(tx: Tx): void {
    this.pool.delete(tx)
    this.known.delete(tx.hash)
  }

  /** The logs of a block's transactions, with their indexes. */
  logsOf(block: Block): { tx: Tx; logs: Log[] }[] {
    let next = 0
    return block.txs.map((tx) => {
      if (this.#countsLogsInEachTx) next = 0
      const own = tx.hasReverted ? [] : flatten(tx.steps).filter((step) => step.kind === 'log')
      return { tx, logs: own.map((step) => ({ ...step, index: next++ })) }
    })
  }
}

/** Coin that a transaction moved: its own value, and what calls moved. */
export function listCoin({ hasReverted, from, to, value, steps }: Tx): Movement[] {
  if (hasReverted) return []
  const own = to !== undefined && value > 0n ? [{ token: coin, from, to, amount: value }] : []
  return [...own, ...listSends(steps)]
}

/** All money that a transaction moved. */
export function listMovements(tx: Tx): Movement[] {
  return tx.hasReverted ? [] : [...listCoin(tx), ...listTokenTransfers(tx.steps)]
}
