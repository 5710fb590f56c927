import { hasRightToLeft, mirror, orderRuns, type Run } from './bidi.ts'
import { isSpace, type Line, measure } from './lines.ts'
import { pictureSize } from './picture.ts'

// Renders texts as SVG.

/** A picture as SVG, and the fonts that its texts need. */
export interface Drawing {
  svg: string
  fonts: Uint8Array[]
}

/** A text at its place. */
export interface Text {
  line: Line
  /** The font's size, in pixels. */
  size: number
  /** From the side at which the language's lines begin. */
  x: number
  /** The baseline. */
  y: number
  fill: string
  isStrong?: boolean
  isCentered?: boolean
  /** Whether the text runs from right to left, as its first letter does. */
  isRtl?: boolean
  /** Between letters, in ems. */
  spacing?: number
  /** What is drawn below it. */
  tile?: string
}

/** Makes a drawing of its parts. */
export function compose(parts: readonly string[], lines: readonly Line[]): Drawing {
  const { width, height } = pictureSize
  const fonts = new Set(lines.flat().flatMap((character) => character.fonts))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('\n')}</svg>`
  return { svg, fonts: Array.from(fonts, ({ file }) => file) }
}

/** How much wider the lines of strong text are, in ems. */
const strongStroke = 0.028

/** The most runs of a line whose drawing is measured; of more, as nobody writes them, the widths are those of single letters. */
const maxMeasured = { word: 12, syllable: 60 }

/** Renders a line, each run at its own place. */
export function renderText(
  text: Text,
  isRtl: boolean,
  measureDrawing: (drawing: Drawing) => number,
): string {
  const { line, size, x, isCentered, spacing = 0 } = text
  const runs = orderRuns(line, text.isRtl ?? false)
  const measureRun = ({ characters, typeface }: Run) => {
    const width = (measure(characters) + spacing * characters.length) * size
    const { joins } = typeface
    const alike = runs.filter((run) => run.typeface.joins === joins)
    const isMeasured = joins && alike.length <= maxMeasured[joins]
    if (!isMeasured || characters.every(isSpace)) return width
    const run = { characters, typeface, level: joins === 'word' ? 1 : 0 }
    return measureDrawing(compose([renderRun(text, run, 0)], [characters]))
  }
  const start = isRtl ? pictureSize.width - x : x
  const [only] = runs
  if (only && runs.length === 1 && only.typeface.joins !== 'syllable') {
    const anchor = isCentered ? 'middle' : isRtl ? 'end' : 'start'
    return renderRun(text, only, start, anchor)
  }
  const widths = runs.map(measureRun)
  const width = widths.reduce((sum, one) => sum + one, 0)
  let left = start - (isCentered ? width / 2 : isRtl ? width : 0)
  return runs
    .map((run, index) => {
      const rendered = renderRun(text, run, left)
      left += widths[index] ?? 0
      return rendered
    })
    .join('')
}

/** RIGHT-TO-LEFT EMBEDDING: what draws the text otherwise takes its signs for those of a line from the left. */
const rightToLeft = '\u202b'

function renderRun(
  { size, y, fill, isStrong, spacing = 0 }: Text,
  { characters, typeface, level }: Run,
  x: number,
  anchor = 'start',
): string {
  const texts = characters.map(({ text }) => text)
  const isTurned = level === 1 && !texts.some(hasRightToLeft)
  const content = isTurned ? texts.reverse().map(mirror).join('') : texts.join('')
  const mark = level === 1 && !isTurned ? rightToLeft : ''
  const stroke = (typeface.stroke + (isStrong ? strongStroke : 0)) * size
  const font = `font-family="${typeface.family}" font-size="${size.toFixed(1)}" letter-spacing="${(spacing * size).toFixed(2)}"`
  const paint = `fill="${fill}" stroke="${fill}" stroke-width="${stroke.toFixed(2)}" stroke-linejoin="round"`
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${font} ${paint} xml:space="preserve">${mark}${escapeText(content)}</text>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? '')
