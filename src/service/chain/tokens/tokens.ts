import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  erc20Abi,
  erc20Abi_bytes32,
  hexToString,
  InternalRpcError,
  RpcRequestError,
  type Address as ViemAddress,
} from 'viem'
import { isNative } from '../../../api/formats.ts'
import type { ChainClient } from '../nodes/client.ts'
import type { KnownToken, TokenMetadata } from '../types/tokens.ts'

/** Reads a token's decimals and symbol; returns undefined where there is none. Rejects as {@link ChainClient} does. */
export async function readToken(
  chain: ChainClient,
  address: string,
  known: KnownToken | undefined,
): Promise<TokenMetadata | undefined> {
  const peg = known?.peg
  if (isNative(address)) return { ...(await loadNativeCurrency(chain.chainId)), peg }
  const decimals = known?.decimals ?? (await readDecimals(chain, address))
  if (decimals === undefined) return undefined
  return { decimals, symbol: known?.symbol ?? (await readSymbol(chain, address)), peg }
}

/** EIP-7702: the code of an account that delegates to a contract is this prefix and the contract's address. */
const delegationIndicator = /^0xef0100[\da-f]{40}$/i

/**
 * Returns whether an address is a contract; an account that delegates to one (EIP-7702) is none. Rejects as
 * {@link ChainClient} does.
 */
export async function readIsContract(chain: ChainClient, address: string): Promise<boolean> {
  const code = await chain.read((client) => client.getCode({ address: address as ViemAddress }))
  return code !== undefined && !delegationIndicator.test(code)
}

/** Returns the native currency of a chain. It has 18 decimals on every EVM chain, because the EVM counts in wei. */
async function loadNativeCurrency(chainId: number): Promise<{ decimals: number; symbol: string }> {
  // Imported here because it loads seven hundred files, which would slow down every start of the service.
  const viemChains = await import('viem/chains')
  const chain = Object.values(viemChains).find(({ id }) => id === chainId)
  return { decimals: 18, symbol: chain?.nativeCurrency.symbol ?? 'ETH' }
}

async function readDecimals(chain: ChainClient, address: string): Promise<number | undefined> {
  const decimals = await chain.read((client) =>
    client
      .readContract({ address: address as ViemAddress, abi: erc20Abi, functionName: 'decimals' })
      .catch(ignoreMissingFunction),
  )
  return decimals !== undefined && decimals <= 77 ? decimals : undefined
}

/**
 * Reads a token's symbol. Old tokens (MKR) return bytes32, some return nothing. Its length and characters are limited, because
 * anyone can deploy a token with any symbol.
 */
async function readSymbol(chain: ChainClient, address: string): Promise<string> {
  const call = { address: address as ViemAddress, functionName: 'symbol' } as const
  const text = await chain.read((client) =>
    client.readContract({ ...call, abi: erc20Abi }).catch(ignoreMissingFunction),
  )
  const bytes =
    text === undefined
      ? await chain.read((client) =>
          client.readContract({ ...call, abi: erc20Abi_bytes32 }).catch(ignoreMissingFunction),
        )
      : undefined
  const symbol = text ?? (bytes && hexToString(bytes, { size: 32 })) ?? ''
  return symbol.replace(/[\p{C}\p{Z}]/gu, '').slice(0, 32) || 'TOKEN'
}

/** Returns undefined for errors that mean the contract has no such function; throws any other error again. */
export function ignoreMissingFunction(cause: unknown): undefined {
  const errorClasses = [
    ContractFunctionZeroDataError,
    ContractFunctionRevertedError,
    AbiDecodingZeroDataError,
    AbiDecodingDataSizeTooSmallError,
  ]
  const isMissingFunction = (error: unknown) =>
    errorClasses.some((kind) => error instanceof kind) ||
    // The returned bytes are not an ABI-encoded string: viem reads past their end.
    (error instanceof BaseError && /PositionOutOfBounds|InvalidBytes|SizeOverflow/.test(error.name))
  if (cause instanceof BaseError && cause.walk(isMissingFunction) && !cause.walk(isNodesFault))
    return undefined
  throw cause
}

/** Is an error the node's own (JSON-RPC 2.0, section 5.1)? viem takes each of these for a revert; some nodes do report reverts by them. */
function isNodesFault(error: unknown): boolean {
  return (
    error instanceof RpcRequestError &&
    error.code === InternalRpcError.code &&
    error.data === undefined &&
    !/revert/i.test(error.details)
  )
}
