import { Attribution } from 'ox/erc8021'

// ERC-8021: calldata may end with a suffix that names what a transaction is for. Schema 0 is
// codes (ASCII, by commas) ∥ length of codes (1 byte) ∥ schema (1 byte) ∥ marker (16 bytes).
const marker = Attribution.ercSuffix.slice(2)

/** Number of hex digits of the longest suffix of schema 0: 255 bytes of codes, length, schema, marker. */
const longest = (255 + 2) * 2 + marker.length

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A suffix: the uuids among its codes, and its start in the calldata, in hex digits without 0x. */
export interface Naming {
  ids: readonly string[]
  at: number
}

/** Returns the uuids that calldata names, in lower case; see {@link namings}. */
export function namedCharges(input: string): Set<string> {
  return new Set(namings(input).flatMap(({ ids }) => ids))
}

/**
 * Returns the ERC-8021 suffixes of schema 0 that name uuids, in their order. The whole calldata is searched: a smart
 * account carries our call inside its own, and a wallet may add its own suffix after ours. Never throws, since anybody
 * can write calldata.
 */
export function namings(input: string): Naming[] {
  const hex = input.toLowerCase().replace(/^0x/, '')
  const found: Naming[] = []
  for (let at = hex.indexOf(marker); at >= 0; at = hex.indexOf(marker, at + 2)) {
    // At an odd position these are halves of other bytes, not a marker.
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
    // The length reaches before the start of the data: not a suffix, only bytes that look like a marker.
    return []
  }
}
