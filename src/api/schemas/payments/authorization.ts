import * as z from 'zod/mini'
import { signaturePattern } from '../../formats.ts'
import { Address, ChainId, Hash } from '../fields.ts'

/** A number of uint256 in decimal digits: base units, or Unix seconds. */
const Uint256 = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^(0|[1-9]\d{0,76})$/, 'must be a whole number in decimal digits'))

/**
 * Body of POST /charges/:uuid/authorizations: a transfer by EIP-3009 that the paying account has signed, in the form of x402. The
 * domain and the nonce are those that GET returns.
 */
export const NewAuthorization = /* @__PURE__ */ z.object({
  chainId: ChainId,
  tokenAddress: Address,
  authorization: z.object({
    from: Address,
    to: Address,
    /** Base units. */
    value: Uint256,
    /** Unix seconds. */
    validAfter: Uint256,
    validBefore: Uint256,
    nonce: Hash,
  }),
  /** 65 bytes of a key, or a signature that the account's contract accepts (ERC-1271). */
  signature: z.string().check(z.regex(signaturePattern, 'must be a signature: 0x and hex')),
})
export type NewAuthorization = z.infer<typeof NewAuthorization>

/** A transfer that an account can sign to pay a charge without native currency for the network's fee. */
export const AuthorizationOffer = /* @__PURE__ */ z.object({
  chainId: ChainId,
  tokenAddress: Address,
  recipientAddress: Address,
  /**
   * Base units to sign: the owed amount, with the fee. If the payer chooses the amount, it is only the fee, to be added to that
   * amount.
   */
  value: z.string(),
  /** Base units of the value that pay for the network's fee, which the service pays; `'0'` where the merchant bears it. */
  fee: z.string(),
  nonce: Hash,
  /** Unix seconds: until when the authorization may be valid at most. */
  validBefore: z.string(),
  /** The name and version of the token's EIP-712 domain; chain and contract are `chainId` and `tokenAddress`. */
  domain: z.object({ name: z.string(), version: z.string() }),
})
export type AuthorizationOffer = z.infer<typeof AuthorizationOffer>

/** Reply of GET /charges/:uuid/authorizations; empty where the service relays none, or the charge takes none now. */
export const AuthorizationOffers = /* @__PURE__ */ z.object({ data: z.array(AuthorizationOffer) })
export type AuthorizationOffers = z.infer<typeof AuthorizationOffers>
