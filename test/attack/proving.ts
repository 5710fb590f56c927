import { Attribution } from 'ox/erc8021'
import type { Address, Hex } from 'viem'
import { demoAccount } from '../../demo/chain/accounts.ts'
import { nativeAddress } from '../../src/api/formats.ts'
import { createChains } from '../../src/service/app/chains.ts'
import type { Chains } from '../../src/service/chain/types/chains.ts'
import { computeReference } from '../../src/service/kernel/reference.ts'
import { canonicalEntryPoints } from '../../src/service/payments/proof/operations.ts'
import {
  attributeTransfers,
  type Attribution as TransferAttribution,
} from '../../src/service/payments/proof/proof.ts'
import type { LocalChain } from '../support/local-chain.ts'

/** Two charges' public names. */
export const [refA, refB] = [computeReference('a'), computeReference('b')]
/** Whom all transfers of these tests go to. */
export const shop = demoAccount(5).address

export const suffix = (...codes: string[]): Hex => Attribution.toDataSuffix({ codes })

/** Reads a real chain as the service does. */
export function chainsOf(...chains: { chainId: number; rpcUrl: string }[]): Chains {
  return createChains({
    rpcUrls: new Map(chains.map(({ chainId, rpcUrl }) => [chainId, [rpcUrl]])),
    confirmations: new Map(),
    tokens: [],
    feeds: [],
    ensRpcUrl: undefined,
  })
}

/** What a transaction proves of the shop's money in these tokens and in native currency. */
export async function prove(
  chain: LocalChain,
  hash: Hex,
  tokens: readonly Address[] = chain.tokens.map(({ address }) => address),
  chains = chainsOf(chain),
): Promise<TransferAttribution> {
  const head = await chains.getBlockNumber(chain.chainId)
  const facts = await chains.lookUpTransaction(chain.chainId, hash, head, [shop])
  const watched = { tokens: [...tokens, nativeAddress], recipients: [shop] }
  return attributeTransfers(facts, watched, { entryPoints: canonicalEntryPoints })
}

/** The shop's money by a transaction: each amount and whom it names. */
export async function shares(...args: Parameters<typeof prove>) {
  const { transfers } = await prove(...args)
  return transfers.map(({ amount, references }) => [amount, ...references])
}

/** Whether an account has signed a text, by its key or as a contract. */
export async function isSignedBy(
  chain: LocalChain,
  account: Address,
  message: string,
  signature: string,
): Promise<boolean> {
  const chains = chainsOf(chain)
  const signer = await chains.recoverSigner(message, signature)
  return (
    signer?.toLowerCase() === account.toLowerCase() ||
    (await chains.isSignedByContract(chain.chainId, account, message, signature))
  )
}
