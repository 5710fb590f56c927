import type { NewAuthorization } from '../../api/schemas/payments/authorization.ts'

// The call by which anybody moves what an account has signed away (EIP-3009). All of its values are words of 32 bytes, so a proxy
// needs no library for it.

/** `transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)` */
const wordsSelector = '0xe3ee160e'
/** `transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)`, of FiatToken 2.2 */
const bytesSelector = '0xcf092995'
/** Number of hex digits of the signature of a key. */
const keySignatureDigits = 130

/**
 * Returns the calldata for the token. The signature of a key is passed in three words, which every token with EIP-3009 takes; any
 * other in bytes, which FiatToken 2.2 passes to the account's contract.
 */
export function encodeTransfer({ authorization, signature }: NewAuthorization): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const numbers = [value, validAfter, validBefore].map((text) => toWord(BigInt(text).toString(16)))
  const terms = [toWord(from.slice(2)), toWord(to.slice(2)), ...numbers, nonce.slice(2)].join('')
  const digits = signature.slice(2)
  const tail = digits.length === keySignatureDigits ? encodeWords(digits) : encodeBytes(digits)
  return `${tail.selector}${terms}${tail.data}`.toLowerCase()
}

function encodeWords(digits: string) {
  const parity = Number.parseInt(digits.slice(128), 16)
  const v = parity < 27 ? parity + 27 : parity
  return { selector: wordsSelector, data: toWord(v.toString(16)) + digits.slice(0, 128) }
}

function encodeBytes(digits: string) {
  const length = digits.length / 2
  const padding = '0'.repeat((64 - (digits.length % 64)) % 64)
  // Behind the seven words of the head.
  const [offset, size] = [toWord((7 * 32).toString(16)), toWord(length.toString(16))]
  return { selector: bytesSelector, data: offset + size + digits + padding }
}

const toWord = (hex: string) => hex.padStart(64, '0')
