import {
  type Address,
  domainSeparator,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from 'viem'
import { nativeAddress } from '../../../api/formats.ts'
import { PayError } from '../../../errors.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { AuthorizationName, AuthorizationUse } from '../types/authorizations.ts'
import type { AuthorizationDomain } from '../types/tokens.ts'
import type { BlockRange } from '../types/transfer-logs.ts'
import type { NodeAnswer } from './agreement.ts'
import { ignoreMissingFunction } from './tokens.ts'

// Whether a token takes signed transfers (EIP-3009), and over which domain (EIP-712) they are signed.

const abi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])
/** The fields of a domain that has a name, a version, a chain and a contract, and nothing else (EIP-5267). */
const usualFields = '0x0f'
/** The version of most tokens that have no `version()`. */
const firstVersion = '1'
const noNonce: Hex = `0x${'0'.repeat(64)}`
/** Limit of a name's and a version's characters, because anyone can deploy a token with any name. */
const maxLength = 256

/**
 * Reads the domain of a token's authorizations; undefined when it accepts none, or when its own `DOMAIN_SEPARATOR` does not match
 * the domain that it states. Rejects as {@link ChainClient} does.
 */
export async function readAuthorizationDomain(
  chain: ChainClient,
  token: string,
): Promise<AuthorizationDomain | undefined> {
  const address = token as Address
  const read = <T>(functionName: 'version' | 'name' | 'DOMAIN_SEPARATOR' | 'eip712Domain') =>
    chain.read((client) =>
      client.readContract({ address, abi, functionName }).catch(ignoreMissingFunction),
    ) as Promise<T | undefined>
  const args = [nativeAddress, noNonce] as const
  const state = await chain.read((client) =>
    client
      .readContract({ address, abi, functionName: 'authorizationState', args })
      .catch(ignoreMissingFunction),
  )
  if (state !== false) return undefined
  const separator = await read<Hex>('DOMAIN_SEPARATOR')
  const stated = await read<readonly [Hex, string, string, bigint, Address]>('eip712Domain')
  const [fields, ...named] = stated ?? []
  if (stated && fields !== usualFields) return undefined
  const name = named[0] ?? (await read<string>('name'))
  const version = named[1] ?? (await read<string>('version')) ?? firstVersion
  if (name === undefined || name.length > maxLength || version.length > maxLength) return undefined
  const domain = { name, version, chainId: chain.chainId, verifyingContract: address }
  const isConfirmed = separator === undefined ? stated : separator === domainSeparator({ domain })
  return isConfirmed ? { name, version } : undefined
}

/** Returns whether an account has used or canceled the nonce of an authorization, by the newest state. */
export async function readIsAuthorizationUsed(
  chain: ChainClient,
  token: string,
  account: string,
  nonce: string,
): Promise<boolean> {
  const args = [account as Address, nonce as Hex] as const
  return await chain.read((client) =>
    client.readContract({
      address: token as Address,
      abi,
      functionName: 'authorizationState',
      args,
    }),
  )
}

const [usedTopic, canceledTopic] = ['AuthorizationUsed', 'AuthorizationCanceled'].map((name) =>
  toEventSelector(`${name}(address,bytes32)`),
)

/** Finds the transaction that has used or canceled an authorization; undefined where the node shows none in these blocks. */
export async function findAuthorizationUse(
  chain: ChainClient,
  { token, sender, nonce }: AuthorizationName,
  { from, to }: BlockRange,
): Promise<AuthorizationUse | undefined> {
  const filter = {
    address: token as Address,
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    topics: [[usedTopic as Hex, canceledTopic as Hex], pad(sender as Hex), nonce as Hex],
  }
  const logs = await chain.read((client) =>
    client.request({ method: 'eth_getLogs', params: [filter] }),
  )
  const found = logs.find(({ removed, topics }) => !removed && topics[2] === nonce)
  if (!found?.transactionHash || !found.blockNumber) return undefined
  return {
    kind: found.topics[0] === usedTopic ? 'used' : 'canceled',
    hash: found.transactionHash,
    blockNumber: BigInt(found.blockNumber),
  }
}

/**
 * Returns the domain that all nodes have read; undefined if they agree that there is none.
 *
 * @throws PayError `chain_unreachable` that names the nodes if they differ
 */
export function agreeOnDomain(
  chainId: number,
  token: string,
  answers: readonly NodeAnswer<AuthorizationDomain | undefined>[],
): AuthorizationDomain | undefined {
  const [first] = answers
  const isSame = ({ value }: NodeAnswer<AuthorizationDomain | undefined>) =>
    value?.name === first?.value?.name && value?.version === first?.value?.version
  if (answers.every(isSame)) return first?.value
  const nodes = answers.map(({ node }) => node).join(', ')
  throw new PayError(
    'chain_unreachable',
    `The nodes of chain ${chainId} disagree about how transfers of token ${token} are authorized: ${nodes}. Remove the ` +
      'wrong node from CHAIN_RPC_URLS.',
    { retryable: true },
  )
}
