import { createRpc, type Rpc } from '../wallet/rpc.ts'

/** The local chain's own hand on its blocks. It is one chain: whoever else pays in this demo sees it stop, too. */
export class ChainLevers {
  #stopped = false
  #taken: string | undefined
  readonly #url: string
  readonly #blockTime: number
  readonly #rpc: Rpc

  /** `url`: the shop's door to the chain. `blockTime`: seconds between two blocks, as the demo has them. */
  constructor(url: string, blockTime: number) {
    this.#url = url
    this.#blockTime = blockTime
    this.#rpc = createRpc(url)
    // Who leaves must not leave a chain behind that stands still.
    window.addEventListener('pagehide', () => this.#stopped && this.#goWithoutUs())
  }

  /** No block comes any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#rpc('evm_setIntervalMining', [0])
  }

  /** Blocks come as ever. */
  async go(): Promise<void> {
    await this.#rpc('evm_setIntervalMining', [this.#blockTime])
    this.#stopped = false
  }

  async mine(): Promise<void> {
    await this.#rpc('anvil_mine', ['0x1'])
  }

  /** The chain gives up its newest block, which holds a transaction. */
  async takeBack(hash: string): Promise<void> {
    this.#taken = String(await this.#rpc('eth_getRawTransactionByHash', [hash]))
    await this.#rpc('anvil_reorg', [1, []])
    // anvil's clock went back with the block, and the service counts nothing that is older than its charge.
    await this.#rpc('evm_setTime', [Math.floor(Date.now() / 1000)])
  }

  /** What was taken back is sent once more, and blocks come. */
  async giveBack(): Promise<void> {
    if (!this.#taken) throw new Error('Nothing was taken back: let the chain do that first.')
    await this.#rpc('eth_sendRawTransaction', [this.#taken])
    this.#taken = undefined
    await this.go()
  }

  #goWithoutUs() {
    this.#stopped = false
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'evm_setIntervalMining',
      params: [this.#blockTime],
    }
    void fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
      keepalive: true,
    })
  }
}
