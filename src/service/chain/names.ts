import { BaseError, ContractFunctionRevertedError } from 'viem'
import { normalize } from 'viem/ens'
import { PayError } from '../../errors.ts'
import type { Address } from '../domain/records.ts'
import { chainClient } from './client.ts'

/** ENS lives on Ethereum's main network. */
const ensChain = 1

/**
 * Makes a reader of ENS names on a mainnet node. Gives the address of a name, undefined where it has none; names whose
 * resolver answers off the chain (ERC-3668) have none here: to read them, the service would have to call a URL
 * that a stranger chose.
 */
export function ensReader(rpcUrl: string): (name: string) => Promise<Address | undefined> {
  const chain = chainClient(ensChain, rpcUrl)
  return async (text) => {
    const name = readName(text)
    // Every chain comes with it: not for a service that nobody asks for a name.
    const { mainnet } = await import('viem/chains')
    const { address: universalResolverAddress } = mainnet.contracts.ensUniversalResolver
    const address = await chain.read((client) =>
      client.getEnsAddress({ name, universalResolverAddress, strict: false }).catch(unresolved),
    )
    return address ?? undefined
  }
}

/** ENSIP-15: what looks the same is the same, and what cannot be a name is refused. */
function readName(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new PayError('invalid_request', 'recipient is not a valid ENS name (ENSIP-15).', {
      field: 'recipient',
      cause,
    })
  }
}

/** A resolver that reverts knows no address; everything else is a fault of the reading. */
function unresolved(cause: unknown): null {
  const reverts = (one: unknown) => one instanceof ContractFunctionRevertedError
  if (cause instanceof BaseError && cause.walk(reverts)) return null
  throw cause
}
