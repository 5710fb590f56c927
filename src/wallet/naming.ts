import { hexToString } from 'viem'
import { marker } from './call.ts'

const digits = marker.slice(2)
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The charges that calldata names, in lower case: the uuids among the codes of every ERC-8021 suffix of schema 0 in it,
 * at the end or inside the call of a smart account. The service reads the same (with ox/erc8021, see call.ts on that).
 * Never throws: calldata is anybody's writing.
 */
export function namedCharges(input: string): Set<string> {
  const hex = input.toLowerCase()
  const found = new Set<string>()
  for (let at = hex.indexOf(digits); at >= 0; at = hex.indexOf(digits, at + 1)) {
    // An odd place is half a byte off: only digits that look like a marker.
    if (at % 2 === 1 || hex.slice(at - 2, at) !== '00') continue
    const end = at - 4
    const begin = end - 2 * Number.parseInt(hex.slice(end, end + 2), 16)
    // A length that reaches before the data's start: no suffix either.
    if (!(begin >= 2)) continue
    for (const code of hexToString(`0x${hex.slice(begin, end)}`).split(',')) {
      const id = code.trim().toLowerCase()
      if (uuid.test(id)) found.add(id)
    }
  }
  return found
}
