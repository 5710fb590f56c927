import { findGlyph, type Glyph, listTypefaces, type Typeface } from './fonts.ts'
import { splitCharacters } from './text.ts'
import type { Font } from './woff2.ts'

// Breaks texts into lines, and measures them.

/** A character that is drawn: a letter with its marks. */
export interface Character {
  text: string
  typeface: Typeface
  /** The files that it needs. */
  fonts: readonly Font[]
  /** In ems. */
  width: number
}

export type Line = readonly Character[]

/** Returns the width of a line, in ems. */
export const measure = (line: Line): number => line.reduce((sum, { width }) => sum + width, 0)

/** The most code units of a character. Syllables of Hindi have up to a dozen; what draws the text fails at one of some hundreds. */
const maxLength = 24

/**
 * Returns the characters of a text; undefined where a letter or digit has no font, as what remains would say something else. Emoji and
 * other signs without a font are left out.
 *
 * @param language of the text, where it is known (BCP 47)
 */
export function readCharacters(text: string, language: string): Line | undefined {
  const typefaces = listTypefaces(language, text)
  const characters: Character[] = []
  for (const one of splitCharacters(text)) {
    const last = characters.at(-1)
    const character = one.length > maxLength ? undefined : readCharacter(one, typefaces, last)
    const isPicture = /\p{Extended_Pictographic}|\u20e3/u.test(one)
    if (!character && /[\p{L}\p{N}]/u.test(one) && !isPicture) return undefined
    if (character && !(isSpace(character) && isSpace(last))) characters.push(character)
  }
  return trim(characters)
}

function readCharacter(
  text: string,
  typefaces: readonly Typeface[],
  last: Character | undefined,
): Character | undefined {
  // A space between two words of a script is one of its own.
  const lastFont = last?.fonts[0]
  const spaceWidth = text === ' ' ? lastFont?.widths.get(0x20) : undefined
  if (last && lastFont && spaceWidth !== undefined)
    return { text, typeface: last.typeface, fonts: [lastFont], width: spaceWidth }
  let drawn = ''
  const glyphs: Glyph[] = []
  for (const part of text) {
    const glyph = findGlyph(part.codePointAt(0) ?? 0, typefaces)
    if (glyph) {
      drawn += part
      glyphs.push(glyph)
    } else if (!/\p{Cf}/u.test(part)) return undefined
  }
  const [first] = glyphs
  if (!first) return undefined
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0)
  return { text: drawn, typeface: first.typeface, fonts: glyphs.map(({ font }) => font), width }
}

export const isSpace = (character: Character | undefined): boolean => character?.text.trim() === ''

/**
 * Breaks a text into lines. What does not fit ends with an ellipsis.
 *
 * @param maxWidth of a line, in ems
 */
export function breakLines(
  text: Line,
  maxWidth: number,
  maxLines: number,
  language: string,
): readonly Line[] {
  if (text.length === 0) return []
  const lines: Character[][] = [[]]
  for (const word of splitWords(text, language)) {
    const last = lines.at(-1) ?? []
    const fits = measure(trim([...last, ...word])) <= maxWidth
    if (fits) last.push(...word)
    else if (last.length > 0 && measure(trim(word)) <= maxWidth) lines.push([...word])
    else {
      // Longer than a line: broken anywhere.
      for (const character of word) {
        const line = lines.at(-1) ?? []
        if (measure([...line, character]) <= maxWidth) line.push(character)
        else lines.push([character])
      }
    }
    if (lines.length > maxLines) break
  }
  const kept = lines.slice(0, maxLines).map(trim)
  const isCut = lines.length > maxLines
  return isCut ? [...kept.slice(0, -1), addEllipsis(kept.at(-1) ?? [], maxWidth)] : kept
}

function addEllipsis(line: Line, maxWidth: number): Line {
  const ellipsis = readCharacters('…', 'en') ?? []
  const kept = [...line]
  while (kept.length > 0 && measure(kept) + measure(ellipsis) > maxWidth) kept.pop()
  return [...trim(kept), ...ellipsis]
}

/** Splits a text where a line may end: behind a word with its punctuation, or spaces. Languages without spaces have words too. */
function splitWords(text: Line, language: string): Character[][] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const words: Character[][] = []
  let next = 0
  for (const { segment, isWordLike } of segmenter.segment(text.map((one) => one.text).join(''))) {
    const word: Character[] = []
    for (let length = 0; length < segment.length && next < text.length; next++) {
      const character = text[next] as Character
      word.push(character)
      length += character.text.length
    }
    const last = words.at(-1)
    if (last && !isWordLike) last.push(...word)
    else words.push(word)
  }
  return words
}

function trim(line: Line): Character[] {
  let [start, end] = [0, line.length]
  while (start < end && isSpace(line[start])) start += 1
  while (end > start && isSpace(line[end - 1])) end -= 1
  return line.slice(start, end)
}
