import type { RequestProps } from '../../api/charge.ts'
import { isNative, nativeAddress, type TokenType } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { Address, RequestRecord, Wallet } from './records.ts'

/** Where a charge is paid to. */
export interface Destination {
  chainId: number
  recipient: Address
  token: Address
  tokenType: TokenType
}

/** A place that money can go to where a charge says nothing else. */
export interface Place {
  address: Address
  chainId: number
  token: Address | undefined
}

/**
 * The place that a request gives to the charges made for it: what it says, and the receiving wallet's chain and token
 * for what it leaves open. Undefined where nothing tells a chain.
 */
export function placeOf(
  request: RequestRecord,
  wallet: Wallet | undefined,
  props: RequestProps,
): Place | undefined {
  const said = props.chainId === undefined ? undefined : Number(props.chainId)
  const chainId = request.chainId ?? said ?? wallet?.chainId
  if (chainId === undefined) return undefined
  const own = wallet?.chainId === chainId ? wallet : undefined
  return { address: request.recipient, chainId, token: request.token ?? own?.token }
}

/** Turns an address into its EIP-55 form, or throws a PayError that names the field. */
export type ReadAddress = (text: string, field: string) => Address

/**
 * Where a new charge is paid to: what its requestProps say, and for what they leave open the request it names,
 * or the receiving wallet.
 *
 * @param at where the props stand in the body
 * @throws PayError `invalid_request` naming the field, and saying what to do where nothing tells the destination
 */
export function destination(
  props: Omit<RequestProps, 'accepts'>,
  place: Place | undefined,
  readAddress: ReadAddress,
  at = 'requestProps',
): Destination {
  const chainId = props.chainId === undefined ? place?.chainId : Number(props.chainId)
  if (chainId === undefined) {
    throw invalid(
      `${at}.chainId`,
      'Nothing says where this charge is paid to: give requestProps ' +
        '(chainId, recipientAddress, tokenAddress), or set a wallet by POST /api-keys/receiving-wallet.',
    )
  }
  // A wallet's address may be a contract, which is somebody else's, or nobody's, on another chain.
  const known = place?.chainId === chainId ? place : undefined
  const recipient = readRecipient(props, known, chainId, readAddress, at)
  const token = readToken(props, known, chainId, readAddress, at)
  if (recipient === token) {
    throw invalid(
      `${at}.recipientAddress`,
      'The recipient is the token contract itself: money sent there is lost.',
    )
  }
  return { chainId, recipient, token, tokenType: token === nativeAddress ? 'NATIVE' : 'ERC20' }
}

function readRecipient(
  props: Omit<RequestProps, 'accepts'>,
  place: Place | undefined,
  chainId: number,
  readAddress: ReadAddress,
  at: string,
): Address {
  const field = `${at}.recipientAddress`
  if (props.recipientAddress !== undefined) {
    const recipient = readAddress(props.recipientAddress, field)
    if (isNative(recipient)) throw invalid(field, 'Money sent to this address is lost.')
    return recipient
  }
  if (place) return place.address
  throw invalid(
    field,
    `Give ${field}: neither the request nor the receiving wallet is on chain ${chainId}.`,
  )
}

function readToken(
  props: Omit<RequestProps, 'accepts'>,
  place: Place | undefined,
  chainId: number,
  readAddress: ReadAddress,
  at: string,
): Address {
  const field = `${at}.tokenAddress`
  if (props.tokenAddress === undefined) {
    if (props.tokenType === 'NATIVE') return nativeAddress
    const token = place?.token
    if (token && (props.tokenType === undefined || token !== nativeAddress)) return token
    throw invalid(
      field,
      `Give ${field}: nothing else says which token is wanted on chain ${chainId}.`,
    )
  }
  const native = isNative(props.tokenAddress)
  if (props.tokenType !== undefined && native !== (props.tokenType === 'NATIVE')) {
    throw invalid(
      `${at}.tokenType`,
      native
        ? 'The zero address is the chain’s own coin: its tokenType is NATIVE.'
        : 'A token contract is ERC20: only the zero address is NATIVE.',
    )
  }
  return native ? nativeAddress : readAddress(props.tokenAddress, field)
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
