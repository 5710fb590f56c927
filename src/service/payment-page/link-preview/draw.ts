import { breakLines, type Line, measure, readCharacters } from './lines.ts'
import { type PictureFacts, pictureSize } from './picture.ts'
import { compose, type Drawing, renderText, type Text } from './render.ts'
import { isRightToLeft } from './text.ts'

// The picture of a link: who sells, what, and for how much, as a drawing of SVG.

const ink = '#16181d'
const soft = '#5b606b'
const border = '#dddfe3'
const margin = 80
const innerWidth = pictureSize.width - 2 * margin

/**
 * Draws the picture of a link; undefined where nothing of it has a font.
 *
 * @param measureDrawing returns how far to the right a drawing reaches, in pixels
 */
export function drawPicture(
  facts: PictureFacts,
  measureDrawing: (drawing: Drawing) => number,
): Drawing | undefined {
  const { color, isRtl } = facts
  const own = placeTexts(facts)
  if (own.length === 0) return undefined
  const badge = placeBadge(facts)
  const texts = [...own, ...(badge ? [badge.text] : [])]
  const { width, height } = pictureSize
  const parts = texts.map((text) => (text.tile ?? '') + renderText(text, isRtl, measureDrawing))
  return compose(
    [
      `<rect width="${width}" height="${height}" fill="#fff"/>`,
      `<rect y="${height - 20}" width="${width}" height="20" fill="${color ?? ink}"/>`,
      ...[badge?.shape ?? '', ...parts],
    ],
    texts.map(({ line }) => line),
  )
}

function placeTexts(facts: PictureFacts): Text[] {
  const { locale, isRtl } = facts
  const read = (text: string) => readCharacters(text, locale) ?? []
  const amount = read(facts.price)
  const amountSize = Math.min(132, innerWidth / Math.max(1, measure(amount)))
  // No part of a price is left out: one of so many digits is not shown.
  const hasAmount = amount.length > 0 && amountSize >= 40
  const size = hasAmount ? 54 : 76
  const lines = breakLines(read(facts.what), innerWidth / size, 2, locale)
  const height = lines.length * size * 1.25
  const gap = hasAmount && lines.length > 0 ? 24 : 0
  // Both together stand in the middle between the store and the lower edge.
  const top = 168 + (442 - height - gap - (hasAmount ? amountSize : 0)) / 2
  const titles = lines.map((line, index) => ({
    ...{ line, size, x: margin, y: top + size * (0.95 + index * 1.25) },
    ...{ fill: hasAmount ? soft : ink, isStrong: !hasAmount, isRtl: isRightToLeft(facts.what) },
  }))
  const y = top + height + gap + amountSize * 0.86
  const price: Text = {
    ...{ line: amount, size: amountSize, x: margin, y, fill: ink },
    ...{ isStrong: true, spacing: -0.03, isRtl },
  }
  return [...placeStore(read(facts.store), facts), ...titles, ...(hasAmount ? [price] : [])]
}

/** Places the store's name, and its first letter in a tile. */
function placeStore(
  name: Line,
  { store, color = ink, badge, locale, isRtl }: PictureFacts,
): Text[] {
  const initial = name.find(({ text }) => /[\p{L}\p{N}]/u.test(text))
  if (!initial) return []
  const letter = readCharacters(initial.text.toLocaleUpperCase(locale), locale) ?? []
  const size = 42
  const [line = []] = breakLines(name, (innerWidth - (badge ? 324 : 124)) / size, 1, locale)
  const x = isRtl ? pictureSize.width - margin - 96 : margin
  const edge = isLight(color) ? border : 'none'
  return [
    {
      ...{ line: letter, size: 50, x: margin + 48, y: 138, isStrong: true, isCentered: true },
      fill: isLight(color) ? ink : '#fff',
      tile: `<rect x="${x}" y="72" width="96" height="96" rx="26" fill="${color}" stroke="${edge}" stroke-width="2"/>`,
    },
    {
      ...{ line, size, x: margin + 124, y: 135, fill: ink, isStrong: true },
      isRtl: isRightToLeft(store),
    },
  ]
}

function placeBadge({ badge, locale, isRtl }: PictureFacts) {
  const line = readCharacters(badge, locale) ?? []
  if (line.length === 0) return undefined
  const size = 28
  const width = measure(line) * size + 48
  const x = isRtl ? margin : pictureSize.width - margin - width
  const shape = `<rect x="${x}" y="94" width="${width}" height="52" rx="26" fill="#fdecc8"/>`
  const start = pictureSize.width - margin - width / 2
  const text: Text = {
    line,
    size,
    x: start,
    y: 130,
    fill: '#6b4400',
    isStrong: true,
    isCentered: true,
  }
  return { shape, text }
}

/** Returns whether dark text is easier to read on a color than white text (WCAG 2.2, relative luminance). */
function isLight(color: string): boolean {
  const digits = color.slice(1)
  const parts = digits.length === 3 ? digits.match(/./g) : digits.match(/../g)
  const [red = 0, green = 0, blue = 0] = (parts ?? []).map((part) => {
    const value = Number.parseInt(part.length === 1 ? part + part : part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.36
}
