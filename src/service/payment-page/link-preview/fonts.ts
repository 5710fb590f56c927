import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Font, readFont } from './woff2.ts'

// The fonts of pictures: one package for each script, in files by ranges of characters. Only the files are read that a text needs.

/** A typeface, with what its default instance looks like: what draws the text reads no other instance of a variable font. */
export interface Typeface {
  package: string
  /** Its name in the files. */
  family: string
  /** How much wider its lines have to become for regular text, in ems. */
  stroke: number
  /** What joins: the letters of a word, or those of a syllable. Then neither is as wide as its letters. */
  joins?: 'word' | 'syllable'
}

const inter: Typeface = { package: '@fontsource-variable/inter', family: 'Inter', stroke: 0 }
const arabic: Typeface = {
  package: '@fontsource-variable/noto-sans-arabic',
  family: 'Noto Sans Arabic',
  stroke: 0,
  joins: 'word',
}
const devanagari: Typeface = {
  package: '@fontsource-variable/noto-sans-devanagari',
  family: 'Noto Sans Devanagari',
  stroke: 0,
  joins: 'syllable',
}
/** The default of Noto Sans is its thinnest in these scripts. */
const thin = 0.05
const hebrew: Typeface = {
  package: '@fontsource-variable/noto-sans-hebrew',
  family: 'Noto Sans Hebrew',
  stroke: thin,
}
const chinese: Typeface = {
  package: '@fontsource-variable/noto-sans-sc',
  family: 'Noto Sans SC',
  stroke: thin,
}
const japanese: Typeface = {
  package: '@fontsource-variable/noto-sans-jp',
  family: 'Noto Sans JP',
  stroke: thin,
}
const korean: Typeface = {
  package: '@fontsource-variable/noto-sans-kr',
  family: 'Noto Sans KR',
  stroke: thin,
}

/** A character that can be drawn. */
export interface Glyph {
  font: Font
  typeface: Typeface
  /** In ems. */
  width: number
}

/**
 * Returns the order in which typefaces are searched. The languages of East Asia write the same characters in forms of their own: those
 * of the text's own language come first, and otherwise those that its kana or hangul speak for.
 */
export function listTypefaces(language: string, text: string): readonly Typeface[] {
  return [inter, arabic, devanagari, hebrew, ...orderEastern(language, text)]
}

function orderEastern(language: string, text: string): readonly Typeface[] {
  if (language.startsWith('ja') || /[\u3040-\u30ff]/.test(text)) return [japanese, chinese, korean]
  if (language.startsWith('ko') || /[\uac00-\ud7a3]/.test(text)) return [korean, chinese, japanese]
  return [chinese, japanese, korean]
}

/** Returns the first of the typefaces that has a character; undefined for none. */
export function findGlyph(codePoint: number, typefaces: readonly Typeface[]): Glyph | undefined {
  for (const typeface of typefaces) {
    for (const path of listFiles(typeface).get(codePoint) ?? []) {
      const font = openFont(path)
      const width = font.widths.get(codePoint)
      if (width !== undefined) return { font, typeface, width }
    }
  }
  return undefined
}

const fonts = new Map<string, Font>()

function openFont(path: string): Font {
  const known = fonts.get(path)
  if (known) return known
  const font = readFont(readFileSync(path))
  fonts.set(path, font)
  return font
}

const indexes = new Map<string, Map<number, string[]>>()

/** Returns the files that may have a character, by code point. Their ranges also contain characters that no file has. */
function listFiles({ package: name }: Typeface): Map<number, string[]> {
  const known = indexes.get(name)
  if (known) return known
  const read = (file: string) => fileURLToPath(import.meta.resolve([name, file].join('/')))
  const ranges = JSON.parse(readFileSync(read('unicode.json'), 'utf8')) as Record<string, string>
  const index = new Map<number, string[]>()
  for (const [subset, text] of Object.entries(ranges)) {
    const short = name.slice(name.indexOf('/') + 1)
    const path = read(`files/${short}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`)
    for (const range of text.split(',')) {
      const [start = '', end = start] = range.replace(/^U\+/, '').split('-')
      for (let codePoint = parseInt(start, 16); codePoint <= parseInt(end, 16); codePoint++)
        index.set(codePoint, [...(index.get(codePoint) ?? []), path])
    }
  }
  indexes.set(name, index)
  return index
}
