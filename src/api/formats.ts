// The formats of hex, UUIDs and addresses, once for all programs.

/** RFC 9562 UUID of any version, in either case. */
export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** 20 bytes as hex with 0x, the digits in any case: an EIP-55 checksum is checked where the address is used. */
export const addressPattern = /^0x[\da-fA-F]{40}$/

/** 32 bytes as hex with 0x, the digits in any case: a transaction hash. */
export const hashPattern = /^0x[\da-fA-F]{64}$/

/** The public reference of a charge: 16 bytes as hex digits in lower case, without 0x. */
export const referencePattern = /^[\da-f]{32}$/

/** A signature, of an account or a contract: 1 to 8192 bytes as hex with 0x. */
export const signaturePattern = /^0x([\da-fA-F]{2}){1,8192}$/

/** An EIP-155 chain id in decimal digits: at most 15, so that it stays below 2^53 (EIP-2294). */
export const chainIdPattern = /^[1-9]\d{0,14}$/
