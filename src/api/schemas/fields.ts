import * as z from 'zod/mini'
import {
  addressPattern,
  chainIdPattern,
  hashPattern,
  isWebUrl,
  referencePattern,
  uuidPattern,
} from '../formats.ts'

// A bundler takes `.check` for a call with side effects. The PURE marks let it drop the schemas that a browser does not
// use.

/** RFC 9562 UUID, any version. */
export const Uuid = /* @__PURE__ */ z.string().check(z.regex(uuidPattern, 'must be a UUID'))
export type Uuid = z.infer<typeof Uuid>

/** 20 bytes as hex. The receiver checks the EIP-55 checksum of a mixed-case address, because that needs keccak. */
export const Address = /* @__PURE__ */ z
  .string()
  .check(z.regex(addressPattern, 'must be an address: 0x and 40 hex digits'))
export type Address = z.infer<typeof Address>

/** The public name of a charge: 16 bytes as hex digits in lower case. */
export const Reference = /* @__PURE__ */ z
  .string()
  .check(z.regex(referencePattern, 'must be 32 hex digits in lower case'))
export type Reference = z.infer<typeof Reference>

/** Transaction hash: 32 bytes as hex. */
export const Hash = /* @__PURE__ */ z
  .string()
  .check(z.regex(hashPattern, 'must be a transaction hash: 0x and 64 hex digits'))
export type Hash = z.infer<typeof Hash>

/**
 * EIP-155 chain id as decimal text: at most 15 digits, so that it stays below 2^53, the most that wallets accept
 * (EIP-2294).
 */
export const ChainId = /* @__PURE__ */ z
  .string()
  .check(z.regex(chainIdPattern, 'must be a chain id in decimal digits, such as "8453"'))
export type ChainId = z.infer<typeof ChainId>

/** Amount in whole units as decimal text: digits, at most one decimal point, no sign, no exponent. */
export const Amount = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{1,78}(\.\d{1,78})?$/, 'must be a decimal amount as text, such as "19.99"'))
export type Amount = z.infer<typeof Amount>

/** ISO 4217 code of a currency. Which ones can be used is the operator's setting. */
export const Currency = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'must be the ISO 4217 code of a currency, such as "USD"'))

/** Decimals of a token: a whole number from 0 to 77, so that 2^256 base units can still be written as text. */
export const Decimals = /* @__PURE__ */ z
  .number()
  .check(z.int('must be a whole number'), z.gte(0, 'must be 0 to 77'), z.lte(77, 'must be 0 to 77'))

/** ISO 8601 time in UTC. */
export const Timestamp = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'must be an ISO 8601 time'))

/** What a unit of a currency was worth in US dollars, by which source, and when that said so. */
export const PricingRate = /* @__PURE__ */ z.object({
  usd: z.string(),
  source: z.string(),
  at: Timestamp,
})
export type PricingRate = z.infer<typeof PricingRate>

/** A moment that a caller names: ISO 8601 with its zone. */
export const Time = /* @__PURE__ */ z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 time with its zone, such as "2026-11-21T09:30:00Z"',
})

/** An e-mail address: no blank, no control character, no quotes (RFC 5321 section 4.5.3 for the lengths). */
export const Email = /* @__PURE__ */ z
  .string()
  .check(
    z.regex(
      /^[^\p{C}\p{Z}@"<>(),:;]{1,64}@[^\p{C}\p{Z}@"<>(),:;]{1,189}$/u,
      'must be an e-mail address',
    ),
  )

/** Symbol of a token: no blank and no control character, because payers see it next to an amount. */
export const TokenSymbol = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[^\p{C}\p{Z}]{1,32}$/u, 'must be 1 to 32 characters without blanks'))

/** The name of a shop, as a filter of a list. */
export const ShopName = /* @__PURE__ */ z
  .string()
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9_-]{0,31}$/,
      'must be the name of a shop: at most 32 lower-case letters, digits, - or _',
    ),
  )

/** Absolute http or https URL. A page must never navigate to anything else, such as `javascript:`. */
export const WebUrl = /* @__PURE__ */ z.string().check(
  z.maxLength(2048, 'must have at most 2048 characters'),
  z.refine((text) => isWebUrl(text), 'must be an http or https URL'),
)

/** `ERC20` or `NATIVE`; `1` and `0`, which clients in the style of Request Network send, are accepted too. */
export const TokenType = /* @__PURE__ */ z.pipe(
  z.enum(['ERC20', 'NATIVE', '1', '0'], 'must be ERC20 or NATIVE'),
  z.transform((type): 'ERC20' | 'NATIVE' =>
    type === 'ERC20' || type === '1' ? 'ERC20' : 'NATIVE',
  ),
)
export type TokenType = 'ERC20' | 'NATIVE'
