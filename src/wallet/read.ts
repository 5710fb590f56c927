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
import type { TransferCall } from './call.ts'
import { shortMessage } from './errors.ts'

// viem's own readContract, getBalance and estimateGas bring what is not needed here (calls of contracts that are not
// deployed yet, the filling in of transactions): a quarter of the wallet's code. So the calls are made by hand.

/** A view function of a contract, and what it is asked. */
export interface View<abi extends Abi, name extends ContractFunctionName<abi, 'pure' | 'view'>> {
  address: Address
  abi: abi
  functionName: name
  args?: ContractFunctionArgs<abi, 'pure' | 'view', name>
}

/** What a contract's view function answers, by `eth_call` at the newest block. Rejects as the node, or the contract, does. */
export async function readView<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'pure' | 'view'>,
>(
  client: Client,
  { address, abi, functionName, args }: View<abi, name>,
): Promise<ContractFunctionReturnType<abi, 'pure' | 'view', name>> {
  const asked = { abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]
  const data = (await client.request({
    method: 'eth_call',
    params: [{ to: address, data: encodeFunctionData(asked) }, 'latest'],
  } as never)) as Hex
  const answer = { abi, functionName, args, data } as Parameters<typeof decodeFunctionResult>[0]
  return decodeFunctionResult(answer) as ContractFunctionReturnType<abi, 'pure' | 'view', name>
}

/** Gas that a transfer takes, by `eth_estimateGas`: it runs the transfer, so it rejects with what the token would say. */
export async function estimateTransfer(
  client: Client,
  from: string,
  { to, data, value }: TransferCall,
): Promise<bigint> {
  const call = { from, to, value: numberToHex(value), ...(data !== '0x' && { data }) }
  return BigInt(
    (await client.request({ method: 'eth_estimateGas', params: [call] } as never)) as Hex,
  )
}

/** What an account has of the chain's own coin, in wei. */
export async function readBalance(client: Client, address: string): Promise<bigint> {
  const params = [address as Address, 'latest'] as const
  return BigInt((await client.request({ method: 'eth_getBalance', params } as never)) as Hex)
}

/**
 * The number of the newest block that the node knows. By hand, as viem's getBlockNumber keeps an entry of each client for
 * ever.
 */
export async function readHead(client: Client): Promise<bigint> {
  return BigInt(await client.request({ method: 'eth_blockNumber' }))
}

/** Says that a chain cannot be read, by what it answered. @throws PayError `chain_unreachable`, always */
export function unreachable(cause: unknown): never {
  const text = `The network could not be read: ${shortMessage(cause)}`
  throw new PayError('chain_unreachable', text, { cause, retryable: true })
}
