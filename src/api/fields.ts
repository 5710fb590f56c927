import * as z from 'zod/mini'

// `.check` looks impure to a bundler; the marks let a browser leave out the fields that it does not read.

/** RFC 9562 UUID, any version. */
export const Uuid = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'must be a UUID'))
export type Uuid = z.infer<typeof Uuid>

/** 20 bytes as hex. Whether a mixed-case one passes its EIP-55 checksum is for the receiver to check: it needs keccak. */
export const Address = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^0x[\da-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits'))
export type Address = z.infer<typeof Address>

/** A charge's public name: 16 bytes as hex digits in lower case. */
export const Reference = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[\da-f]{32}$/, 'must be 32 hex digits in lower case'))
export type Reference = z.infer<typeof Reference>

/** Transaction hash: 32 bytes as hex. */
export const Hash = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^0x[\da-fA-F]{64}$/, 'must be a transaction hash: 0x and 64 hex digits'))
export type Hash = z.infer<typeof Hash>

/** EIP-155 chain id as decimal text, at most 2^53 - 1 as wallets take it (EIP-2294). */
export const ChainId = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[1-9]\d{0,14}$/, 'must be a chain id in decimal digits, such as "8453"'))
export type ChainId = z.infer<typeof ChainId>

/** Amount in whole units as decimal text: digits, at most one point, no sign, no exponent. */
export const Amount = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{1,78}(\.\d{1,78})?$/, 'must be a decimal amount as text, such as "19.99"'))
export type Amount = z.infer<typeof Amount>

/** Places of a token: whole, 0 to 77, so that 2^256 base units can still be written. */
export const Decimals = /* @__PURE__ */ z
  .number()
  .check(z.int('must be a whole number'), z.gte(0, 'must be 0 to 77'), z.lte(77, 'must be 0 to 77'))

/** ISO 8601 time in UTC. */
export const Timestamp = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'must be an ISO 8601 time'))

/** What a token is called: no blank and no control character, as payers see it beside an amount. */
export const TokenSymbol = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[^\p{C}\p{Z}]{1,32}$/u, 'must be 1 to 32 characters without blanks'))

/** Absolute http or https address. Anything else, such as `javascript:`, must never be navigated to. */
export const WebUrl = /* @__PURE__ */ z.string().check(
  z.maxLength(2048, 'must have at most 2048 characters'),
  z.refine((text) => isWebUrl(text), 'must be an http or https URL'),
)

/** True for an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}

/** `ERC20` or `NATIVE`; the numbers that request-network style clients send are taken too. */
export const TokenType = /* @__PURE__ */ z.pipe(
  z.enum(['ERC20', 'NATIVE', '1', '0'], 'must be ERC20 or NATIVE'),
  z.transform((type): 'ERC20' | 'NATIVE' =>
    type === 'ERC20' || type === '1' ? 'ERC20' : 'NATIVE',
  ),
)
export type TokenType = 'ERC20' | 'NATIVE'

/** What stands for the chain's own coin where a token's address is asked. */
export const nativeAddress = '0x0000000000000000000000000000000000000000'

/** True for the zero address and for 0xEeee…, which other services use. */
export function isNative(tokenAddress: string): boolean {
  return /^0x(0{40}|[eE]{40})$/.test(tokenAddress)
}
