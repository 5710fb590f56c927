import { type Address, type Hex, keccak256, toHex } from 'viem'
import { Dice } from '../../fault/dice.ts'
import { transferCall } from './calldata.ts'
import { coin, dusd, passersby, recipients, xusd } from './cast.ts'
import { type Block, Chain, listMovements, type Tx } from './chain.ts'
import { transferLog } from './effects.ts'
import type { Features } from './features.ts'
import { type Figures, readCpuMs } from './figures.ts'
import type { NodeState } from './node.ts'
import type { Draft, ModelCharge, Scene } from './scene.ts'
import { type FuzzedService, pollIntervalMs } from './service.ts'
import type { SimulatedTime } from './time.ts'

export interface WorldParts {
  features: Features
  time: SimulatedTime
  service: FuzzedService
  figures: Figures
}

/** The sender of a transfer that every block has, so that its index can be proved. */
const filler: Address = '0x00000000000000000000000000000000000f111e'

/** A chain, its nodes, the service that reads them, and what the fuzzer's own ledger has to know. */
export class World {
  readonly dice: Dice
  readonly chain: Chain
  readonly usesCoin: boolean
  readonly nodes: NodeState[]
  readonly charges: ModelCharge[] = []
  /** Charges for which an account has signed a transaction: by `hash account`. */
  readonly signed = new Map<string, Set<string>>()
  /** What the merchant has decided, by transfer. */
  readonly assigned = new Map<string, string>()
  /** What the merchant has reported: `hash charge`. */
  readonly decided = new Set<string>()
  /** Hashes that were reported for any charge. */
  readonly reported = new Set<string>()
  /** The blocks that a reorganization took back last, which may come back as they were. */
  replaced: readonly Block[] = []
  readonly story: string[] = []
  /** What the nodes tell of calls as long as nothing is wrong with them. */
  readonly #trace: NodeState['trace']
  #serial = 0

  readonly features: Features
  readonly time: SimulatedTime
  readonly service: FuzzedService
  readonly figures: Figures

  constructor(parts: WorldParts, seed: number) {
    const { features, time } = parts
    this.features = features
    this.time = time
    this.service = parts.service
    this.figures = parts.figures
    this.dice = new Dice(seed)
    this.usesCoin = this.dice.chance(60)
    const isOdd = features.logsCountedAnew && this.dice.chance(30)
    this.chain = new Chain(Math.floor(time.chainNow / 1000), isOdd)
    this.#trace = this.dice.pick(['calls', 'calls', 'flat', 'none'] as const)
    this.nodes = [0, 1].map(() => this.#healthyNode())
  }

  #healthyNode(): NodeState {
    return { trace: this.#trace, isDown: false, lag: 0, keepsState: true, fork: undefined }
  }

  /** The destinations of this world's charges: token and recipient. */
  get destinations(): readonly (readonly [Address, Address])[] {
    const [first, second, third] = recipients as [Address, Address, Address]
    const coins = [
      [coin, first],
      [coin, third],
    ] as const
    return [
      [dusd, first],
      [xusd, first],
      [dusd, second],
      ...(this.usesCoin ? coins : [[xusd, third] as const]),
    ]
  }

  scene(dice: Dice): Scene {
    const { features, charges } = this
    return { dice, features, charges, serial: () => ++this.#serial }
  }

  /** Returns whether the service has to tell of this token at this address. */
  isWatched(token: Address, recipient: Address): boolean {
    return this.destinations.some((one) => one[0] === token && one[1] === recipient)
  }

  readonly nameOf = (reference: string): string => {
    const index = this.charges.findIndex((one) => one.reference === reference)
    return index < 0 ? reference : `charge ${index}`
  }

  readonly describe = (tx: Tx): string => {
    const moved = listMovements(tx).map(
      ({ token, from, to, amount }) =>
        `${amount} of ${token.slice(0, 6)} ${from.slice(0, 6)} > ${to.slice(0, 6)}`,
    )
    const named = [...tx.named].map(
      ([account, references]) =>
        `${account.slice(0, 6)} names ${references.map(this.nameOf).join(' ')}`,
    )
    const what = tx.hasReverted ? 'reverted' : moved.join('; ')
    return `${tx.hash.slice(0, 10)} of ${tx.from.slice(0, 6)} #${tx.nonce} (${what}) ${named.join(', ')}`
  }

  tell(text: string): void {
    this.story.push(text)
  }

  send(draft: Draft, nonce = this.chain.nextNonce(draft.from)): Tx {
    const hash: Hex = keccak256(toHex(`tx ${++this.#serial}`))
    const tx = { ...draft, hash, nonce }
    this.chain.send(tx)
    return tx
  }

  /** Mines a block after two seconds. */
  mine(wanted: readonly Tx[]): void {
    this.time.pass(2_000)
    const [one, other] = passersby as [Address, Address]
    const fill = this.send({
      ...{ from: filler, to: dusd, value: 0n, input: transferCall(other, 1n, []) },
      steps: [transferLog(dusd, one, other, 1n)],
      ...{ hasReverted: false, named: new Map(), honest: [] },
    })
    this.chain.mine(Math.floor(this.time.chainNow / 1000), [...wanted, fill])
  }

  /** Lets the service look at the chain until it has nothing more to do at once. */
  async look(afterMs = pollIntervalMs): Promise<void> {
    this.time.pass(afterMs)
    for (let count = 0; count < 20; count += 1) if (!(await this.#lookOnce())) return
  }

  async #lookOnce(): Promise<boolean> {
    const { service, time, figures } = this
    const before = [readCpuMs(), time.nodesCpuMs, service.getDatabaseCpuMs()] as const
    try {
      return await service.look()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return false
    } finally {
      const all = readCpuMs() - before[0] - (time.nodesCpuMs - before[1])
      const own = all - (service.getDatabaseCpuMs() - before[2])
      figures.looks += 1
      figures.maxCpuMs = Math.max(figures.maxCpuMs, own)
      figures.maxCpuWithDatabaseMs = Math.max(figures.maxCpuWithDatabaseMs, all)
    }
  }

  /** Everything works again, and so much time passes that all is decided. */
  async settle(): Promise<void> {
    for (const node of this.nodes) Object.assign(node, this.#healthyNode())
    this.time.correct()
    const waits = [
      ...Array.from({ length: 8 }, () => pollIntervalMs),
      ...Array.from({ length: 8 }, () => 60_000),
      ...Array.from({ length: 12 }, () => 600_000),
    ]
    for (const [index, wait] of waits.entries()) {
      const { pool } = this.chain
      if (index < 3)
        for (let more = true; more; ) {
          const before = pool.size
          this.mine([...pool])
          more = pool.size < before
        }
      else for (let block = 0; block < 6; block += 1) this.mine([])
      await this.look(wait)
      await this.service.expire()
    }
  }
}

export function isUnreachable(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'chain_unreachable'
}
