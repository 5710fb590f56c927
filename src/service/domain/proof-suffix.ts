// ERC-8021: calldata may end with a suffix that names whom a transaction is for. In schema 0 it reads
// codes (ASCII, by commas) ∥ length of codes (1 byte) ∥ schema (1 byte) ∥ marker (16 bytes).
// Our code is a charge's reference. Calldata is anybody's writing: nothing here throws, and all of it takes time in
// proportion to the calldata's length.

const marker = '8021'.repeat(8)
const reference = /^[\da-f]{32}$/

/** One suffix. Places are in hex digits of the calldata. */
export interface Suffix {
  /** References among its codes, in lower case, each once; [] for another's suffix. */
  references: readonly string[]
  /** Where the row of suffixes begins that it stands in without a gap: what is before is the call. */
  head: number
  from: number
  end: number
  /** True where nothing but suffixes stands behind it. */
  last: boolean
}

/** Hex digits of calldata in lower case, without 0x. */
export function digitsOf(input: string): string {
  return input.toLowerCase().replace(/^0x/, '')
}

/**
 * Returns the suffixes of schema 0 in calldata, in their order. All of it is looked through: a smart account carries our
 * call inside its own, and a wallet may put a suffix of its own before or behind ours.
 *
 * @param hex as {@link digitsOf} gives it
 */
export function findSuffixes(hex: string): Suffix[] {
  const found: Suffix[] = []
  for (let at = hex.indexOf(marker); at >= 0; at = hex.indexOf(marker, at + 2)) {
    // An odd place is half a byte off: not a marker, only digits that look like one.
    if (at % 2 === 1) {
      at -= 1
      continue
    }
    if (at < 4 || hex.slice(at - 2, at) !== '00') continue
    const length = Number.parseInt(hex.slice(at - 4, at - 2), 16)
    const from = at - 4 - 2 * length
    if (!(from >= 0)) continue
    const before = found.at(-1)
    const head = before?.end === from ? before.head : from
    const references = referencesOf(hex.slice(from, at - 4))
    found.push({ references, head, from, end: at + marker.length, last: false })
  }
  let end = hex.length
  for (const one of found.toReversed()) {
    if (one.end !== end) break
    one.last = true
    end = one.from
  }
  return found
}

/** Returns every reference that calldata mentions, each once: where to look, never proof. */
export function mentionedReferences(input: string): string[] {
  const all = findSuffixes(digitsOf(input)).flatMap(({ references }) => references)
  return [...new Set(all)]
}

function referencesOf(codes: string): readonly string[] {
  if (codes.length < 64) return []
  const text = Buffer.from(codes, 'hex').toString('latin1')
  const names = text.split(',').map((code) => code.trim().toLowerCase())
  return [...new Set(names.filter((code) => reference.test(code)))]
}
