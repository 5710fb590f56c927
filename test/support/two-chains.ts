import type { Address } from 'viem'
import type { NewAcceptedAsset, NewCharge } from '../../src/api/schemas/charges/charge.ts'
import {
  chainId,
  clientOf,
  type Harness,
  readSettings,
  type Settings,
  secondChainId,
  startHarness,
  wallet,
} from './harness.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'
import { coin } from './paying.ts'
import { provide } from './provide.ts'

/** A service that reads two chains. Their tokens have the same addresses, so that only the chain tells them apart. */
export interface TwoChains extends Harness {
  second: LocalChain
}

/** Both chains and the service for the tests of the file, or of the `describe`, that calls this. */
export const provideTwoChains = (settings: Settings = {}) =>
  provide<TwoChains>(
    async (harness) => {
      harness.second = await startLocalChain(secondChainId)
      await startHarness(await readSettings(settings), [harness.second], undefined, harness)
    },
    async (harness) => {
      await harness.end()
      await harness.second.stop()
    },
  )

/** Where a charge of {@link acceptingCharge} may be paid beside DUSD on the first chain, for 5 dollars in all. */
export const pairs = {
  /** Another token on the charge's own chain. */
  old: (token: Address): NewAcceptedAsset => ({ chainId: `${chainId}`, tokenAddress: token }),
  /** The charge's own token by its address, on the other chain. */
  there: (token: Address): NewAcceptedAsset => ({
    chainId: `${secondChainId}`,
    tokenAddress: token,
  }),
  /** The other chain's coin, at a price that no last place of a dollar fits. */
  coin: {
    chainId: `${secondChainId}`,
    tokenAddress: coin,
    tokenAmount: '0.003',
  } as NewAcceptedAsset,
}

/** The pairs above, in their order. */
export const allPairs = ({ chain }: Harness): NewAcceptedAsset[] => [
  pairs.old(chain.token('OUSD').address),
  pairs.there(chain.token('DUSD').address),
  pairs.coin,
]

/** The body of a charge of 5 dollars in DUSD on the first chain that accepts more. */
export function acceptingBody(
  harness: Harness,
  accepts: NewAcceptedAsset[] | undefined,
): NewCharge {
  const tokenAddress = harness.chain.token('DUSD').address
  const props = { chainId: `${chainId}`, recipientAddress: wallet, tokenAddress }
  return {
    pricing_type: 'fixed_price',
    local_price: { amount: '5' },
    requestProps: { ...props, ...(accepts && { accepts }) },
  }
}

/** Creates such a charge, and gives its id. */
export async function acceptingCharge(
  harness: Harness,
  over: Partial<NewCharge> = {},
  accepts: NewAcceptedAsset[] = allPairs(harness),
): Promise<string> {
  const made = await clientOf(harness).createCharge({
    ...acceptingBody(harness, accepts),
    ...over,
  })
  return made.id
}
