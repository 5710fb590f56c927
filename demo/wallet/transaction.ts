import { type Address, type Hex, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { prepareTransactionRequest } from 'viem/actions'
import * as z from 'zod/mini'
import { internal, invalidParams, unauthorised } from './errors.ts'
import type { Active } from './networks.ts'

const Data = z.string().check(z.regex(/^0x([\da-f]{2})*$/i, 'must be whole bytes in hexadecimal'))
const AddressText = z.string().check(z.regex(/^0x[\da-f]{40}$/i, 'must be an address'))
const Quantity = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i, 'must be a hexadecimal quantity')),
  z.transform((text) => BigInt(text)),
)

/** https://ethereum.github.io/execution-apis, eth_sendTransaction: what a page may ask for. */
const Asked = z.object({
  from: AddressText,
  to: z.nullish(AddressText),
  value: z.optional(Quantity),
  data: z.optional(Data),
  input: z.optional(Data),
  gas: z.optional(Quantity),
  gasPrice: z.optional(Quantity),
  maxFeePerGas: z.optional(Quantity),
  maxPriorityFeePerGas: z.optional(Quantity),
  nonce: z.optional(Quantity),
  chainId: z.optional(Quantity),
})

/** A transaction as a page asked for it, checked. */
export interface WantedTransaction {
  to?: Address
  data: Hex
  value: bigint
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: number
  chainId?: number
}

/** The parameters of eth_sendTransaction. Throws a WalletError: -32602, or 4100 for another's account. */
export function readTransaction(params: unknown, own: Address): WantedTransaction {
  const [asked] = parse(z.tuple([Asked], z.unknown()), params)
  const { from, to, data, input, nonce, chainId, value, gas } = asked
  if (from.toLowerCase() !== own.toLowerCase()) {
    throw unauthorised(`from: the demo wallet has ${own}, not ${from}.`)
  }
  if (data !== undefined && input !== undefined && data !== input) {
    throw invalidParams('data and input differ: give one of them.')
  }
  const code = data ?? input ?? '0x'
  if (!to && code === '0x') throw invalidParams('to is missing, and there is no data to deploy.')
  return {
    ...(to && { to: to as Address }),
    data: code as Hex,
    value: value ?? 0n,
    ...(nonce !== undefined && { nonce: Number(nonce) }),
    ...(chainId !== undefined && { chainId: Number(chainId) }),
    ...(gas !== undefined && { gas }),
    ...readFees(asked),
  }
}

/** In wei a gas; a page that still thinks in one gas price pays that price and no more. */
function readFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: z.output<typeof Asked>) {
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined) {
    throw invalidParams('gasPrice and maxFeePerGas exclude each other: give one of them.')
  }
  const most = maxFeePerGas ?? gasPrice
  const tip = maxPriorityFeePerGas ?? gasPrice
  return {
    ...(most !== undefined && { maxFeePerGas: most }),
    ...(tip !== undefined && { maxPriorityFeePerGas: tip }),
  }
}

/** Parses parameters; throws a WalletError -32602 that names the field. */
export function parse<Shape extends z.ZodMiniType>(shape: Shape, params: unknown): z.output<Shape> {
  const read = shape.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalidParams(`params.${issue?.path.join('.') || '0'}: ${issue?.message ?? 'is not valid'}`)
}

/**
 * Signs and sends an approved transaction, and gives its hash. The calldata goes out as it was
 * asked for, byte by byte. Throws a WalletError, the node's own where the node refused.
 */
export async function send(
  { client, rpc, id: chainId }: Active,
  account: PrivateKeyAccount,
  wanted: WantedTransaction & { gas: bigint },
): Promise<Hex> {
  try {
    const request = await prepareTransactionRequest(client, {
      ...wanted,
      account,
      chainId,
      chain: null,
      type: 'eip1559',
      parameters: ['nonce', 'fees'],
    })
    const raw = await account.signTransaction(
      request as Parameters<typeof account.signTransaction>[0],
    )
    const hash = await rpc('eth_sendRawTransaction', [raw])
    if (!isHex(hash)) throw new Error(`The node answered ${hash} instead of a hash.`)
    return hash
  } catch (cause) {
    throw internal(cause)
  }
}
