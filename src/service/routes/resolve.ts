import type * as z from 'zod/mini'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import { type Destination, destination } from '../domain/destination.ts'
import type { TokenFacts } from '../domain/ports.ts'
import type { Account } from '../domain/records.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './validate.ts'

/**
 * Where a new charge is paid to, and in which token.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`
 */
export async function resolve(
  context: ServiceContext,
  account: Account,
  body: z.output<typeof NewCharge>,
): Promise<{ destination: Destination; token: TokenFacts }> {
  if (body.requestId !== undefined) {
    throw new PayError('not_found', `There is no request ${body.requestId}.`, {
      field: 'requestId',
    })
  }
  const props = body.requestProps ?? {}
  const place = destination(props, account.wallet, context.chains.address)
  const token = await tokenAt(context, place.chainId, place.token, {
    chainId: 'requestProps.chainId',
    token: 'requestProps.tokenAddress',
  })
  const decimals = props.tokenDecimals
  if (decimals !== undefined && Number(decimals) !== token.decimals) {
    throw invalid('requestProps.tokenDecimals', `must be "${token.decimals}", as the token says`)
  }
  return { destination: place, token: { ...token, symbol: props.tokenSymbol ?? token.symbol } }
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
