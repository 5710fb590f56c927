import { type Paint, readFilterOpacity, readPaint } from './colors.ts'
import { readGradient, splitList } from './gradients.ts'

/** A point of the viewport. */
export type Point = readonly [x: number, y: number]

/** What an element paints at a point, over what is below it. */
export interface Painted {
  /** Colors from the bottom to the top; undefined for a picture or a text, whose colors are not known. */
  paints: (Paint | undefined)[]
  /** The opacity of all of it. */
  opacity: number
  /** The blend mode with what is below. */
  mode: string
  /** The filter of what is below. */
  backdrop: string
}

/** Pictures, pages and controls: a page cannot read their pixels. Of a canvas only a script decides, and it needs no click. */
const opaqueNames =
  /^(img|image|video|iframe|frame|object|embed|fencedframe|input|select|textarea|meter|progress)$/

/**
 * Reads what an element paints at a point: by itself, and by its pseudo-elements.
 *
 * @param hasPseudo whether a box of its pseudo-elements is at the point
 */
export function readPainted(
  element: Element,
  point: Point,
  hasPseudo: boolean,
  probe: HTMLElement,
): Painted {
  const style = getComputedStyle(element)
  const pseudos = hasPseudo
    ? ['::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo))
    : []
  const paints = [
    ...(element instanceof SVGElement && element.localName !== 'svg'
      ? readShape(element, style, probe)
      : readBox(style, element, point, probe)),
    ...pseudos.flatMap((pseudo) => readPseudo(pseudo, element, point, probe)),
  ]
  if (opaqueNames.test(element.localName)) paints.push(undefined)
  if (readPaint(style.color, probe).alpha > 0.1 && hasTextAt(element, point)) paints.push(undefined)
  const backdrops = [style, ...pseudos].map(
    ({ backdropFilter, content }) => (content === 'none' ? '' : backdropFilter) ?? '',
  )
  return { paints, backdrop: backdrops.join(' '), ...readGroups(element) }
}

/** Reads the opacity and the blend mode of all groups that an element is painted in. */
function readGroups(element: Element): Pick<Painted, 'opacity' | 'mode'> {
  let opacity = 1
  let mode = 'normal'
  for (let at: Element | null = element; at; at = getParent(at)) {
    const { opacity: own, filter, mixBlendMode } = getComputedStyle(at)
    opacity *= Number(own) * readFilterOpacity(filter)
    if (mode === 'normal') mode = mixBlendMode
  }
  return { opacity, mode }
}

/** Returns the element around another one, also across shadow roots. */
export function getParent(element: Element): Element | null {
  const root = element.getRootNode()
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  )
}

/** Reads background, border and inner shadow of a box. */
function readBox(
  style: CSSStyleDeclaration,
  element: Element,
  point: Point,
  probe: HTMLElement,
): Painted['paints'] {
  const box = element.getBoundingClientRect()
  const { backgroundColor, backgroundImage, borderImageSource } = style
  const images = backgroundImage === 'none' ? [] : splitList(backgroundImage).toReversed()
  const isPlain =
    style.backgroundSize === 'auto' &&
    style.backgroundPosition === '0% 0%' &&
    style.backgroundAttachment === 'scroll' &&
    style.transform === 'none'
  return [
    readPaint(backgroundColor, probe),
    ...images.map((image) => readImage(image, isPlain ? box : undefined, point, probe)),
    ...readShadows(style.boxShadow, probe).filter(
      ({ isInset, reach }) => isInset && reach(box, point),
    ),
    ...readBorder(style, box, point, probe),
    ...(borderImageSource === 'none' ? [] : [undefined]),
  ]
}

/** Reads a pseudo-element, whose box is not known: a gradient counts by its most opaque color. */
function readPseudo(
  style: CSSStyleDeclaration,
  element: Element,
  point: Point,
  probe: HTMLElement,
): Painted['paints'] {
  const { content, color } = style
  if (content === 'none' || content === 'normal') return []
  const own = Number(style.opacity) * readFilterOpacity(style.filter)
  const box = element.getBoundingClientRect()
  const isWhole =
    Number.parseFloat(style.width) >= box.width - 1 &&
    Number.parseFloat(style.height) >= box.height - 1
  const images =
    style.backgroundImage === 'none' ? [] : splitList(style.backgroundImage).toReversed()
  const paints: Painted['paints'] = [
    readPaint(style.backgroundColor, probe),
    ...images.map((image) => readImage(image, isWhole ? box : undefined, point, probe)),
  ]
  // A text of its own, or a picture.
  if (!/^"\s*"$/.test(content))
    paints.push(readPaint(color, probe).alpha > 0.1 ? undefined : { color: [0, 0, 0], alpha: 0 })
  return paints.map((paint) =>
    paint
      ? { ...paint, alpha: paint.alpha * own }
      : own < 0.3
        ? { color: [0, 0, 0], alpha: 0 }
        : undefined,
  )
}

/** Reads one image of a background. */
function readImage(
  image: string,
  box: DOMRect | undefined,
  point: Point,
  probe: HTMLElement,
): Paint | undefined {
  const known = box && readGradient(image, box, point, probe)
  if (known || !/-gradient\(/.test(image)) return known
  const colors =
    image.match(/(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\([^()]*\)|#[\da-f]+/gi) ??
    []
  const paints = colors.map((color) => readPaint(color, probe))
  return paints.sort((a, b) => b.alpha - a.alpha)[0]
}

/** Reads the border at a point. */
function readBorder(
  style: CSSStyleDeclaration,
  box: DOMRect,
  [x, y]: Point,
  probe: HTMLElement,
): Paint[] {
  const depths = {
    left: x - box.left,
    right: box.right - x,
    top: y - box.top,
    bottom: box.bottom - y,
  }
  return Object.entries(depths)
    .filter(
      ([side, depth]) => depth <= Number.parseFloat(style.getPropertyValue(`border-${side}-width`)),
    )
    .map(([side]) => readPaint(style.getPropertyValue(`border-${side}-color`), probe))
}

/** A shape is hit where its fill or its stroke would be, however transparent that is. */
function readShape(
  element: SVGElement,
  style: CSSStyleDeclaration,
  probe: HTMLElement,
): Painted['paints'] {
  if (opaqueNames.test(element.localName)) return []
  return (['fill', 'stroke'] as const).flatMap((name) => {
    const text = style.getPropertyValue(name)
    if (text === 'none') return []
    if (/url|context/.test(text)) return [undefined]
    const paint = readPaint(text, probe)
    return [{ ...paint, alpha: paint.alpha * Number(style.getPropertyValue(`${name}-opacity`)) }]
  })
}

interface Shadow extends Paint {
  isInset: boolean
  /** Returns whether the shadow of a box is painted at a point. */
  reach(box: DOMRect, point: Point): boolean
}

/** Reads computed shadows: of boxes, texts and filters. */
export function readShadows(text: string, probe: HTMLElement): Shadow[] {
  if (text === 'none' || text === '') return []
  return splitList(text).map((shadow) => {
    const color = /^[a-z-]+\([^()]*\)|^#[\da-f]+/i.exec(shadow)?.[0] ?? 'transparent'
    const [dx = 0, dy = 0, blur = 0, spread = 0] = (
      shadow.slice(color.length).match(/-?[\d.]+(?=px)/g) ?? []
    ).map(Number)
    const isInset = shadow.includes('inset')
    // Half of the blur is outside, where it fades.
    const grow = isInset ? -spread - blur / 2 : spread + blur / 2
    return {
      ...readPaint(color, probe),
      isInset,
      reach({ left, top, right, bottom }, [x, y]) {
        const isWithin =
          x >= left + dx - grow &&
          x <= right + dx + grow &&
          y >= top + dy - grow &&
          y <= bottom + dy + grow
        return isInset !== isWithin
      },
    }
  })
}

/** Returns whether a text of the element itself stands at a point. */
function hasTextAt(element: Element, [x, y]: Point): boolean {
  const range = document.createRange()
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    )
  })
}
