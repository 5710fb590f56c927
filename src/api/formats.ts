// The formats of hex, UUIDs, addresses and URLs, once for all programs. No schema: a browser loads them without zod.

/** RFC 9562 UUID of any version, in either case. */
export const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** 20 bytes as hex with 0x, the digits in any case: an EIP-55 checksum is checked where the address is used. */
export const addressPattern = /^0x[\da-fA-F]{40}$/

/** 32 bytes as hex with 0x, the digits in any case: a transaction hash. */
export const hashPattern = /^0x[\da-fA-F]{64}$/

/** The public reference of a charge: 16 bytes as hex digits in lower case, without 0x. */
export const referencePattern = /^[\da-f]{32}$/

/** The public prefix that an api-key begins with. */
export const keyPrefixPattern = /^pc_(test_)?[\da-f]{8}(?=_|$)/

/** A signature, of an account or a contract: 1 to 8192 bytes as hex with 0x. */
export const signaturePattern = /^0x([\da-fA-F]{2}){1,8192}$/

/** An EIP-155 chain id in decimal digits: at most 15, so that it stays below 2^53 (EIP-2294). */
export const chainIdPattern = /^[1-9]\d{0,14}$/

/** Visible ASCII, which every server accepts as a header's value (RFC 9110 section 5.5). */
export const visibleAsciiPattern = /^[\x21-\x7e]+$/

/** An Idempotency-Key: the characters of the string in draft-ietf-httpapi-idempotency-key-header section 2.1. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/

/**
 * Returns a text without these characters at its end, in time proportional to its length: `/0+$/` would look at the rest of a run
 * of zeros from each of them.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Returns whether a text is an absolute http or https URL. */
export function isWebUrl(text: string): boolean {
  // Not URL.parse, which is younger than the browsers that the element supports.
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Returns whether a text is where payers reach a store: an absolute https URL, or `mailto:` with an e-mail address. */
export function isSupportUrl(text: string): boolean {
  return /^(https:\/\/|mailto:[^@]+@)./i.test(text) && URL.canParse(text)
}

/** The zero address, which stands for the chain's native currency where a token's address is expected. */
export const nativeAddress = '0x0000000000000000000000000000000000000000'

/**
 * Returns whether an address stands for the native currency: the zero address, or 0xEeee…, which other services use.
 */
export function isNative(tokenAddress: string): boolean {
  return /^0x(0{40}|[eE]{40})$/.test(tokenAddress)
}

/**
 * Returns the BCP 47 tag of a language as programs write it: `de_DE.UTF-8` is de-DE. False for a text that names none, such as
 * `C`; throws for a malformed tag.
 */
export function readLocale(text: string): string | undefined | false {
  // No language has a name of more than three letters.
  return (
    /^[a-z]{2,3}(?![a-z])/i.test(text) &&
    Intl.getCanonicalLocales(text.replace(/[.@,;].*/, '').replaceAll('_', '-'))[0]
  )
}
