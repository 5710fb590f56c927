import { Attribution } from 'ox/erc8021'

// ERC-8021: calldata may end with a suffix that names whom a transaction is for. In schema 0 it reads
// codes (ASCII, by commas) ∥ length of codes (1 byte) ∥ schema (1 byte) ∥ marker (16 bytes).
const marker = Attribution.ercSuffix.slice(2)

/** Hex digits of the longest suffix of schema 0: 255 bytes of codes, length, schema, marker. */
const longest = (255 + 2) * 2 + marker.length

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** One suffix: the uuids among its codes, and where it begins in the calldata, in hex digits without 0x. */
export interface Naming {
  ids: readonly string[]
  at: number
}

/** The uuids that calldata names, in lower case; see {@link namings}. */
export function namedCharges(input: string): Set<string> {
  return new Set(namings(input).flatMap(({ ids }) => ids))
}

/**
 * The ERC-8021 suffixes of schema 0 that name uuids, in the order they stand in. The whole calldata is looked
 * through: a smart account carries our call inside its own, and a wallet may put a suffix of its own behind ours.
 * Never throws: calldata is anybody's writing.
 */
export function namings(input: string): Naming[] {
  const hex = input.toLowerCase().replace(/^0x/, '')
  const found: Naming[] = []
  for (let at = hex.indexOf(marker); at >= 0; at = hex.indexOf(marker, at + 2)) {
    // An odd place is half a byte off: not a marker, only digits that look like one.
    if (at % 2 === 1) {
      at -= 1
      continue
    }
    if (hex.slice(at - 2, at) !== '00') continue
    const end = at + marker.length
    const ids = codes(hex.slice(Math.max(0, end - longest), end)).filter((code) => uuid.test(code))
    const length = Number.parseInt(hex.slice(at - 4, at - 2), 16)
    if (ids.length > 0) found.push({ ids, at: at - 4 - 2 * length })
  }
  return found
}

function codes(suffix: string): readonly string[] {
  try {
    const read = Attribution.fromData(`0x${suffix}`)
    return (read?.codes ?? []).map((code) => code.trim().toLowerCase())
  } catch {
    // A length that reaches before the data's start: no suffix, only bytes that look like a marker.
    return []
  }
}
