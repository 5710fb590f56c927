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

/** A charge's public name: 16 bytes as hex. */
export const referenceForm = /^[\da-f]{32}$/

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
 * with the charge's reference as an ERC-8021 suffix (schema 0), which proves whose payment it is and lets the service find
 * it unreported; a charge without a reference is not named. The suffix has 50 bytes: hardware wallets show an ERC-20
 * transfer in clear up to 64 further ones. A contract's own code ignores what follows its arguments.
 */
export async function transferCall(
  client: Client,
  quote: Quote,
  attribution: boolean,
): Promise<TransferCall> {
  const call = plainCall(quote)
  const reference = publicName(quote)
  if (!attribution || !reference) return call
  // A contract may take coins only without calldata (a Safe's receive function), so it gets none.
  if (quote.token.native && (await getCode(client, { address: call.to })) !== undefined) return call
  return { ...call, data: concatHex([call.data, attributionSuffix(reference)]) }
}

/** What is no reference is never published, least of all the charge's uuid, in whatever form. */
function publicName({ reference, chargeId }: Quote): string | undefined {
  const isPublic = referenceForm.test(reference ?? '') && reference !== chargeId.replaceAll('-', '')
  return isPublic ? reference : undefined
}

/** Returns the transfer of a quote that names nobody. */
export function plainCall({ token, recipient, amount }: Quote): TransferCall {
  const to = recipient as Address
  if (token.native) return { to, data: '0x', value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { to: token.address as Address, data, value: 0n }
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
