// Wallets that others have written, as npm has them.
import { installMockWallet } from '@johanneskares/wallet-mock'
import { privateKeyToAccount } from 'viem/accounts'

export { default as headless } from 'headless-web3-provider'

type Options = Parameters<typeof installMockWallet>[0]

/** Installs wallet-mock with the account of a private key. Its viem is a copy of its own, whose types are not ours. */
export function installMockWalletOf(
  key: `0x${string}`,
  { page, transports, defaultChain }: Record<'page' | 'transports' | 'defaultChain', unknown>,
): Promise<void> {
  const account = privateKeyToAccount(key)
  return installMockWallet({ page, account, transports, defaultChain } as Options)
}
