import type * as z from 'zod/mini'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import { type AcceptedPlace, type AcceptedToken, acceptedPlaces } from '../domain/accepts.ts'
import { type Destination, destination, placeOf } from '../domain/destination.ts'
import type { TokenFacts } from '../domain/ports.ts'
import { needsRate, type PriceSources } from '../domain/pricing.ts'
import type { Account, RequestRecord } from '../domain/records.ts'
import { requestedAmount } from '../domain/requests.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './validate.ts'

/** All that a new charge is made of beside its body. */
export interface Resolved {
  destination: Destination
  token: TokenFacts
  sources: PriceSources
  /** The further pairs that it may be paid in. */
  accepts: readonly AcceptedToken[]
}

/**
 * Where a new charge is paid to, in which token, and what tells its price.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`, `price_unavailable`
 */
export async function resolve(
  context: ServiceContext,
  account: Account,
  body: z.output<typeof NewCharge>,
): Promise<Resolved> {
  const { chains } = context
  const props = body.requestProps ?? {}
  const request = await namedRequest(context, account, body.requestId)
  const known = request ? placeOf(request, account.wallet, props) : account.wallet
  const place = destination(props, known, chains.address)
  const token = await tokenOf(context, place, props, 'requestProps')
  const requested = request && requestedAmount(request, place.token)
  const rate = needsRate(body, token, props.tokenAmount ?? requested)
    ? await chains.rate(place.chainId, place.token)
    : undefined
  const said = request?.token === place.token ? request.symbol : undefined
  return {
    destination: place,
    token: { ...token, symbol: props.tokenSymbol ?? said ?? token.symbol },
    sources: { requested, rate },
    accepts: await acceptedTokens(context, body, place),
  }
}

/** The further pairs, with what the chains say of their tokens. */
async function acceptedTokens(
  context: ServiceContext,
  body: z.output<typeof NewCharge>,
  own: Destination,
): Promise<AcceptedToken[]> {
  const { chains } = context
  const places = acceptedPlaces(body.requestProps?.accepts ?? [], own, chains.address)
  const lent = places.find(
    ({ given, destination }) =>
      given.recipientAddress === undefined && destination.chainId !== own.chainId,
  )
  // A contract's address, such as a Safe's, may be somebody else's, or nobody's, on another chain.
  if (lent && (await chains.isContract(own.chainId, own.recipient))) {
    throw invalid(
      `${lent.at}.recipientAddress`,
      `is needed: the charge's recipient is a contract on chain ${own.chainId}, and who has its address on ` +
        `chain ${lent.destination.chainId} nobody here knows`,
    )
  }
  return await Promise.all(places.map((one) => acceptedToken(context, body, one)))
}

async function acceptedToken(
  context: ServiceContext,
  body: z.output<typeof NewCharge>,
  { given, destination: place, at }: AcceptedPlace,
): Promise<AcceptedToken> {
  const token = await tokenOf(context, place, given, at)
  const rate = needsRate(body, token, given.tokenAmount)
    ? await context.chains.rate(place.chainId, place.token)
    : undefined
  const symbol = given.tokenSymbol ?? token.symbol
  return { given, destination: place, at, token: { ...token, symbol }, rate }
}

/** What the token at a destination says of itself; what `given` says of it must be true. */
async function tokenOf(
  context: ServiceContext,
  { chainId, token: address }: Destination,
  given: { tokenDecimals?: string | undefined },
  at: string,
): Promise<TokenFacts> {
  const fields = { chainId: `${at}.chainId`, token: `${at}.tokenAddress` }
  const token = await tokenAt(context, chainId, address, fields)
  const said = given.tokenDecimals
  if (said === undefined || Number(said) === token.decimals) return token
  throw invalid(`${at}.tokenDecimals`, `must be "${token.decimals}", as the token says`)
}

async function namedRequest(
  { store }: ServiceContext,
  account: Account,
  id: string | undefined,
): Promise<RequestRecord | undefined> {
  if (id === undefined) return undefined
  const request = await store.request(account.id, id.toLowerCase())
  if (request) return request
  throw new PayError('not_found', `There is no request ${id}.`, { field: 'requestId' })
}

/**
 * What the token at an address says of itself; `fields` name what to blame.
 *
 * @throws PayError `invalid_request`, `chain_unreachable`
 */
export async function tokenAt(
  { chains }: ServiceContext,
  chainId: number,
  address: string,
  fields: { chainId: string; token: string },
): Promise<TokenFacts> {
  if (!chains.ids.includes(chainId)) {
    const ids = chains.ids.join(', ') || 'none'
    throw invalid(fields.chainId, `must be a chain that this service reads (${ids})`)
  }
  const token = await chains.token(chainId, address)
  if (token) return token
  throw invalid(fields.token, `must be an ERC-20 token: there is none at it on chain ${chainId}`)
}
