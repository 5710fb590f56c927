import { PayError } from '../../../errors.ts'
import type { ScanStateStore } from '../../db/scan-states.ts'
import type { ServiceContext } from '../../http/context.ts'
import type { ConfirmedBlocks } from '../books.ts'

/** The stores that these routes use. */
type Stores = ScanStateStore

/**
 * Reads the last confirmed block of each chain. Where no node answers, or the chain is not configured any more, it is that
 * up to which the chain was searched.
 */
export async function readConfirmedBlocks(
  { chains, store }: Pick<ServiceContext<Stores>, 'chains' | 'store'>,
  chainIds: readonly number[],
): Promise<ConfirmedBlocks> {
  const read = async (chainId: number) => {
    const head = await readHead(chainId)
    if (head === undefined) return undefined
    return head - BigInt(chains.getConfirmations(chainId)) + 1n
  }
  const readHead = async (chainId: number) => {
    if (chains.ids.includes(chainId))
      try {
        return await chains.getBlockNumber(chainId)
      } catch (cause) {
        if (!(cause instanceof PayError) || cause.code !== 'chain_unreachable') throw cause
      }
    return (await store.getScanState(chainId))?.block
  }
  const entries = chainIds.map(async (chainId) => [chainId, await read(chainId)] as const)
  return new Map(await Promise.all(entries))
}
