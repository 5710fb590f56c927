import { transferAuthorizationTypes } from '../../api/authorizations.ts'
import type {
  AuthorizationOffer,
  NewAuthorization,
} from '../../api/schemas/payments/authorization.ts'

/**
 * Returns whether the account's own key has signed, which no stranger can make up. False says nothing: the account may be a contract
 * (ERC-1271), which the token alone asks.
 */
export async function isSignedByKey(
  { domain }: AuthorizationOffer,
  { chainId, tokenAddress, authorization, signature }: NewAuthorization,
): Promise<boolean> {
  // Loaded with the first transfer: a proxy that sends none has no use for it.
  const { isAddressEqual, recoverTypedDataAddress } = await import('viem')
  const hex = (text: string) => text as `0x${string}`
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const signer = await recoverTypedDataAddress({
    domain: { ...domain, chainId: Number(chainId), verifyingContract: hex(tokenAddress) },
    types: transferAuthorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: hex(from),
      to: hex(to),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: hex(nonce),
    },
    signature: hex(signature),
    // Bytes that are no point of the curve are no signature of a key.
  }).catch(() => undefined)
  return signer !== undefined && isAddressEqual(signer, hex(from))
}
