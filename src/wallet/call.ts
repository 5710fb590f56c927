import {
  type Address,
  type Client,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  stringToHex,
} from 'viem'
import { getCode } from 'viem/actions'
import type { Quote } from '../checkout/deal.ts'

/** The transaction that pays a quote. */
export interface TransferCall {
  to: Address
  data: Hex
  value: bigint
}

/** How calldata with an attribution ends (ERC-8021). */
export const marker = '0x80218021802180218021802180218021'

/**
 * The ERC-8021 suffix, schema 0, with one code: its text, its length in bytes, the schema, the marker. By hand, because
 * the library's way (ox/erc8021, which the service reads with) brings CBOR for other schemas: 6 KiB.
 */
function attributionSuffix(code: string): Hex {
  return concatHex([stringToHex(code), numberToHex(code.length, { size: 1 }), '0x00', marker])
}

/**
 * The transfer of a quote: ERC-20 `transfer`, or the chain's own coin as value. With `attribution` the calldata ends
 * with the charge's uuid as an ERC-8021 suffix (schema 0), so that no other charge can claim it and the service finds
 * it unreported. A contract's own code ignores what follows its arguments.
 */
export async function transferCall(
  client: Client,
  quote: Quote,
  attribution: boolean,
): Promise<TransferCall> {
  const suffix = attributionSuffix(quote.chargeId)
  const recipient = quote.recipient as Address
  if (quote.token.native) {
    // A contract may take coins only without calldata (a Safe's receive function), so it gets none.
    const plain = !attribution || (await getCode(client, { address: recipient })) !== undefined
    return { to: recipient, data: plain ? '0x' : suffix, value: quote.amount }
  }
  const args = [recipient, quote.amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return {
    to: quote.token.address as Address,
    data: attribution ? concatHex([data, suffix]) : data,
    value: 0n,
  }
}

/** As eth_sendTransaction takes it. The wallet chooses gas and fees. */
export function transactionRequest(call: TransferCall, from: string, chainId: number) {
  return {
    from: from as Address,
    to: call.to,
    ...(call.data !== '0x' && { data: call.data }),
    // No zero: some wallets write it into the transaction as a byte, which nodes refuse (@johanneskares/wallet-mock).
    ...(call.value > 0n && { value: numberToHex(call.value) }),
    // A wallet that has drifted to another network refuses instead of paying there.
    chainId: numberToHex(chainId),
  }
}
