import { normalAmount, parseAmount } from '../../amount.ts'
import { isNative, nativeAddress, type TokenType } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { Account, Address, RequestRecord } from './records.ts'

/** What the maker of a request says of the money. */
export interface Asked {
  chainId?: string | undefined
  tokenAddress?: string | undefined
  tokenType?: TokenType | undefined
  tokenAmount?: string | undefined
}

/** Which token a request asks for, as far as its maker said. */
export interface AskedToken {
  chainId: number | undefined
  token: Address | undefined
  tokenType: TokenType | undefined
}

/**
 * Reads which token is asked for. A token without a chain is on the receiving wallet's chain, or on the only one that
 * the service reads.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function askedToken(
  asked: Asked,
  account: Account,
  chains: { ids: readonly number[]; address: (text: string, field: string) => Address },
): AskedToken {
  const token = readToken(asked, chains.address)
  const tokenType =
    token === undefined ? asked.tokenType : token === nativeAddress ? 'NATIVE' : 'ERC20'
  const said = asked.chainId === undefined ? undefined : Number(asked.chainId)
  if (token === undefined) return { chainId: said, token, tokenType }
  const only = chains.ids.length === 1 ? chains.ids[0] : undefined
  const chainId = said ?? account.wallet?.chainId ?? only
  if (chainId !== undefined) return { chainId, token, tokenType }
  throw invalid('chainId', 'Give chainId: a token is of one chain.')
}

function readToken(
  { tokenAddress, tokenType }: Asked,
  readAddress: (text: string, field: string) => Address,
): Address | undefined {
  if (tokenAddress === undefined) return tokenType === 'NATIVE' ? nativeAddress : undefined
  const native = isNative(tokenAddress)
  if (tokenType !== undefined && native !== (tokenType === 'NATIVE')) {
    throw invalid(
      'tokenType',
      native
        ? 'The zero address is the chain’s own coin: its tokenType is NATIVE.'
        : 'A token contract is ERC20: only the zero address is NATIVE.',
    )
  }
  return native ? nativeAddress : readAddress(tokenAddress, 'tokenAddress')
}

/**
 * A request at its beginning.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function newRequest(given: {
  account: Account
  recipient: Address
  asked: AskedToken
  token: { decimals: number; symbol: string }
  amount: string | undefined
  trackId?: string | undefined
  reference?: string | undefined
  attachmentId?: string | undefined
  now: Date
}): RequestRecord {
  const { account, recipient, asked, token, amount = '', now } = given
  if (recipient === asked.token) {
    throw invalid(
      'recipientAddress',
      'The recipient is the token contract: money sent there is lost.',
    )
  }
  if (amount !== '') checkAmount(amount, asked.token === undefined ? undefined : token.decimals)
  return {
    id: crypto.randomUUID(),
    accountId: account.id,
    recipient,
    ...asked,
    decimals: token.decimals,
    symbol: token.symbol,
    amount,
    trackId: given.trackId ?? '',
    reference: given.reference ?? '',
    attachmentId: given.attachmentId,
    createdAt: now,
  }
}

/** `decimals` is undefined while nobody knows the token: then any number of places may be right. */
function checkAmount(text: string, decimals: number | undefined): void {
  const field = 'tokenAmount'
  const [whole = ''] = text.split('.')
  let units: bigint
  try {
    units = decimals === undefined ? parseAmount(whole, 0) : parseAmount(text, decimals)
  } catch (cause) {
    throw invalid(field, PayError.from(cause, 'invalid_amount').message)
  }
  // What is beyond cannot be transferred: ERC-20 amounts are uint256.
  if (units >= 1n << 256n) throw invalid(field, `${text} is too large.`)
}

/** The same for requests that ask the same: 5 and 5.0 are one amount. */
export function matchKey({ recipient, chainId, token, amount }: RequestRecord): string {
  return [recipient, chainId ?? '', token ?? '', amount && normalAmount(amount)].join(' ')
}

/** The amount that a request gives to a charge in this token; undefined where it leaves it open. */
export function requestedAmount(request: RequestRecord, token: Address): string | undefined {
  if (request.amount === '' || /^[0.]+$/.test(request.amount)) return undefined
  return request.token === undefined || request.token === token ? request.amount : undefined
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
