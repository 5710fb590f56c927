import assert from 'node:assert/strict'
import { transferCall } from './calldata.ts'
import { createCharge } from './calls.ts'
import { dusd, people, recipients } from './cast.ts'
import type { Block, Tx } from './chain.ts'
import { transferLog } from './effects.ts'
import type { ModelCharge } from './scene.ts'
import { confirmations } from './service.ts'
import type { World } from './world.ts'

// One payment in the fuzzer's world, and what happens to its blocks: for situations that are written down, not drawn.

/** A payment of a charge of its own, in the newest block. */
export class Stage {
  readonly world: World
  readonly charge: ModelCharge
  tx: Tx
  /** The blocks that were taken back last. */
  replaced: readonly Block[] = []

  /** Creates a charge, and pays it in a block that the service has not seen. */
  static async pay(world: World, named = true): Promise<Stage> {
    const [recipient] = recipients
    assert.ok(recipient)
    await createCharge(world, [dusd, recipient], world.dice)
    const charge = world.charges.at(-1)
    assert.ok(charge)
    const stage = new Stage(world, charge, named)
    world.mine([stage.tx])
    return stage
  }

  constructor(world: World, charge: ModelCharge, named: boolean) {
    this.world = world
    this.charge = charge
    const [person] = people
    assert.ok(person)
    const from = person.address.toLowerCase() as Tx['from']
    const { recipient, amount, reference } = charge
    const references = named ? [reference] : []
    this.tx = world.send({
      ...{ from, to: dusd, value: 0n, input: transferCall(recipient, amount, references) },
      steps: [transferLog(dusd, from, recipient, amount)],
      ...{ hasReverted: false, named: new Map([[from, references]]), honest: [] },
    })
  }

  /** Lets blocks pass, each seen by the service. */
  async pass(blocks: number): Promise<void> {
    for (let count = 0; count < blocks; count += 1) await this.#see(8_000)
  }

  async #see(afterMs: number): Promise<void> {
    this.world.mine([])
    await this.world.look(afterMs)
    await this.world.service.expire()
  }

  /** Lets the payment be credited. */
  async confirm(): Promise<void> {
    await this.pass(confirmations)
    assert.equal(await this.readStatus(), 'COMPLETED')
  }

  /** Empty blocks take the place of the payment's and of those above it. */
  replace(): void {
    const { chain } = this.world
    const { number } = chain.blockOf(this.tx) ?? chain.head
    this.replaced = chain.blocks.slice(number)
    chain.takeBack(this.replaced.length)
    for (let count = 0; count < this.replaced.length; count += 1) this.world.mine([])
  }

  /** The very same blocks are there again. */
  comeBack(): void {
    this.replaced = this.world.chain.comeBack(this.replaced)
  }

  /** Empty blocks take the place of the payment's, and the service sees that the payment is gone. */
  async loseSight(): Promise<void> {
    this.replace()
    await this.world.look(8_000)
    assert.notEqual(await this.readStatus(), 'COMPLETED')
  }

  async readStatus(): Promise<string> {
    const { body } = await this.world.service.call('GET', `/charges/${this.charge.id}`)
    return (body.data as { status: string }).status
  }

  /** Lets blocks pass until the charge has a status, two hours at most, by the chain. */
  async waitFor(status: string): Promise<void> {
    for (let count = 0; count < 25 && (await this.readStatus()) !== status; count += 1) {
      await this.#see(count < 12 ? 8_000 : 600_000)
    }
    assert.equal(await this.readStatus(), status)
  }
}
