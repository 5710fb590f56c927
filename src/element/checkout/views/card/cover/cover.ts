import {
  applyFilter,
  blend,
  type Color,
  getDistance,
  mix,
  type Paint,
  readFilterOpacity,
  readPaint,
} from './colors.ts'
import { readGradient } from './gradients.ts'
import { getParent, type Painted, type Point, readPainted, readShadows } from './painted.ts'

// What hides the label of the pay button: decided by what is painted over it, whatever lets clicks through.
// docs/decisions.md says why. Loaded only where a browser does not report that the button is visible.

/** The least share of the label's contrast that is left where flat colors are painted over it. */
const readableFrom = 0.5
/** The least opacity of a picture or a text that hides the content under it, and of the button to be seen. */
const opaqueFrom = 0.3
/** The share of the label that may be hidden: a chat's bubble at its edge, or a cursor that the page draws. */
const hiddenUpTo = 0.4

/** Describes an element as a selector would: `div#layer.dark`. */
export function describeElement({ localName, id, classList }: Element): string {
  return localName + (id && `#${id}`) + [...classList].map((name) => `.${name}`).join('')
}

/** The colors of a label and of the button around it. */
type Label = readonly [text: Color, around: Color]

/** The shadow roots around a button: what is in them is not above it because it is there. */
const guardedRoots = new WeakSet<ShadowRoot>()

/** Returns the element that hides the button's label; undefined where a payer can read it. */
export function findCover(button: HTMLElement): Element | undefined {
  for (let root = button.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    guardedRoots.add(root)
  const probe = button.ownerDocument.createElement('i')
  probe.hidden = true
  button.parentNode?.append(probe)
  try {
    return findHider(button, probe) ?? findCoverAbove(button, probe)
  } finally {
    probe.remove()
  }
}

/** Returns whether the page around the button changes its look, which is why a browser does not report it as visible. */
export function hasEffect(button: HTMLElement): boolean {
  return listAround(button).some((element) => {
    const { opacity, filter, transform, rotate, scale } = getComputedStyle(element)
    return opacity !== '1' || [filter, transform, rotate, scale].some((value) => value !== 'none')
  })
}

/** Lists an element and all around it, also across frames of the same origin. */
function listAround(element: Element): Element[] {
  const around: Element[] = []
  for (let at: Element | null = element; at; at = getParent(at) ?? getFrame(at)) around.push(at)
  return around
}

const getFrame = ({ ownerDocument }: Element) => ownerDocument.defaultView?.frameElement ?? null

/** Returns the element around the button, or the button itself, that makes it as good as invisible by its own style. */
function findHider(button: HTMLElement, probe: HTMLElement): Element | undefined {
  const own = readLabel(button, probe)
  let label: Label | undefined = own
  let opacity = 1
  for (const element of listAround(button)) {
    const style = getComputedStyle(element)
    opacity *= Number(style.opacity) * readFilterOpacity(style.filter)
    label = label && filterLabel(label, style.filter)
    if (style.mixBlendMode !== 'normal')
      label = label && blendLabel(label, style.mixBlendMode, element, probe)
    const left = label ? opacity * getDistance(...label) : 0
    const isMasked = !['none', '', undefined].includes(style.maskImage)
    if (left < opaqueFrom * getDistance(...own)) return element
    if (isMasked && masksLabel(element, style, button, probe)) return element
  }
  return getDistance(...own) < 0.1 ? button : undefined
}

/** Reads the colors of the button's label. Around a text on a picture or a gradient, any color is one that it can be read on. */
function readLabel(button: HTMLElement, probe: HTMLElement): Label {
  const text = readPaint(getComputedStyle(button).color, probe).color
  const readable: Color = getDistance(text, [1, 1, 1]) > 0.5 ? [1, 1, 1] : [0, 0, 0]
  return [text, readGround(listAround(button), probe) ?? readable]
}

/** Returns the color of what is painted behind a text by these elements; undefined for a picture or a gradient. */
function readGround(elements: readonly Element[], probe: HTMLElement): Color | undefined {
  for (const element of elements) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    if (backgroundImage !== 'none') return undefined
    const { color, alpha } = readPaint(backgroundColor, probe)
    if (alpha > 0.5) return color
  }
  return readPaint('canvas', probe).color
}

/** Returns whether a mask hides the label. One gradient is read at the label's points; of any other mask nothing is known. */
function masksLabel(
  element: Element,
  { maskImage, maskSize, maskPosition, maskMode }: CSSStyleDeclaration,
  button: HTMLElement,
  probe: HTMLElement,
): boolean {
  const isPlain = maskSize === 'auto' && maskPosition === '0% 0%' && maskMode !== 'luminance'
  if (!isPlain || element.ownerDocument !== button.ownerDocument) return true
  const box = element.getBoundingClientRect()
  const points = listPoints(button)
  const hidden = points.filter((point) => {
    const paint = readGradient(maskImage, box, point, probe)
    return !paint || paint.alpha < readableFrom
  })
  return points.length === 0 || hidden.length > points.length * hiddenUpTo
}

function filterLabel([text, around]: Label, filter: string): Label | undefined {
  const [filteredText, filteredAround] = [applyFilter(text, filter), applyFilter(around, filter)]
  return filteredText && filteredAround && [filteredText, filteredAround]
}

/** Blends a label with the color of the page behind an element. */
function blendLabel(
  [text, around]: Label,
  mode: string,
  element: Element,
  probe: HTMLElement,
): Label | undefined {
  const below = readGround(listAround(element).slice(1), probe) ?? readPaint('canvas', probe).color
  const [blendedText, blendedAround] = [text, around].map((color) =>
    blend(below, { color, alpha: 1 }, mode),
  )
  return blendedText && blendedAround && [blendedText, blendedAround]
}

/** Returns the element that is painted over most of the label. */
function findCoverAbove(button: HTMLElement, probe: HTMLElement): Element | undefined {
  const label = readLabel(button, probe)
  const points = listPoints(button)
  if (points.length === 0) return button
  const covers = new Map<Point, Element>()
  for (let scope = button.getRootNode(); scope instanceof ShadowRoot; ) {
    const { host } = scope
    scope = host.getRootNode()
    const layers = listLayers(scope as Scope, points)
    const far = listFarPaints(scope as Scope, host, probe)
    for (const [index, point] of points.entries()) {
      const cover = findCoverAt(layers[index] ?? [], host, point, label, probe)
      const reaching = far.find(({ paintAt }) => {
        const paint = paintAt(point)
        return paint && isHidden(label, paintOver(label, { ...plainPaint, paints: [paint] }))
      })
      const found = cover ?? reaching?.element
      if (found) covers.set(point, found)
    }
  }
  return covers.size > points.length * hiddenUpTo ? mostFrequent([...covers.values()]) : undefined
}

const plainPaint = { opacity: 1, mode: 'normal', backdrop: '' }

const mostFrequent = (elements: Element[]) =>
  elements
    .map((element) => [element, elements.filter((one) => one === element).length] as const)
    .sort(([, a], [, b]) => b - a)[0]?.[0]

/** Points of the label's box, each at random within its cell: nothing can leave holes at just these. */
function listPoints(button: HTMLElement): Point[] {
  const range = document.createRange()
  range.selectNodeContents(button)
  const { left, top, width, height } = range.getBoundingClientRect()
  // As small, nobody can read it.
  if (height < 8) return []
  return [0, 1, 2, 3, 4].flatMap((column) =>
    [0, 1, 2].map(
      (row): Point => [
        left + ((column + 0.2 + 0.6 * Math.random()) / 5) * width,
        top + ((row + 0.2 + 0.6 * Math.random()) / 3) * height,
      ],
    ),
  )
}

/** Returns the element above another one that hides the label at a point. */
function findCoverAt(
  layers: readonly Layer[],
  host: Element,
  point: Point,
  label: Label,
  probe: HTMLElement,
): Element | undefined {
  const place = layers.findIndex(({ element }) => element === host)
  // Outside the screen nothing is there. Where the element itself is cut off, it cannot be seen.
  if (place < 0) return layers.length > 0 ? host : undefined
  const above = layers.slice(0, place).filter(({ element }) => !element.contains(host))
  return findHiding(above, point, label, probe)
}

const isHidden = (label: Label, left: Label | undefined) =>
  !left || getDistance(...left) < readableFrom * getDistance(...label)

/** Returns the element with which a label ends to be readable, of those that are painted over it: the topmost first. */
function findHiding(
  above: readonly Layer[],
  point: Point,
  label: Label,
  probe: HTMLElement,
): Element | undefined {
  let left: Label = label
  for (const { element, hasPseudo } of above.toReversed()) {
    const painted = readPainted(element, point, hasPseudo, probe)
    const next = paintOver(left, painted)
    if (!next || isHidden(label, next)) return element
    left = next
  }
  return undefined
}

/** Returns a label's colors under what an element paints; undefined where it is hidden by something unknown. */
function paintOver(label: Label, { paints, opacity, mode, backdrop }: Painted): Label | undefined {
  const filtered = filterLabel(label, backdrop)
  if (!filtered) return opacity < opaqueFrom ? label : undefined
  let [text, around] = label.map((color, index) =>
    mix(color, filtered[index] ?? color, opacity),
  ) as [Color, Color]
  for (const paint of paints) {
    const alpha = (paint?.alpha ?? 1) * opacity
    if (alpha === 0) continue
    if (!paint && alpha >= opaqueFrom) return undefined
    const color = paint?.color ?? [0.5, 0.5, 0.5]
    const [over, overAround] = [
      blend(text, { color, alpha }, mode),
      blend(around, { color, alpha }, mode),
    ]
    if (!over || !overAround) return undefined
    ;[text, around] = [over, overAround]
  }
  return [text, around]
}

/** An element at a point. */
interface Layer {
  element: Element
  /** Whether a box of its pseudo-elements is at the point. */
  hasPseudo: boolean
}

type Scope = Document | ShadowRoot

/** Lists the elements at each point, topmost first, with those that let clicks through. */
function listLayers(scope: Scope, points: readonly Point[]): Layer[][] {
  const scopes = listScopes(scope)
  const hit = (rules: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    const before = scopes.map(({ adoptedStyleSheets }) => adoptedStyleSheets)
    for (const one of scopes) one.adoptedStyleSheets = [...one.adoptedStyleSheets, sheet]
    try {
      return points.map(([x, y]) => listWithin(scope, x, y))
    } finally {
      for (const [index, one] of scopes.entries()) one.adoptedStyleSheets = before[index] ?? []
    }
  }
  const pseudos = hit(
    '* { pointer-events: none !important } ::before, ::after { pointer-events: auto !important }',
  )
  const undo = scopes.map(forcePointer)
  try {
    return hit('*, ::before, ::after { pointer-events: auto !important }').map((elements, index) =>
      elements.map((element) => ({ element, hasPseudo: !!pseudos[index]?.includes(element) })),
    )
  } finally {
    for (const release of undo) release()
  }
}

/** Lists a scope with the shadow roots in it that can be looked into, but for that of the card. */
function listScopes(scope: Scope): Scope[] {
  const roots = [...scope.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  return [scope, ...roots.filter((root) => !guardedRoots.has(root)).flatMap(listScopes)]
}

/** Lists the elements at a point, and before each the ones in its shadow root. */
const listWithin = (scope: Scope, x: number, y: number): Element[] =>
  scope.elementsFromPoint(x, y).flatMap((element) => {
    const { shadowRoot } = element
    if (element.getRootNode() !== scope) return []
    return shadowRoot && !guardedRoots.has(shadowRoot)
      ? [...listWithin(shadowRoot, x, y), element]
      : element
  })

/** Makes elements take pointers whose own style forbids it with more weight than a sheet has; returns what undoes it. */
function forcePointer(scope: Scope): () => void {
  const forced = [...scope.querySelectorAll<HTMLElement>('[style*="pointer-events" i]')].map(
    ({ style }) => {
      const value = style.getPropertyValue('pointer-events')
      const priority = style.getPropertyPriority('pointer-events')
      style.setProperty('pointer-events', 'auto', 'important')
      return () => style.setProperty('pointer-events', value, priority)
    },
  )
  return () => {
    for (const undo of forced) undo()
  }
}

/** What an element paints outside its box, where no browser counts it as hit. */
interface FarPaint {
  element: Element
  paintAt(point: Point): Paint | undefined
}

/** Lists the outlines, shadows and backdrops of elements beside the host. */
function listFarPaints(scope: Scope, host: Element, probe: HTMLElement): FarPaint[] {
  return [...scope.querySelectorAll('*')].flatMap((element) => {
    if (element.contains(host) || host.contains(element)) return []
    const style = getComputedStyle(element)
    const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
    const shadows = readShadows(style.boxShadow, probe).filter(({ isInset }) => !isInset)
    if (style.outlineStyle !== 'none' && reach > 0)
      shadows.push(...readShadows(`${readOutlineColor(style)} 0px 0px 0px ${reach}px`, probe))
    const backdrop = isOpen(element)
      ? [readPaint(getComputedStyle(element, '::backdrop').backgroundColor, probe)]
      : []
    if (shadows.length + backdrop.length === 0) return []
    const box = element.getBoundingClientRect()
    const isWithin = ([x, y]: Point) =>
      x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    const paintAt = (point: Point) =>
      backdrop[0] ??
      (isWithin(point) ? undefined : shadows.find((shadow) => shadow.reach(box, point)))
    return [{ element, paintAt }]
  })
}

const readOutlineColor = ({ outlineColor, color }: CSSStyleDeclaration) =>
  /^[a-z-]+\(/.test(outlineColor) ? outlineColor : color

/** Whether it is drawn above all else, with a backdrop. */
const isOpen = (element: Element) =>
  CSS.supports('selector(:popover-open)') && element.matches(':popover-open, :modal')
