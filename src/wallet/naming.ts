import { hexToString } from 'viem'
import { marker, referenceForm } from './call.ts'
import { same } from './transfers.ts'

const digits = marker.slice(2)

/**
 * Returns the references of charges that calldata carries, in lower case: 32 hex digits among the codes of every ERC-8021
 * suffix of schema 0 in it, at the end or inside the call of a smart account. The service reads the same (with
 * ox/erc8021, see call.ts on that). Never throws: calldata is anybody's writing.
 */
export function readReferences(input: string): Set<string> {
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
      const reference = code.trim().toLowerCase()
      if (referenceForm.test(reference)) found.add(reference)
    }
  }
  return found
}

/**
 * Returns whether an account that sends its own transactions says with one that it pays another charge. Of what others
 * send for an account (a bundle, an owner of a Safe) that cannot be told here: the names in it may be anybody's.
 *
 * @param sender the account that the money left
 */
export function namesAnother(
  { from, input }: { from: string; input: string },
  sender: string,
  reference: string | undefined,
): boolean {
  const named = readReferences(input)
  return same(from, sender) && named.size > 0 && !named.has(reference ?? '')
}
