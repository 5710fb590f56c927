import { payer, stranger } from './places.ts'

/** A transaction, of the payer's account unless it is among the strangers' ones. */
export interface Tx {
  hash: string
  from: string
  nonce: number
  to: string
  value: bigint
  input: string
  /** What it is the transfer of; none for anything else that the account does. */
  pays: { chargeId: string; intentId: string; amount: bigint; named: boolean } | undefined
  /** What a stranger sends to the same recipient, and whom it names. */
  gift?: { amount: bigint; reference: string | undefined }
  /** The token will refuse it. */
  reverts: boolean
  /** When it was broadcast. */
  sent: number
  where: 'pool' | 'mined' | 'gone'
  /** Where it was mined. */
  block: number
}

/** What is sent. */
type Sent = Pick<Tx, 'to' | 'value' | 'input' | 'pays'>

export interface Block {
  number: number
  hash: string
  txs: Tx[]
}

/** A chain with one account that sends: blocks, its nonces and its pool. A block this deep is final. */
export class Chain {
  readonly needed: number
  readonly txs: Tx[] = []
  /** Of strangers: each waits for nothing but the next block. */
  readonly others: Tx[] = []
  readonly blocks: Block[] = []
  readonly firstNonce = 7
  readonly #now: () => number
  #serial = 0

  constructor(needed: number, now: () => number) {
    this.#now = now
    this.needed = needed
    this.#grow([])
  }

  get head(): number {
    return this.#last.number
  }

  get #last(): Block {
    return this.blocks[this.blocks.length - 1] as Block
  }

  /** The account's next nonce as of a block. */
  spent(at = this.head): number {
    let nonce = this.firstNonce
    for (const { where, block } of this.txs) if (where === 'mined' && block <= at) nonce++
    return nonce
  }

  /** The account's next nonce, with what waits. */
  get next(): number {
    return this.spent() + this.waiting().length
  }

  /** What the pool holds that could be mined now, in order. */
  waiting(): Tx[] {
    const list: Tx[] = []
    for (let nonce = this.spent(); ; nonce++) {
      const tx = this.txs.find((one) => one.where === 'pool' && one.nonce === nonce)
      if (!tx) return list
      list.push(tx)
    }
  }

  find(hash: string): Tx | undefined {
    return [...this.txs, ...this.others].find((tx) => tx.hash === hash)
  }

  /** True for what a node tells of: mined, or waiting with no gap in the account's nonces before it. */
  isVisible({ where, nonce }: Tx): boolean {
    return where === 'mined' || (where === 'pool' && nonce < this.next)
  }

  /** Takes a transaction into the pool, in the place of one with its nonce. */
  broadcast(given: Sent, nonce = this.next): Tx {
    const rival = this.txs.find((one) => one.where === 'pool' && one.nonce === nonce)
    if (rival) rival.where = 'gone'
    const hash = `0x${(this.txs.length + 1).toString(16).padStart(4, '0').repeat(16)}`
    const fresh = { reverts: false, where: 'pool', block: 0, sent: this.#now() } as const
    const tx: Tx = { ...given, ...fresh, from: payer, hash, nonce }
    this.txs.push(tx)
    return tx
  }

  /** A stranger sends something. */
  intrude(given: Omit<Sent, 'pays'> & Pick<Tx, 'gift' | 'reverts'>): Tx {
    const hash = `0x${(this.others.length + 1).toString(16).padStart(4, 'f').repeat(16)}`
    const fresh = { where: 'pool', block: 0, sent: this.#now(), nonce: 0 } as const
    const tx: Tx = { ...given, ...fresh, from: stranger, pays: undefined, hash }
    this.others.push(tx)
    return tx
  }

  /** Mines a block of what waits and is chosen; one that is left out keeps those after it waiting. */
  mine(chosen: (tx: Tx) => boolean = () => true) {
    const txs = this.waiting()
    const end = txs.findIndex((tx) => !chosen(tx))
    const others = this.others.filter(({ where }) => where === 'pool')
    this.#grow([...(end < 0 ? txs : txs.slice(0, end)), ...others])
  }

  /** The network forgets a transaction that waits. */
  drop(tx: Tx) {
    if (tx.where === 'pool') tx.where = 'gone'
  }

  /** Somebody who kept a forgotten transaction sends it again, if its nonce is still free. */
  revive(tx: Tx): boolean {
    if (tx.where !== 'gone' || tx.nonce < this.spent()) return false
    const rival = this.txs.find((one) => one.where === 'pool' && one.nonce === tx.nonce)
    if (rival) rival.where = 'gone'
    tx.where = 'pool'
    return true
  }

  /** Other blocks take the place of the last ones; never of a final one. What was mined there waits again, or is gone. */
  reorganise(depth: number, forget: boolean) {
    const count = Math.min(depth, this.needed - 1, this.blocks.length - 1)
    for (const { txs } of this.blocks.splice(this.blocks.length - count, count)) {
      for (const tx of txs) tx.where = forget ? 'gone' : 'pool'
    }
    for (let n = 0; n <= count; n++) this.#grow([])
  }

  /** 1 in the newest block, 0 for what is not mined. */
  confirmations(tx: Tx): number {
    return tx.where === 'mined' ? this.head - tx.block + 1 : 0
  }

  isFinal(tx: Tx): boolean {
    return this.confirmations(tx) >= this.needed
  }

  /** Mined for good, and not reverted. */
  hasPaid(tx: Tx): boolean {
    return this.isFinal(tx) && !tx.reverts
  }

  /** True while it may still move money: not reverted for good, and its nonce not spent for good by another. */
  mayPay(tx: Tx): boolean {
    if (this.isFinal(tx)) return !tx.reverts
    return !this.txs.some((one) => one !== tx && one.nonce === tx.nonce && this.isFinal(one))
  }

  #grow(txs: Tx[]) {
    const number = this.blocks.length > 0 ? this.head + 1 : 100
    const hash = `0x${(++this.#serial).toString(16).padStart(8, 'b').repeat(8)}`
    this.blocks.push({ number, hash, txs })
    for (const tx of txs) Object.assign(tx, { where: 'mined', block: number })
  }
}
