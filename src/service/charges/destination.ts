import { isNative, nativeAddress } from '../../api/formats.ts'
import type { RequestProps } from '../../api/schemas/charges/charge.ts'
import type { TokenType } from '../../api/schemas/fields.ts'
import type { ReceivingWalletRecord } from '../accounts/accounts.ts'
import { findLossReason } from '../chain/rules/lost.ts'
import type { Address } from '../chain/types/address.ts'
import { createInputError } from '../kernel/input-error.ts'

/** The chain, token and recipient that a charge is paid to. */
export interface ChargeDestination {
  chainId: number
  recipient: Address
  token: Address
  tokenType: TokenType
}

/** The destination for the fields that a charge's requestProps leave open. */
export interface FallbackDestination {
  address: Address
  chainId: number
  token: Address | undefined
}

/** The destination that a request states for its charges. */
export interface RequestedDestination {
  recipient: Address
  chainId: number | undefined
  /** Undefined for any token. */
  token: Address | undefined
}

/**
 * Returns the destination that a request gives to its charges: its own fields, and for those that it leaves open the receiving
 * wallet's chain and token. Undefined when the chain is not known.
 */
export function getRequestDestination(
  request: RequestedDestination,
  wallet: ReceivingWalletRecord | undefined,
  props: RequestProps,
): FallbackDestination | undefined {
  const propsChainId = props.chainId === undefined ? undefined : Number(props.chainId)
  const chainId = request.chainId ?? propsChainId ?? wallet?.chainId
  if (chainId === undefined) return undefined
  const sameChainWallet = wallet?.chainId === chainId ? wallet : undefined
  return { address: request.recipient, chainId, token: request.token ?? sameChainWallet?.token }
}

/** Returns the EIP-55 form of an address, or throws a PayError that names the field. */
export type ParseAddress = (text: string, field: string) => Address

/**
 * Returns the path of the first recipient that is not the account's receiving wallet, undefined for none. A key that cannot change
 * the wallet must not name another recipient: an attacker on the proxy could divert every charge. On another chain, the wallet's
 * address may belong to someone else, so it is a foreign recipient there.
 */
export function findForeignRecipient(
  { accepts = [], ...own }: RequestProps,
  wallet: ReceivingWalletRecord | undefined,
  parseAddress: ParseAddress,
): string | undefined {
  const places = [
    { path: 'requestProps', props: own },
    ...accepts.map((props, index) => ({ path: `requestProps.accepts.${index}`, props })),
  ]
  const isForeign = ({ path, props }: (typeof places)[number]) => {
    const { recipientAddress, chainId = own.chainId ?? wallet?.chainId } = props
    if (recipientAddress === undefined) return false
    const recipient = parseAddress(recipientAddress, `${path}.recipientAddress`)
    return recipient !== wallet?.address || Number(chainId) !== wallet.chainId
  }
  const foreignPlace = places.find(isForeign)
  return foreignPlace && `${foreignPlace.path}.recipientAddress`
}

/**
 * Returns the destination of a new charge: from its requestProps; fields that they leave open come from the request that the charge
 * names, or from the receiving wallet.
 *
 * @param path path of the props in the request body
 * @throws PayError `invalid_request` naming the field; its message has the remedy when the destination is not known
 */
export function resolveDestination(
  props: Omit<RequestProps, 'accepts'>,
  fallback: FallbackDestination | undefined,
  parseAddress: ParseAddress,
  path = 'requestProps',
): ChargeDestination {
  const chainId = props.chainId === undefined ? fallback?.chainId : Number(props.chainId)
  if (chainId === undefined) {
    throw createInputError(
      `${path}.chainId`,
      'No destination for this charge: set requestProps ' +
        '(chainId, recipientAddress, tokenAddress), or set a wallet with POST /api-keys/receiving-wallet.',
    )
  }
  // A wallet's address may be a contract: on another chain, the same address may belong to no one or to someone else.
  const sameChainFallback = fallback?.chainId === chainId ? fallback : undefined
  const recipient = readRecipient(props, sameChainFallback, chainId, parseAddress, path)
  const token = readToken(props, sameChainFallback, chainId, parseAddress, path)
  const loss = findLossReason(recipient, [token])
  if (loss !== undefined) {
    const field = `${path}.recipientAddress`
    throw createInputError(field, `${field} ${loss}.`)
  }
  return { chainId, recipient, token, tokenType: token === nativeAddress ? 'NATIVE' : 'ERC20' }
}

function readRecipient(
  props: Omit<RequestProps, 'accepts'>,
  fallback: FallbackDestination | undefined,
  chainId: number,
  parseAddress: ParseAddress,
  path: string,
): Address {
  const field = `${path}.recipientAddress`
  if (props.recipientAddress !== undefined) return parseAddress(props.recipientAddress, field)
  if (fallback) return fallback.address
  throw createInputError(
    field,
    `Give ${field}: neither the request nor the receiving wallet is on chain ${chainId}.`,
  )
}

function readToken(
  props: Omit<RequestProps, 'accepts'>,
  fallback: FallbackDestination | undefined,
  chainId: number,
  parseAddress: ParseAddress,
  path: string,
): Address {
  const field = `${path}.tokenAddress`
  if (props.tokenAddress === undefined) {
    if (props.tokenType === 'NATIVE') return nativeAddress
    const token = fallback?.token
    if (token && (props.tokenType === undefined || token !== nativeAddress)) return token
    throw createInputError(
      field,
      `Give ${field}: no other setting names a token on chain ${chainId}.`,
    )
  }
  const isNativeAddress = isNative(props.tokenAddress)
  if (props.tokenType !== undefined && isNativeAddress !== (props.tokenType === 'NATIVE')) {
    throw createInputError(
      `${path}.tokenType`,
      isNativeAddress
        ? 'The zero address is the chain’s native currency: its tokenType is NATIVE.'
        : 'A token contract is ERC20: only the zero address is NATIVE.',
    )
  }
  return isNativeAddress ? nativeAddress : parseAddress(props.tokenAddress, field)
}
