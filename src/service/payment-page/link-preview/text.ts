/** The most code units of a text that are looked at. */
const maxUnits = 1000
/** A mark behind four others on one letter, as many as Hebrew and Vietnamese have at most. */
const furtherMark = /(?<=\p{M}{4})\p{M}/gu

/**
 * Returns a merchant's text as one line of at most so many characters, as a reader counts them. What is no character of a line is left
 * out: controls, marks of direction, and marks without end on one letter.
 */
export function toLine(text: string, maxCharacters: number): string {
  const line = text
    .slice(0, maxUnits)
    .normalize('NFC')
    .slice(0, maxUnits)
    .toWellFormed()
    .replace(/\s/gu, ' ')
    // Without the two joiners, which Persian and Hindi are written with.
    .replace(/(?!\u200c|\u200d)[\p{C}\ufffd]/gu, '')
    .replace(furtherMark, '')
    .split(' ')
    .filter(Boolean)
    .join(' ')
  const characters = splitCharacters(line)
  if (characters.length <= maxCharacters && text.length <= maxUnits) return line
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trim()}…`
}

const segmenter = new Intl.Segmenter()

/** Splits a text into characters, as a reader counts them: a letter with its marks is one. */
export function splitCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns whether a text runs from right to left, as its first letter does (UAX 9, P2). */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(letter)
}
