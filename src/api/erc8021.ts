// ERC-8021: calldata may end with a suffix that names the purpose of a transaction. Schema 0 is
// codes (ASCII, by commas) ∥ length of codes (1 byte) ∥ schema (1 byte) ∥ marker (16 bytes).
// Not the library ox/erc8021: it would add 6 KiB of CBOR for other schemas to the wallet's chunk.

/** The last 16 bytes of calldata with an attribution suffix, as hex digits. */
export const erc8021Marker = '8021'.repeat(8)

/** A suffix of schema 0. Positions are in hex digits of the calldata. */
export interface AttributionSuffix {
  /** The hex digits of its codes. */
  codes: string
  start: number
  end: number
}

/**
 * Yields the suffixes of schema 0 in calldata, in their order. The whole calldata is searched: a smart account carries our call
 * inside its own, and a wallet may add its own suffix before or after ours. Calldata can be hostile, so this never throws, and its
 * time is proportional to the length.
 *
 * @param hex the digits in lower case, without 0x
 */
export function* scanSuffixes(hex: string): Generator<AttributionSuffix> {
  for (let at = hex.indexOf(erc8021Marker); at >= 0; at = hex.indexOf(erc8021Marker, at + 1)) {
    // At an odd position these are halves of other bytes, not a marker.
    if (at % 2 === 1 || hex.slice(at - 2, at) !== '00') continue
    const codesEnd = at - 4
    const start = codesEnd - 2 * Number.parseInt(hex.slice(codesEnd, at - 2), 16)
    // The length reaches before the start of the data, so this is not a suffix. NaN for calldata that is not hex.
    if (!(start >= 0)) continue
    yield { codes: hex.slice(start, codesEnd), start, end: at + erc8021Marker.length }
  }
}
