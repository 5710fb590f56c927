import { type Address, type Client, domainSeparator, type Hex, keccak256 } from 'viem'
import { getBlock } from 'viem/actions'
import { encodeAuthorizationNonce } from '../../api/authorizations.ts'
import type { AuthorizationOffer } from '../../api/schemas/payments/authorization.ts'
import type { Authorization } from '../../checkout/ports/intent.ts'
import type { Quote } from '../../checkout/quote/payment-option.ts'
import { readContract } from '../read.ts'
import { authorizationAbi } from './abi.ts'

/** The longest validity of a signature, in seconds. Until its end nothing else can be paid, so it is no longer than a relayer needs. */
const validitySeconds = 600n
/** The least seconds that make an offer worth a signature: a block has to take it in time. */
const minValiditySeconds = 120n

/**
 * Returns the authorization that an account can sign to pay a quote. All its terms are the quote's own: chain, token, recipient,
 * amount, and the nonce of its reference. Of the offer only the fee, the end and the domain's name are taken, and the domain is
 * held against the token's own.
 *
 * @returns undefined where the offer is of something else, or the account has used the nonce
 * @see docs/payments.md, signed transfers
 */
export async function prepareAuthorization(
  client: Client,
  quote: Quote,
  from: string,
  offer: AuthorizationOffer,
): Promise<Authorization | undefined> {
  const { chainId, token, recipient, amount, reference } = quote
  if (reference === undefined || token.native || !isOfQuote(offer, quote)) return undefined
  const [fee, offeredValue] = [parseUnits(offer.fee), parseUnits(offer.value)]
  // A fee above the price is not accepted.
  if (fee === undefined || fee > amount || amount <= 0n) return undefined
  const value = amount + fee
  // For an amount that the payer has chosen, the service names the fee alone.
  if (offeredValue !== value && offeredValue !== fee) return undefined
  const charge = { chainId, token: token.address, recipient, reference }
  const nonce = keccak256(encodeAuthorizationNonce(charge))
  if (offer.nonce.toLowerCase() !== nonce) return undefined
  const { domain } = offer
  const contract = { address: token.address as Address, abi: authorizationAbi }
  const [isUsed, separator, { timestamp }] = await Promise.all([
    readContract(client, {
      ...contract,
      functionName: 'authorizationState',
      args: [from as Address, nonce],
    }),
    readContract(client, { ...contract, functionName: 'DOMAIN_SEPARATOR' }),
    getBlock(client),
  ])
  const ownDomain = { ...domain, chainId, verifyingContract: contract.address }
  if (isUsed || separator !== domainSeparator({ domain: ownDomain })) return undefined
  const now = getLatest(timestamp, BigInt(Math.floor(Date.now() / 1000)))
  const validBefore = getEarliest(BigInt(offer.validBefore), now + validitySeconds)
  if (validBefore < now + minValiditySeconds) return undefined
  return { value, fee, nonce: nonce as Hex, validBefore, domain }
}

function isOfQuote(
  { chainId, tokenAddress, recipientAddress }: AuthorizationOffer,
  quote: Quote,
): boolean {
  return (
    Number(chainId) === quote.chainId &&
    tokenAddress.toLowerCase() === quote.token.address.toLowerCase() &&
    recipientAddress.toLowerCase() === quote.recipient.toLowerCase()
  )
}

function parseUnits(text: string): bigint | undefined {
  return /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

// A device's clock may be slow, and a chain without transactions may stand still.
const getLatest = (a: bigint, b: bigint) => (a > b ? a : b)
const getEarliest = (a: bigint, b: bigint) => (a < b ? a : b)
