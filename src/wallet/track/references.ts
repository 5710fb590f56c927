import { hexToString } from 'viem'
import { scanSuffixes } from '../../api/erc8021.ts'
import { referencePattern } from '../../api/formats.ts'
import { isHexEqual } from './transfer-logs.ts'

/**
 * Returns the charge references that calldata carries, in lower case: every code of 32 hex digits in an ERC-8021 suffix, at the end
 * or inside the call of a smart account. Never throws, because calldata can be hostile.
 */
export function readReferences(input: string): Set<string> {
  const references = new Set<string>()
  for (const { codes } of scanSuffixes(input.toLowerCase().replace(/^0x/, ''))) {
    for (const code of hexToString(`0x${codes}`).split(',')) {
      const reference = code.trim().toLowerCase()
      if (referencePattern.test(reference)) references.add(reference)
    }
  }
  return references
}

/**
 * Returns whether the account that paid also sent the transaction and gave another charge's reference in it. If another account
 * sent the transaction for it (a bundler, an owner of a Safe), this returns false: the references in it may belong to others.
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
