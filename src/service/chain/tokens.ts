import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  erc20Abi,
  erc20Abi_bytes32,
  hexToString,
  type Address as ViemAddress,
} from 'viem'
import { isNative } from '../../api/fields.ts'
import type { TokenFacts } from '../domain/ports.ts'
import type { KnownToken } from '../domain/tokens.ts'
import type { ChainClient } from './client.ts'

/** What a token says of itself; undefined where no ERC-20 token is. Rejects as {@link ChainClient} does. */
export async function readToken(
  chain: ChainClient,
  address: string,
  known: KnownToken | undefined,
): Promise<TokenFacts | undefined> {
  const dollar = known?.peg === 'USD'
  if (isNative(address)) return { ...(await coin(chain.chainId)), dollar }
  const decimals = known?.decimals ?? (await readDecimals(chain, address))
  if (decimals === undefined) return undefined
  return { decimals, symbol: known?.symbol ?? (await readSymbol(chain, address)), dollar }
}

/** EIP-7702: an account that lends a contract's code has this and the contract's address for its own. */
const delegation = /^0xef0100[\da-f]{40}$/i

/** True for an address that code stands at, and not an account's own lent one. Rejects as {@link ChainClient} does. */
export async function readIsContract(chain: ChainClient, address: string): Promise<boolean> {
  const code = await chain.read((client) => client.getCode({ address: address as ViemAddress }))
  return code !== undefined && !delegation.test(code)
}

/** The chain's own coin has 18 decimals wherever the EVM runs: a wei is what it counts. */
async function coin(chainId: number): Promise<{ decimals: number; symbol: string }> {
  // Seven hundred files: not for every start of the service.
  const viemChains = await import('viem/chains')
  const chain = Object.values(viemChains).find((one) => one.id === chainId)
  return { decimals: 18, symbol: chain?.nativeCurrency.symbol ?? 'ETH' }
}

async function readDecimals(chain: ChainClient, address: string): Promise<number | undefined> {
  const decimals = await chain.read((client) =>
    client
      .readContract({ address: address as ViemAddress, abi: erc20Abi, functionName: 'decimals' })
      .catch(noSuchFunction),
  )
  return decimals !== undefined && decimals <= 77 ? decimals : undefined
}

/** Old tokens (MKR) give bytes32; some give nothing. What is shown is bounded: it is anybody's writing. */
async function readSymbol(chain: ChainClient, address: string): Promise<string> {
  const asked = { address: address as ViemAddress, functionName: 'symbol' } as const
  const text = await chain.read((client) =>
    client.readContract({ ...asked, abi: erc20Abi }).catch(noSuchFunction),
  )
  const bytes =
    text === undefined
      ? await chain.read((client) =>
          client.readContract({ ...asked, abi: erc20Abi_bytes32 }).catch(noSuchFunction),
        )
      : undefined
  const symbol = text ?? (bytes && hexToString(bytes, { size: 32 })) ?? ''
  return symbol.replace(/[\p{C}\p{Z}]/gu, '').slice(0, 32) || 'TOKEN'
}

/** Undefined for an answer that says the contract has no such function; everything else is a fault of the reading. */
function noSuchFunction(cause: unknown): undefined {
  const kinds = [
    ContractFunctionZeroDataError,
    ContractFunctionRevertedError,
    AbiDecodingZeroDataError,
    AbiDecodingDataSizeTooSmallError,
  ]
  const says = (one: unknown) =>
    kinds.some((kind) => one instanceof kind) ||
    // Bytes that are no text of the ABI: viem reads past their end.
    (one instanceof BaseError && /PositionOutOfBounds|InvalidBytes|SizeOverflow/.test(one.name))
  if (cause instanceof BaseError && cause.walk(says)) return undefined
  throw cause
}
