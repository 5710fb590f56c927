import { Wallet } from './wallet.ts'
import { Channels, Disk, Locks } from './web-platform.ts'
import type { World } from './world.ts'

/** A browser of the payer. Another one, or another device, shares nothing with it but the account and its chain. */
export class Browser {
  readonly id: number
  readonly disk = new Disk()
  readonly locks = new Locks()
  readonly channels: Channels
  readonly wallet: Wallet
  /** It tells what the account has sent up to the newest block. Some mobile wallets do not, and the page has no other node. */
  readonly tellsMined: boolean

  constructor(world: World, id: number) {
    this.id = id
    this.tellsMined = id === 1 || world.options.rpc
    // What one tab tells another comes a moment later.
    this.channels = new Channels((work) => void world.clock.after(1, work))
    this.wallet = new Wallet(world)
    this.wallet.permitted = world.options.permitted
    if (world.options.wrongChain) this.wallet.chainId = 1
  }
}
