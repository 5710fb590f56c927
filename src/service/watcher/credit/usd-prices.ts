import type { Address } from '../../chain/types/address.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { UsdPrice } from '../../chain/types/tokens.ts'
import type { ArrivedTransaction } from '../../payments/transfers.ts'

/**
 * Adds to transactions the value of their tokens in US dollars when they were mined. It is read now, for the books, because a node
 * soon keeps no state of their blocks. A token at a block is read once, and only one with a price feed costs calls.
 */
export async function addUsdPrices(
  chains: Pick<Chains, 'getUsdPriceAt'>,
  transactions: readonly ArrivedTransaction[],
): Promise<ArrivedTransaction[]> {
  const read = new Map<string, Promise<UsdPrice>>()
  const getPrice = (
    { chainId, block, blockTime: time }: ArrivedTransaction['mined'],
    token: Address,
  ): Promise<UsdPrice> => {
    const key = `${block.hash} ${token}`
    const { number } = block
    const price = read.get(key) ?? chains.getUsdPriceAt(chainId, token, { number, time })
    read.set(key, price)
    return price
  }
  return await Promise.all(
    transactions.map(async (transaction) => {
      const { mined } = transaction
      const tokens = [...new Set(mined.transfers.map(({ token }) => token))]
      const entries = tokens.map(async (token) => [token, await getPrice(mined, token)] as const)
      return {
        ...transaction,
        mined: { ...mined, usdPrices: new Map(await Promise.all(entries)) },
      }
    }),
  )
}
