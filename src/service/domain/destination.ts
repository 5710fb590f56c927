import type { RequestProps } from '../../api/charge.ts'
import { isNative, nativeAddress, type TokenType } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { Address, Wallet } from './records.ts'

/** Where a charge is paid to. */
export interface Destination {
  chainId: number
  recipient: Address
  token: Address
  tokenType: TokenType
}

/** Turns an address into its EIP-55 form, or throws a PayError that names the field. */
export type ReadAddress = (text: string, field: string) => Address

/**
 * Where a new charge is paid to: what its requestProps say, and the receiving wallet for what they leave open.
 *
 * @throws PayError `invalid_request` naming the field, and saying what to do where nothing tells the destination
 */
export function destination(
  props: RequestProps,
  wallet: Wallet | undefined,
  readAddress: ReadAddress,
): Destination {
  const chainId = props.chainId === undefined ? wallet?.chainId : Number(props.chainId)
  if (chainId === undefined) {
    throw invalid(
      'requestProps.chainId',
      'Nothing says where this charge is paid to: give requestProps ' +
        '(chainId, recipientAddress, tokenAddress), or set a wallet by POST /api-keys/receiving-wallet.',
    )
  }
  // A wallet's address may be a contract, which is somebody else's, or nobody's, on another chain.
  const known = wallet?.chainId === chainId ? wallet : undefined
  const recipient = readRecipient(props, known, chainId, readAddress)
  const token = readToken(props, known, chainId, readAddress)
  if (recipient === token) {
    throw invalid(
      'requestProps.recipientAddress',
      'The recipient is the token contract itself: money sent there is lost.',
    )
  }
  return { chainId, recipient, token, tokenType: token === nativeAddress ? 'NATIVE' : 'ERC20' }
}

function readRecipient(
  props: RequestProps,
  wallet: Wallet | undefined,
  chainId: number,
  readAddress: ReadAddress,
): Address {
  const field = 'requestProps.recipientAddress'
  if (props.recipientAddress !== undefined) {
    const recipient = readAddress(props.recipientAddress, field)
    if (isNative(recipient)) throw invalid(field, 'Money sent to this address is lost.')
    return recipient
  }
  if (wallet) return wallet.address
  throw invalid(field, `Give ${field}: the account has no receiving wallet on chain ${chainId}.`)
}

function readToken(
  props: RequestProps,
  wallet: Wallet | undefined,
  chainId: number,
  readAddress: ReadAddress,
): Address {
  const field = 'requestProps.tokenAddress'
  if (props.tokenAddress === undefined) {
    if (props.tokenType === 'NATIVE') return nativeAddress
    if (wallet && props.tokenType === undefined) return wallet.token
    if (wallet && wallet.token !== nativeAddress) return wallet.token
    throw invalid(
      field,
      `Give ${field}: nothing else says which token is wanted on chain ${chainId}.`,
    )
  }
  const native = isNative(props.tokenAddress)
  if (props.tokenType !== undefined && native !== (props.tokenType === 'NATIVE')) {
    throw invalid(
      'requestProps.tokenType',
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
