import { isNative } from '../../../api/formats.ts'
import type { Address } from '../types/address.ts'

/**
 * Addresses below 2^16 have no owner on any chain: precompiled contracts (0x01 to 0x11, RIP-7212's 0x0100, Arbitrum's 0x64
 * and above) and the places where people burn money (0x…dEaD).
 */
const ownerlessPattern = /^0x0{36}/

/**
 * Returns why money that is sent to an address is lost, in words that follow the address's name; undefined where it may have an
 * owner. This one rule covers every address to which the service directs money: of charges, requests, wallets and refunds.
 *
 * @param tokens the tokens that could be sent: a token's contract keeps tokens sent to it
 */
export function findLossReason(
  address: Address,
  tokens: readonly Address[] = [],
): string | undefined {
  if (isNative(address) || ownerlessPattern.test(address))
    return 'belongs to no one: money sent to it is lost'
  const isToken = tokens.some((token) => token.toLowerCase() === address.toLowerCase())
  return isToken ? 'is the contract of a token: money sent to it is lost' : undefined
}
