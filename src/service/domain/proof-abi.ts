import * as Hash from 'ox/Hash'

// The ABI's encoding as contracts read it, as far as the proof needs it. Calldata is hex digits in lower case without 0x,
// places and lengths are in bytes. What does not fit is undefined: nothing throws.

/** The word of 32 bytes at a place, as 64 digits. */
export function readWord(hex: string, at: number): string | undefined {
  const word = hex.slice(2 * at, 2 * at + 64)
  return word.length === 64 ? word : undefined
}

/** A word that is a place or a length inside calldata; undefined for one that leads beyond it. */
export function readSize(hex: string, at: number): number | undefined {
  const word = readWord(hex, at)
  const size = word?.startsWith('0'.repeat(52)) ? Number.parseInt(word, 16) : Number.NaN
  return size * 2 <= hex.length ? size : undefined
}

/** A word that is an address, in lower case; undefined where other bytes than those of an address are set: contracts revert then. */
export function readAddress(hex: string, at: number): string | undefined {
  const word = readWord(hex, at)
  return word?.startsWith('0'.repeat(24)) ? `0x${word.slice(24)}` : undefined
}

/** `bytes` whose place, counted from `base`, stands in the word at `at`. */
export function readBytes(hex: string, base: number, at: number): string | undefined {
  const offset = readSize(hex, at)
  const length = offset === undefined ? undefined : readSize(hex, base + offset)
  if (offset === undefined || length === undefined) return undefined
  const start = 2 * (base + offset + 32)
  const bytes = hex.slice(start, start + 2 * length)
  return bytes.length === 2 * length ? bytes : undefined
}

/** Keccak-256 over hex digits, as 64 digits. */
export function hashOf(hex: string): string {
  return Hash.keccak256(`0x${hex}`).slice(2)
}

/** Keccak-256 over a text, as 64 digits: EIP-712's types, and events' names. */
export function hashText(text: string): string {
  return hashOf([...text].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join(''))
}

/** A number, or an address with 0x, as a word. */
export function toWord(value: bigint | string): string {
  const hex = typeof value === 'string' ? value.slice(2) : value.toString(16)
  return hex.padStart(64, '0')
}
