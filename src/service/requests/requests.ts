import { normalizeAmount, parseAmount } from '../../amount.ts'
import { isNative, nativeAddress } from '../../api/formats.ts'
import type { TokenType } from '../../api/schemas/fields.ts'
import { PayError } from '../../errors.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { Address } from '../chain/types/address.ts'
import type { RequestRecord } from '../charges/request-record.ts'
import { createId } from '../kernel/id.ts'
import { createInputError } from '../kernel/input-error.ts'

/** The token and amount in the body of a new request. */
export interface RequestedTokenInput {
  chainId?: string | undefined
  tokenAddress?: string | undefined
  tokenType?: TokenType | undefined
  tokenAmount?: string | undefined
}

/** The token that a request asks for; undefined fields are left open. */
export interface RequestedToken {
  chainId: number | undefined
  token: Address | undefined
  tokenType: TokenType | undefined
}

/**
 * Returns the token that a request asks for. A token without a chain is on the receiving wallet's chain, or else on the
 * only chain that is configured.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function resolveRequestedToken(
  input: RequestedTokenInput,
  account: MerchantAccount,
  chains: { ids: readonly number[]; parseAddress: (text: string, field: string) => Address },
): RequestedToken {
  const token = readToken(input, chains.parseAddress)
  const tokenType =
    token === undefined ? input.tokenType : token === nativeAddress ? 'NATIVE' : 'ERC20'
  const inputChainId = input.chainId === undefined ? undefined : Number(input.chainId)
  if (token === undefined) return { chainId: inputChainId, token, tokenType }
  const onlyChainId = chains.ids.length === 1 ? chains.ids[0] : undefined
  const chainId = inputChainId ?? account.wallet?.chainId ?? onlyChainId
  if (chainId !== undefined) return { chainId, token, tokenType }
  throw createInputError('chainId', 'Give chainId: a token address is valid on one chain only.')
}

function readToken(
  { tokenAddress, tokenType }: RequestedTokenInput,
  parseAddress: (text: string, field: string) => Address,
): Address | undefined {
  if (tokenAddress === undefined) return tokenType === 'NATIVE' ? nativeAddress : undefined
  const isNativeAddress = isNative(tokenAddress)
  if (tokenType !== undefined && isNativeAddress !== (tokenType === 'NATIVE')) {
    throw createInputError(
      'tokenType',
      isNativeAddress
        ? 'The zero address is the chain’s native currency: its tokenType is NATIVE.'
        : 'A token contract is ERC20: only the zero address is NATIVE.',
    )
  }
  return isNativeAddress ? nativeAddress : parseAddress(tokenAddress, 'tokenAddress')
}

/**
 * Creates a new request.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function createRequestRecord(input: {
  account: MerchantAccount
  recipient: Address
  requestedToken: RequestedToken
  token: { decimals: number; symbol: string }
  amount: string | undefined
  trackId?: string | undefined
  reference?: string | undefined
  attachmentId?: string | undefined
  now: Date
}): RequestRecord {
  const { account, recipient, requestedToken, token, amount = '', now } = input
  if (recipient === requestedToken.token) {
    throw createInputError(
      'recipientAddress',
      'The recipient is the token contract: money sent there is lost.',
    )
  }
  if (amount !== '')
    checkAmount(amount, requestedToken.token === undefined ? undefined : token.decimals)
  return {
    id: createId(),
    accountId: account.id,
    recipient,
    ...requestedToken,
    decimals: token.decimals,
    symbol: token.symbol,
    amount,
    trackId: input.trackId ?? '',
    reference: input.reference ?? '',
    attachmentId: input.attachmentId,
    createdAt: now,
  }
}

/** Checks an amount. `decimals` is undefined when the token is open: then any number of decimal places is valid. */
function checkAmount(text: string, decimals: number | undefined): void {
  const field = 'tokenAmount'
  const [whole = ''] = text.split('.')
  let baseUnits: bigint
  try {
    baseUnits = decimals === undefined ? parseAmount(whole, 0) : parseAmount(text, decimals)
  } catch (cause) {
    throw createInputError(field, PayError.from(cause, 'invalid_amount').message)
  }
  // ERC-20 amounts are uint256: a larger one cannot be transferred.
  if (baseUnits >= 1n << 256n) throw createInputError(field, `${text} is too large.`)
}

/** Returns a key that is equal for requests that ask for the same: 5 and 5.0 are one amount. */
export function computeMatchKey({ recipient, chainId, token, amount }: RequestRecord): string {
  return [recipient, chainId ?? '', token ?? '', amount && normalizeAmount(amount)].join(' ')
}
