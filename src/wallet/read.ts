import {
  type Abi,
  type Address,
  type Client,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
} from 'viem'
import { PayError } from '../errors.ts'
import { noAnswerCode } from './connect/provider.ts'
import { hasCode, toWalletError } from './errors.ts'
import type { TransferCall } from './send/transfer-call.ts'

// viem's own readContract, getBalance and estimateGas include features that are not needed here (calls of contracts
// that are not deployed yet, filling in of transactions) and would add a quarter to the wallet's code. So these
// functions make the calls themselves.

/** A view function of a contract and its arguments. */
export interface ReadContractParameters<
  abi extends Abi,
  name extends ContractFunctionName<abi, 'pure' | 'view'>,
> {
  address: Address
  abi: abi
  functionName: name
  args?: ContractFunctionArgs<abi, 'pure' | 'view', name>
  /** The block as of which it is read. @default the newest */
  blockNumber?: bigint
}

/**
 * Calls a contract's view function by `eth_call` and returns its result. Rejects with the error
 * of the node or the contract.
 */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'pure' | 'view'>,
>(
  client: Client,
  { address, abi, functionName, args, blockNumber }: ReadContractParameters<abi, name>,
): Promise<ContractFunctionReturnType<abi, 'pure' | 'view', name>> {
  const call = { abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]
  const data = (await client.request({
    method: 'eth_call',
    params: [
      { to: address, data: encodeFunctionData(call) },
      blockNumber === undefined ? 'latest' : numberToHex(blockNumber),
    ],
  } as never)) as Hex
  const result = { abi, functionName, args, data } as Parameters<typeof decodeFunctionResult>[0]
  return decodeFunctionResult(result) as ContractFunctionReturnType<abi, 'pure' | 'view', name>
}

/**
 * Estimates the gas of a transfer by `eth_estimateGas`. The node simulates the transfer, so this rejects with the
 * token's own error where the token would refuse it.
 */
export async function estimateTransferGas(
  client: Client,
  from: string,
  { to, data, value }: TransferCall,
): Promise<bigint> {
  const call = { from, to, value: numberToHex(value), ...(data !== '0x' && { data }) }
  return BigInt(
    (await client.request({ method: 'eth_estimateGas', params: [call] } as never)) as Hex,
  )
}

/** Reads an account's balance of the native currency, in wei. */
export async function readNativeBalance(client: Client, address: string): Promise<bigint> {
  const params = [address as Address, 'latest'] as const
  return BigInt((await client.request({ method: 'eth_getBalance', params } as never)) as Hex)
}

/**
 * Reads the number of the newest block that the node knows. viem's getBlockNumber is not used, because its cache
 * keeps an entry for each client forever.
 */
export async function readBlockNumber(client: Client): Promise<bigint> {
  return BigInt(
    await client.request({ method: 'eth_blockNumber' }).catch(async (cause: unknown) => {
      // Some mobile wallets refuse this method, and still show blocks.
      const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
      const block = (await client.request(request as never)) as { number?: Hex } | null
      if (!block?.number) throw cause
      return block.number
    }),
  )
}

/**
 * Throws the payer's error for a chain that cannot be read.
 *
 * @throws PayError `chain_unreachable`; an existing PayError unchanged
 */
export function throwUnreachable(cause: unknown): never {
  if (cause instanceof PayError) throw cause
  if (hasCode(cause, [noAnswerCode])) throw toWalletError(cause, 'chain_unreachable')
  const text = 'We can’t read the network. Check your connection and try again.'
  throw new PayError('chain_unreachable', text, { cause, retryable: true })
}
