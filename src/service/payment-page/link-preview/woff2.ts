import { brotliDecompressSync } from 'node:zlib'

/** A font, with what its characters need of a line. */
export interface Font {
  /** The file, as it was read. */
  file: Uint8Array
  /** The width of each character that the font has, in ems, by code point. */
  widths: ReadonlyMap<number, number>
}

/** The first tags that a directory names by a number (WOFF2, section 4.1), up to the last that is read here. */
const knownTags = [
  ...[
    'cmap',
    'head',
    'hhea',
    'hmtx',
    'maxp',
    'name',
    'OS/2',
    'post',
    'cvt ',
    'fpgm',
    'glyf',
    'loca',
  ],
]

/**
 * Reads the widths of a font's characters. Only the tables that no encoder of these fonts transforms are read: what draws the text reads
 * the file by itself.
 *
 * @see https://www.w3.org/TR/WOFF2/
 */
export function readFont(file: Uint8Array): Font {
  const tables = readTables(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const get = (tag: string) => {
    const table = tables.get(tag)
    if (!table) throw new Error(`A font lacks the table ${tag}.`)
    return table
  }
  const unitsPerEm = get('head').readUInt16BE(18)
  const count = get('hhea').readUInt16BE(34)
  const hmtx = get('hmtx')
  const widths = new Map<number, number>()
  // Glyphs behind the last one with a width of its own have that one.
  for (const [codePoint, glyph] of readCharacters(get('cmap')))
    widths.set(codePoint, hmtx.readUInt16BE(4 * Math.min(glyph, count - 1)) / unitsPerEm)
  return { file, widths }
}

function readTables(file: Buffer): Map<string, Buffer> {
  const entries: { tag: string; length: number }[] = []
  let at = 48
  const readLength = () => {
    for (let value = 0; ; ) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  for (let index = 0; index < file.readUInt16BE(12); index++) {
    const flags = file.readUInt8(at++)
    const isNamed = (flags & 63) === 63
    const tag = isNamed ? file.toString('latin1', at, at + 4) : (knownTags[flags & 63] ?? '')
    if (isNamed) at += 4
    const length = readLength()
    const version = flags >> 6
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    entries.push({ tag, length: isTransformed ? readLength() : length })
  }
  const content = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let start = 0
  return new Map(
    entries.map(({ tag, length }) => {
      start += length
      return [tag, content.subarray(start - length, start)]
    }),
  )
}

/** Lists the characters of a font with their glyphs. */
function* readCharacters(cmap: Buffer): Generator<[codePoint: number, glyph: number]> {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) yield* readFormat4(table)
    if (format === 12) yield* readFormat12(table)
  }
}

function* readFormat4(table: Buffer): Generator<[number, number]> {
  const size = table.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const end = table.readUInt16BE(14 + at)
    const start = table.readUInt16BE(16 + size + at)
    const delta = table.readUInt16BE(16 + 2 * size + at)
    const offsetAt = 16 + 3 * size + at
    const offset = table.readUInt16BE(offsetAt)
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint++) {
      const own =
        offset === 0 ? codePoint : table.readUInt16BE(offsetAt + offset + 2 * (codePoint - start))
      const glyph = own === 0 ? 0 : (own + delta) & 0xffff
      if (glyph !== 0) yield [codePoint, glyph]
    }
  }
}

function* readFormat12(table: Buffer): Generator<[number, number]> {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const at = 16 + 12 * index
    const start = table.readUInt32BE(at)
    const glyph = table.readUInt32BE(at + 8)
    for (let step = 0; step <= table.readUInt32BE(at + 4) - start; step++)
      yield [start + step, glyph + step]
  }
}
