import type { Client } from 'viem'
import { type Provider, readSupport } from './batch.ts'
import { unreachable } from './read.ts'
import { isContract } from './safe.ts'

/**
 * True when somebody else may pay the network's fee, so that an account needs no coin for it: who executes the transactions
 * of a contract account (an owner of a Safe, a bundler or its paymaster), or the page's paymaster where the wallet can use
 * it (ERC-7677).
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
  if (await isContract(client, from).catch(unreachable)) return true
  if (!provider || paymasterUrl === undefined) return false
  return (await readSupport(provider, from, chainId, paymasterUrl)).paymaster !== undefined
}
