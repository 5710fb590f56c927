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
import { erc8021Marker } from '../../api/erc8021.ts'
import { referencePattern } from '../../api/formats.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import type { AskedNonce } from '../options.ts'

/** The recipient, calldata and value (in wei) of the transaction that pays a quote. */
export interface TransferCall {
  to: Address
  data: Hex
  value: bigint
}

/** Creates an ERC-8021 suffix of schema 0 with one code: the code's text, its length in bytes, the schema, the marker. */
function createAttributionSuffix(code: string): Hex {
  return concatHex([
    stringToHex(code),
    numberToHex(code.length, { size: 1 }),
    '0x00',
    `0x${erc8021Marker}`,
  ])
}

/**
 * Creates the call that pays a quote: ERC-20 `transfer`, or native currency as value. With `attribution` the calldata
 * ends with the charge's reference as an ERC-8021 suffix (schema 0). It proves which charge is paid, and lets the
 * service find a payment that was never reported. A charge without a reference gets no suffix. The suffix has 50
 * bytes: hardware wallets show an ERC-20 transfer in clear text with up to 64 additional bytes. Contracts ignore
 * bytes after their arguments.
 */
export async function createTransferCall(
  client: Client,
  quote: Quote,
  attribution: boolean,
): Promise<TransferCall> {
  const call = createPlainCall(quote)
  const reference = getPublicReference(quote)
  if (!attribution || !reference) return call
  // A contract may accept native currency only without calldata (a Safe's receive function), so it gets none.
  if (quote.token.native && (await getCode(client, { address: call.to })) !== undefined) return call
  return { ...call, data: concatHex([call.data, createAttributionSuffix(reference)]) }
}

/**
 * Returns the quote's reference if it may be published. Nothing but a reference ever is, least of all the charge's
 * uuid in any form.
 */
function getPublicReference({ reference, chargeId }: Quote): string | undefined {
  const isPublic =
    referencePattern.test(reference ?? '') && reference !== chargeId.replaceAll('-', '')
  return isPublic ? reference : undefined
}

/** Creates the call that pays a quote without a reference. */
export function createPlainCall({ token, recipient, amount }: Quote): TransferCall {
  const to = recipient as Address
  if (token.native) return { to, data: '0x', value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return { to: token.address as Address, data, value: 0n }
}

/** Creates the parameters of `eth_sendTransaction`. The wallet chooses gas and fees, and the nonce unless one is asked for. */
export function createTransactionRequest(
  call: TransferCall,
  from: string,
  chainId: number,
  asked?: AskedNonce,
) {
  return {
    from: from as Address,
    to: call.to,
    ...(call.data !== '0x' && { data: call.data }),
    // A zero is left out: some wallets encode it as a byte, which nodes reject (@johanneskares/wallet-mock).
    ...(call.value > 0n && { value: numberToHex(call.value) }),
    // A wallet that has drifted to another network refuses instead of paying there.
    chainId: numberToHex(chainId),
    // It is of one account: another one's transaction would wait for it, or take another's place.
    ...(asked &&
      Number.isSafeInteger(asked.nonce) &&
      asked.account.toLowerCase() === from.toLowerCase() && { nonce: numberToHex(asked.nonce) }),
  }
}
