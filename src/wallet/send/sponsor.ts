import type { Client } from 'viem'
import type { Provider } from '../connect/provider.ts'
import { throwUnreachable } from '../read.ts'
import { readBatchSupport } from './batch.ts'
import type { TransferPreparation } from './prepare-transfer.ts'
import { isContract } from './safe.ts'

/**
 * Returns whether another account may pay the network's fee, so that an account needs no native currency for it: the executor of a
 * contract account's transactions (an owner of a Safe, a bundler or its paymaster), or the page's paymaster where the wallet
 * supports it (ERC-7677).
 *
 * @throws PayError `chain_unreachable`
 */
export async function isSponsored(
  client: Client,
  provider: Provider | undefined,
  {
    from,
    chainId,
    paymasterUrl,
  }: { from: string; chainId: number; paymasterUrl?: string | undefined },
): Promise<boolean> {
  if (await isContract(client, from).catch(throwUnreachable)) return true
  if (!provider || paymasterUrl === undefined) return false
  return (await readBatchSupport(provider, from, chainId, paymasterUrl)).paymasterUrl !== undefined
}

/** Returns the same as {@link isSponsored}, by the reads of a transfer that is being prepared. */
export async function isPreparedTransferSponsored(
  { payer, support }: TransferPreparation,
  paymasterUrl: string | undefined,
): Promise<boolean> {
  if ((await payer.catch(throwUnreachable)) !== 'account') return true
  return paymasterUrl !== undefined && (await support).paymasterUrl !== undefined
}
