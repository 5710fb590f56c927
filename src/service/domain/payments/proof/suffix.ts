import { isReference } from '../../charges/reference.ts'

// ERC-8021: calldata may end with a suffix that names what a transaction is for. Schema 0 is
// codes (ASCII, by commas) ∥ length of codes (1 byte) ∥ schema (1 byte) ∥ marker (16 bytes).
// Our code is a charge's reference. Anybody can write calldata, so nothing here throws, and the time is proportional to
// the length of the calldata.

const marker = '8021'.repeat(8)

/** A suffix. Positions are in hex digits of the calldata. */
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
 * Returns the suffixes of schema 0 in calldata, in their order. The whole calldata is searched: a smart account carries
 * our call inside its own, and a wallet may add its own suffix before or after ours.
 *
 * @param hex as {@link toHexDigits} returns it
 */
export function findSuffixes(hex: string): Suffix[] {
  const found = [...scanSuffixes(hex)]
  let end = hex.length
  for (const one of found.toReversed()) {
    if (one.end !== end) break
    one.isLast = true
    end = one.start
  }
  return found
}

/** Yields the same suffixes, without knowing which ones are the last. */
function* scanSuffixes(hex: string): Generator<Suffix> {
  let previous: Suffix | undefined
  for (let at = hex.indexOf(marker); at >= 0; at = hex.indexOf(marker, at + 2)) {
    // At an odd position these are halves of other bytes, not a marker.
    if (at % 2 === 1) {
      at -= 1
      continue
    }
    if (at < 4 || hex.slice(at - 2, at) !== '00') continue
    const length = Number.parseInt(hex.slice(at - 4, at - 2), 16)
    const start = at - 4 - 2 * length
    if (!(start >= 0)) continue
    const callEnd = previous?.end === start ? previous.callEnd : start
    const references = decodeReferences(hex.slice(start, at - 4))
    previous = { references, callEnd, start, end: at + marker.length, isLast: false }
    yield previous
  }
}

/** Returns whether calldata has a reference anywhere. It shows what to examine, and proves nothing. */
export function hasReference(input: string): boolean {
  for (const { references } of scanSuffixes(toHexDigits(input)))
    if (references.length > 0) return true
  return false
}

/** Returns the first distinct references in calldata. They show which charges to load, and prove nothing. */
export function findMentionedReferences(hex: string, limit: number): string[] {
  const found = new Set<string>()
  for (const { references } of scanSuffixes(hex)) {
    for (const one of references) if (found.size < limit) found.add(one)
    if (found.size === limit) break
  }
  return [...found]
}

function decodeReferences(codes: string): readonly string[] {
  if (codes.length < 64) return []
  const text = Buffer.from(codes, 'hex').toString('latin1')
  const names = text.split(',').map((code) => code.trim().toLowerCase())
  return [...new Set(names.filter(isReference))]
}
