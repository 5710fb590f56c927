// EIP-3009: an account signs a transfer, and anyone may send it. The token accepts each nonce of an account once. With a nonce
// derived from the charge, the token itself refuses a second payment by the same account for the same charge.

/** The charge and the token that a nonce is derived from. Two charges, and two tokens of one charge, never have the same. */
export interface AuthorizedCharge {
  /** EIP-155 chain id. */
  chainId: number | string
  /** The token's address. */
  token: string
  /** The address that the charge is paid at. */
  recipient: string
  /** The charge's `reference`. */
  reference: string
}

/** `pay-charge` in ASCII, as hex digits. */
const label = '7061792d636861726765'

/**
 * Returns the bytes whose Keccak-256 hash is the nonce of an authorization that pays a charge:
 * `abi.encode("pay-charge", chainId, token, recipient, reference)` with the types
 * `(string, uint256, address, address, bytes16)`.
 *
 * @example
 * const nonce = keccak256(encodeAuthorizationNonce({ chainId: 8453, token, recipient, reference }))
 */
export function encodeAuthorizationNonce({
  chainId,
  token,
  recipient,
  reference,
}: AuthorizedCharge): `0x${string}` {
  const words = [
    // Where the text begins: behind five words.
    toWord(5n * 32n),
    toWord(BigInt(chainId)),
    toAddressWord(token),
    toAddressWord(recipient),
    reference.toLowerCase().padEnd(64, '0'),
    toWord(BigInt(label.length / 2)),
    label.padEnd(64, '0'),
  ]
  return `0x${words.join('')}`
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function toAddressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** The EIP-712 type that a wallet signs for a transfer by EIP-3009. */
export const transferAuthorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const
