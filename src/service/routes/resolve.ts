import type * as z from 'zod/mini'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
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
  const token = await tokenAt(context, place.chainId, place.token, {
    chainId: 'requestProps.chainId',
    token: 'requestProps.tokenAddress',
  })
  const decimals = props.tokenDecimals
  if (decimals !== undefined && Number(decimals) !== token.decimals) {
    throw invalid('requestProps.tokenDecimals', `must be "${token.decimals}", as the token says`)
  }
  const requested = request && requestedAmount(request, place.token)
  const rate = needsRate(body, token, requested)
    ? await chains.rate(place.chainId, place.token)
    : undefined
  const said = request?.token === place.token ? request.symbol : undefined
  return {
    destination: place,
    token: { ...token, symbol: props.tokenSymbol ?? said ?? token.symbol },
    sources: { requested, rate },
  }
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
