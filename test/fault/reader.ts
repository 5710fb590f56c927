import { createClient, custom } from 'viem'
import type { Intent } from '../../src/checkout/ports/intent.ts'
import type { Funds, SearchResult, TransactionStatus } from '../../src/checkout/ports/wallets.ts'
import { PayError } from '../../src/errors.ts'
import { type SearchRange, searchTransfer } from '../../src/wallet/track/search-transfer.ts'
import { readTransactionStatus } from '../../src/wallet/track/transaction-status.ts'
import { answerRpc } from './rpc.ts'
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

const plain = createClient({ transport: custom({ request: async () => null }) })
/** viem keeps what is under way by the client's id. */
let readers = 0

/** What a page reads of the chain: the real readers of src/wallet, on a node that is simulated. */
export function createReader(world: World, tab: Tab, readable: () => boolean) {
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    await tab.port('rpc')
    if (world.dice.chance(world.rpcNoise)) throw new Error('The node failed.')
    return answerRpc(world.chain, world.options.pendingBlocks, method, params)
  }
  // Not made anew: viem throws its own dice for each, and would throw ours.
  const client = { ...plain, uid: `reader ${++readers}`, request } as typeof plain
  const open = async () => {
    await tab.port('wallet')
    if (!readable()) throw new PayError('chain_unreachable', 'No wallet is connected.')
    return client
  }
  const number = async (method: string, ...params: unknown[]) => {
    const read = request({ method, params })
    read.then(
      () => world.watch.reads(tab, 'node', true),
      () => world.watch.reads(tab, 'node', false),
    )
    return Number(await read)
  }
  const readMined = async () => {
    if (tab.browser.tellsMined) return await number('eth_getTransactionCount', '', 'latest')
    world.watch.reads(tab, 'node', false)
    return Number.NaN
  }
  return {
    async readFunds(): Promise<Funds> {
      await open()
      const [nonce, block, mined] = await Promise.all([
        number('eth_getTransactionCount', '', 'pending'),
        number('eth_blockNumber'),
        // As src/wallet/balance: without this number the page knows of nothing that waits, and goes on.
        readMined().catch(() => Number.NaN),
      ]).catch((cause) => {
        throw new PayError('chain_unreachable', 'The network could not be read.', { cause })
      })
      const rich = 10n ** 24n
      return {
        tokenBalance: rich,
        nativeBalance: rich,
        fee: 1n,
        nativeSymbol: 'ETH',
        nonce,
        blockNumber: BigInt(block),
        hasUnmined: nonce > mined,
      }
    },
    async searchTransfer(intent: Intent, range: SearchRange): Promise<SearchResult> {
      world.watch.searches(tab)
      return searchTransfer(await open(), intent, true, range)
    },
    getTransactionStatus: async (
      _: number,
      hash: string,
      intent: Intent | undefined,
      depth: number,
    ): Promise<TransactionStatus> => readTransactionStatus(await open(), hash, intent, depth, true),
  }
}
