import { addressPattern, chainIdPattern } from './formats.ts'

/** An account of a chain (CAIP-10), such as one that may be paid. */
export interface ChainAccount {
  /** The EIP-155 chain id. */
  chainId: number
  address: string
}

/**
 * Parses an account such as `eip155:8453:0x…`. Returns undefined for any other text. The checksum of a mixed-case address
 * (EIP-55) is not checked here, because that needs a hash function.
 */
export function parseAccount(text: string): ChainAccount | undefined {
  const [namespace, chainId = '', address = '', ...extraParts] = text.split(':')
  const isValid =
    namespace === 'eip155' &&
    chainIdPattern.test(chainId) &&
    addressPattern.test(address) &&
    extraParts.length === 0
  return isValid ? { chainId: Number(chainId), address } : undefined
}

/** Returns the first of some accounts that is not in the list. */
export function findUnlistedAccount(
  accounts: readonly ChainAccount[],
  list: readonly ChainAccount[],
): ChainAccount | undefined {
  const isSame = (a: ChainAccount, b: ChainAccount) =>
    a.chainId === b.chainId && a.address.toLowerCase() === b.address.toLowerCase()
  return accounts.find((account) => !list.some((entry) => isSame(account, entry)))
}
