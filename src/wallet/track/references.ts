import { hexToString } from 'viem'
import { referencePattern } from '../../api/formats.ts'
import { erc8021Marker } from '../send/transfer-call.ts'
import { isHexEqual } from './transfer-logs.ts'

const markerDigits = erc8021Marker.slice(2)

/**
 * Returns the charge references that calldata carries, in lower case: every code of 32 hex digits in an ERC-8021
 * suffix of schema 0, at the end or inside the call of a smart account. The service reads the same with ox/erc8021
 * (see transfer-call.ts for why this code does not use it). Never throws, because anybody may write any calldata.
 */
export function readReferences(input: string): Set<string> {
  const hex = input.toLowerCase()
  const found = new Set<string>()
  for (let at = hex.indexOf(markerDigits); at >= 0; at = hex.indexOf(markerDigits, at + 1)) {
    // At an odd position the digits are half a byte off and only look like a marker.
    if (at % 2 === 1 || hex.slice(at - 2, at) !== '00') continue
    const end = at - 4
    const begin = end - 2 * Number.parseInt(hex.slice(end, end + 2), 16)
    // The length reaches before the start of the data, so this is no suffix either. Also skips a length that is NaN.
    if (!(begin >= 2)) continue
    for (const code of hexToString(`0x${hex.slice(begin, end)}`).split(',')) {
      const reference = code.trim().toLowerCase()
      if (referencePattern.test(reference)) found.add(reference)
    }
  }
  return found
}

/**
 * Returns whether the account that paid also sent the transaction and gave another charge's reference in it. Where
 * somebody else sent the transaction for the account (a bundler, an owner of a Safe), this returns false: the
 * references in it may belong to others.
 *
 * @param sender the account that the money left
 */
export function namesOtherCharge(
  { from, input }: { from: string; input: string },
  sender: string,
  reference: string | undefined,
): boolean {
  const references = readReferences(input)
  return isHexEqual(from, sender) && references.size > 0 && !references.has(reference ?? '')
}
