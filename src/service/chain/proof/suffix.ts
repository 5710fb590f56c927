import { scanSuffixes } from '../../../api/erc8021.ts'
import { isReference } from '../../kernel/reference.ts'

// The code of an ERC-8021 suffix that is ours is a charge's reference.

/** A suffix of schema 0. Positions are in hex digits of the calldata. */
export interface Suffix {
  /** References among its codes, in lower case, without duplicates; [] for a suffix of another application. */
  references: readonly string[]
  /** Where the call before it ends. Several suffixes without a gap between them have the same end of the call. */
  callEnd: number
  start: number
  end: number
  /** Whether only other suffixes follow it. */
  isLast: boolean
}

/** Returns the hex digits of calldata in lower case, without 0x. */
export function toHexDigits(input: string): string {
  return input.toLowerCase().replace(/^0x/, '')
}

/**
 * Returns the suffixes of schema 0 in calldata, in their order.
 *
 * @param hex as {@link toHexDigits} returns it
 */
export function findSuffixes(hex: string): Suffix[] {
  const suffixes: Suffix[] = []
  for (const { codes, start, end } of scanSuffixes(hex)) {
    const previous = suffixes.at(-1)
    const callEnd = previous?.end === start ? previous.callEnd : start
    suffixes.push({ references: decodeReferences(codes), callEnd, start, end, isLast: false })
  }
  let end = hex.length
  for (const suffix of suffixes.toReversed()) {
    if (suffix.end !== end) break
    suffix.isLast = true
    end = suffix.start
  }
  return suffixes
}

/** Returns whether calldata has a reference anywhere. A match only selects calldata to read, and proves nothing. */
export function hasReference(input: string): boolean {
  for (const { codes } of scanSuffixes(toHexDigits(input)))
    if (decodeReferences(codes).length > 0) return true
  return false
}

/** Returns the first distinct references in calldata. They show which charges to load, and prove nothing. */
export function findMentionedReferences(hex: string, limit: number): string[] {
  const references = new Set<string>()
  for (const { codes } of scanSuffixes(hex)) {
    for (const reference of decodeReferences(codes))
      if (references.size < limit) references.add(reference)
    if (references.size === limit) break
  }
  return [...references]
}

function decodeReferences(codes: string): readonly string[] {
  if (codes.length < 64) return []
  const text = Buffer.from(codes, 'hex').toString('latin1')
  const names = text.split(',').map((code) => code.trim().toLowerCase())
  return [...new Set(names.filter(isReference))]
}
