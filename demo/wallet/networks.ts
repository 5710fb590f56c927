import { type Client, createClient, custom, numberToHex } from 'viem'
import type { Memory } from './memory.ts'
import { type Network, ownNetwork } from './network.ts'
import { createRpc, type Rpc } from './rpc.ts'

/** The network the wallet is on, with the ways to talk to it. */
export interface Active extends Network {
  /** The id as providers write it: 0x7a69. */
  hexId: `0x${string}`
  rpc: Rpc
  client: Client
}

/** The networks this wallet knows: the one of the script tag, and those that pages have added. */
export class Networks {
  private own: Promise<Network> | undefined
  private reached = false
  private readonly rpcUrl: string
  private readonly memory: Memory
  private readonly reach: (hexId: string | undefined) => void

  /** `reach` hears of each change: the chain's id once it answers, undefined when it does not. */
  constructor(rpcUrl: string, memory: Memory, reach: (hexId: string | undefined) => void) {
    this.rpcUrl = rpcUrl
    this.memory = memory
    this.reach = reach
  }

  /** Throws a WalletError 4900 as long as the script tag's node cannot be reached. */
  async active(): Promise<Active> {
    const network = this.chosen(await this.known())
    const hexId = numberToHex(network.id)
    const rpc = createRpc(network.rpcUrl, (reached) => this.tell(reached, hexId))
    const client = createClient({
      transport: custom(
        { request: ({ method, params }) => rpc(method, params) },
        { retryCount: 0 },
      ),
      cacheTime: 0,
    })
    return { ...network, hexId, rpc, client }
  }

  /** The known network of an id. */
  async find(chainId: number): Promise<Network | undefined> {
    return (await this.known()).find(({ id }) => id === chainId)
  }

  private chosen(known: Network[]): Network {
    return known.find(({ id }) => id === this.memory.chainId) ?? known[0]!
  }

  private async known(): Promise<Network[]> {
    this.own ??= this.readOwn()
    const own = await this.own
    return this.withAdded(own)
  }

  private async readOwn(): Promise<Network> {
    try {
      const own = await ownNetwork(createRpc(this.rpcUrl), this.rpcUrl)
      this.tell(true, numberToHex(this.chosen(this.withAdded(own)).id))
      return own
    } catch (cause) {
      // Asked for again with the next request: the chain may be up by then.
      this.own = undefined
      throw cause
    }
  }

  private withAdded(own: Network): Network[] {
    return [own, ...this.memory.added.filter(({ id }) => id !== own.id)]
  }

  private tell(reached: boolean, hexId: string): void {
    if (reached === this.reached) return
    this.reached = reached
    this.reach(reached ? hexId : undefined)
  }
}
