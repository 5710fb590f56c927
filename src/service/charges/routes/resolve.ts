import type * as z from 'zod/mini'
import type { NewCharge } from '../../../api/schemas/charges/charge.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import { dollar, type TokenMetadata, type UsdRate } from '../../chain/types/tokens.ts'
import { readChainToken } from '../../http/chain-token.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import {
  type AcceptedDestination,
  type AcceptedDestinationWithToken,
  resolveAcceptedDestinations,
} from '../accepts.ts'
import {
  type ChargeDestination,
  getRequestDestination,
  resolveDestination,
} from '../destination.ts'
import { checkPlaces } from '../order-details.ts'
import { getLocalCurrency, needsRate, type PriceSources } from '../pricing/pricing.ts'
import { getRequestedAmount, type RequestRecord } from '../request-record.ts'
import { readTokenRate } from './token-rate.ts'

/** The dependencies of a charge that names a request. */
export interface RequestReader {
  getRequest(accountId: string, id: string): Promise<RequestRecord | undefined>
}
/** The stores that these routes use. */
type Stores = RequestReader

/** The data for a new charge apart from its body. */
export interface ResolvedCharge {
  destination: ChargeDestination
  token: TokenMetadata
  sources: PriceSources
  /** The other tokens that it may be paid in. */
  accepts: readonly AcceptedDestinationWithToken[]
  /** What a unit of the currency is worth; undefined where that is not known, and nothing needs it. */
  unit: UsdRate | undefined
}

/**
 * Resolves where a new charge is paid to, in which tokens, and the sources of its price.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`, `price_unavailable`
 */
export async function resolveCharge(
  context: ServiceContext<Stores>,
  account: MerchantAccount,
  body: z.output<typeof NewCharge>,
): Promise<ResolvedCharge> {
  const { chains } = context
  checkPlaces(body)
  const props = body.requestProps ?? {}
  const request = await findNamedRequest(context, account, body.requestId)
  const fallback = request ? getRequestDestination(request, account.wallet, props) : account.wallet
  const destination = resolveDestination(props, fallback, chains.parseAddress)
  const token = await readDestinationToken(context, destination, props, 'requestProps')
  checkCurrency(context, body, token)
  const requestAmount = request && getRequestedAmount(request, destination.token)
  const rate = needsRate(body, token, props.tokenAmount ?? requestAmount)
    ? await readTokenRate(context, destination, getLocalCurrency(body))
    : undefined
  const requestedSymbol = request?.token === destination.token ? request.symbol : undefined
  return {
    destination,
    token: { ...token, symbol: props.tokenSymbol ?? requestedSymbol ?? token.symbol },
    sources: { requestAmount, rate },
    unit: rate?.currency ?? (await findUnit(context, account, getLocalCurrency(body))),
    accepts: await readAcceptedTokens(context, body, destination),
  }
}

/** Returns what a unit of the currency is worth, by which a tolerance in dollars is converted. A price at par holds without it. */
async function findUnit(
  { rates, log }: Pick<ServiceContext, 'rates' | 'log'>,
  { tolerance }: MerchantAccount,
  currency: string,
): Promise<UsdRate | undefined> {
  if (currency === 'USD') return dollar
  if (tolerance.cents === 0 || !rates.currencies.includes(currency)) return undefined
  return await rates.read(currency).catch((err: unknown) => {
    if (!(err instanceof PayError) || err.code !== 'price_unavailable') throw err
    log.warn({ err, currency }, 'A charge tolerates nothing: its currency has no rate now.')
    return undefined
  })
}

/** @throws PayError `invalid_request` for a currency that has no rate, and that the charge's token is not pegged to */
function checkCurrency(
  { rates }: Pick<ServiceContext, 'rates'>,
  body: z.output<typeof NewCharge>,
  { peg }: TokenMetadata,
): void {
  const currency = getLocalCurrency(body)
  const known = ['USD', ...rates.currencies]
  if (peg === currency || known.includes(currency)) return
  throw createFieldError(
    'local_price.currency',
    `must be ${known.join(' or ')}: the operator has set no rate of ${currency} (FX_RATES)`,
  )
}

/** Resolves the other accepted tokens, with their decimals and symbols as the chains state them. */
async function readAcceptedTokens(
  context: ServiceContext<Stores>,
  body: z.output<typeof NewCharge>,
  base: ChargeDestination,
): Promise<AcceptedDestinationWithToken[]> {
  const { chains } = context
  const places = resolveAcceptedDestinations(
    body.requestProps?.accepts ?? [],
    base,
    chains.parseAddress,
  )
  const inherited = places.find(
    ({ input, destination }) =>
      input.recipientAddress === undefined && destination.chainId !== base.chainId,
  )
  // On another chain, a contract's address (such as a Safe's) may belong to someone else, or to no one.
  if (inherited && (await chains.isContract(base.chainId, base.recipient))) {
    throw createFieldError(
      `${inherited.path}.recipientAddress`,
      `is required: the charge's recipient is a contract on chain ${base.chainId}, and the same address on ` +
        `chain ${inherited.destination.chainId} may belong to someone else`,
    )
  }
  return await Promise.all(places.map((place) => readAcceptedToken(context, body, place)))
}

async function readAcceptedToken(
  context: ServiceContext<Stores>,
  body: z.output<typeof NewCharge>,
  { input, destination, path }: AcceptedDestination,
): Promise<AcceptedDestinationWithToken> {
  const token = await readDestinationToken(context, destination, input, path)
  const rate = needsRate(body, token, input.tokenAmount)
    ? await readTokenRate(context, destination, getLocalCurrency(body))
    : undefined
  const symbol = input.tokenSymbol ?? token.symbol
  return { input, destination, path, token: { ...token, symbol }, rate }
}

/** Reads the decimals and symbol of a destination's token. Decimals in `input` must equal the token's own. */
async function readDestinationToken(
  context: ServiceContext<Stores>,
  { chainId, token: address }: ChargeDestination,
  input: { tokenDecimals?: string | undefined },
  at: string,
): Promise<TokenMetadata> {
  const fields = { chainId: `${at}.chainId`, token: `${at}.tokenAddress` }
  const token = await readChainToken(context, chainId, address, fields)
  const statedDecimals = input.tokenDecimals
  if (statedDecimals === undefined || Number(statedDecimals) === token.decimals) return token
  throw createFieldError(
    `${at}.tokenDecimals`,
    `must be "${token.decimals}", the token’s own value`,
  )
}

async function findNamedRequest(
  { store }: ServiceContext<Stores>,
  account: MerchantAccount,
  id: string | undefined,
): Promise<RequestRecord | undefined> {
  if (id === undefined) return undefined
  const request = await store.getRequest(account.id, id.toLowerCase())
  if (request) return request
  throw new PayError('not_found', `There is no request ${id}.`, { field: 'requestId' })
}
