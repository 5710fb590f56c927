import * as Hash from 'ox/Hash'

// Reads ABI-encoded calldata as contracts do, as far as payment proofs need it. Calldata is hex digits in lower case
// without 0x; positions and lengths are in bytes. The result is undefined for invalid data: nothing throws.

/** Returns the word of 32 bytes at a position, as 64 digits. */
export function readWord(hex: string, at: number): string | undefined {
  const word = hex.slice(2 * at, 2 * at + 64)
  return word.length === 64 ? word : undefined
}

/** Reads a word that is an offset or a length in calldata; undefined when it is larger than the calldata. */
export function readSize(hex: string, at: number): number | undefined {
  const word = readWord(hex, at)
  const size = word?.startsWith('0'.repeat(52)) ? Number.parseInt(word, 16) : Number.NaN
  return size * 2 <= hex.length ? size : undefined
}

/**
 * Reads a word that is an address, in lower case; undefined when its upper 12 bytes are not 0, as contracts revert
 * then.
 */
export function readAddressWord(hex: string, at: number): string | undefined {
  const word = readWord(hex, at)
  return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : undefined
}

/** Reads `bytes` whose offset from `base` is in the word at `at`. */
export function readBytes(hex: string, base: number, at: number): string | undefined {
  const offset = readSize(hex, at)
  const length = offset === undefined ? undefined : readSize(hex, base + offset)
  if (offset === undefined || length === undefined) return undefined
  const start = 2 * (base + offset + 32)
  const bytes = hex.slice(start, start + 2 * length)
  return bytes.length === 2 * length ? bytes : undefined
}

/** Returns the Keccak-256 hash of hex digits, as 64 digits. */
export function keccakHex(hex: string): string {
  return Hash.keccak256(`0x${hex}`).slice(2)
}

/** Returns the Keccak-256 hash of a text, as 64 digits: for EIP-712 types and event signatures. */
export function keccakText(text: string): string {
  return keccakHex(
    [...text].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  )
}

/** Encodes a number, or an address with 0x, as a word. */
export function toWord(value: bigint | string): string {
  const hex = typeof value === 'string' ? value.slice(2) : value.toString(16)
  return hex.padStart(64, '0')
}
