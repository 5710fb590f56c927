import type { TokenMetadata } from '../chain/types/tokens.ts'
import type { ServiceContext } from './context.ts'
import { createFieldError } from './field-error.ts'

/**
 * Reads the decimals and symbol of the token at an address.
 *
 * @param fields the names of the input fields, for the error
 * @throws PayError `invalid_request`, `chain_unreachable`
 */
export async function readChainToken(
  { chains }: ServiceContext,
  chainId: number,
  address: string,
  fields: { chainId: string; token: string },
): Promise<TokenMetadata> {
  if (!chains.ids.includes(chainId)) {
    const ids = chains.ids.join(', ') || 'none'
    throw createFieldError(fields.chainId, `must be a chain that this service reads (${ids})`)
  }
  const token = await chains.getToken(chainId, address)
  if (token) return token
  throw createFieldError(
    fields.token,
    `must be an ERC-20 token: there is none at it on chain ${chainId}`,
  )
}
