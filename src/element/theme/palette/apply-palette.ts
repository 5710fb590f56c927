import { toKebabCase } from '../../attributes.ts'
import { parseColor } from './color-text.ts'
import { createPalette, type Palette, type Scheme } from './palette.ts'

// The first render has a readable accent from the style sheet alone. This code adds the complete palette, checked
// against the colors that the page has set.

/**
 * The colors that a page may set: the custom property, its fallback, and the CSS property of a probe that computes
 * it.
 */
const colorInputs = {
  brand: ['--pay-charge-accent', 'var(--_brand, #4f46e5)', 'backgroundColor'],
  surface: ['--pay-charge-surface', 'transparent', 'outlineColor'],
  ink: ['--pay-charge-ink', 'transparent', 'color'],
} as const
type ColorInput = keyof typeof colorInputs
const colorInputNames = Object.keys(colorInputs) as ColorInput[]

/** The palette of an element in each color scheme. */
export type Palettes = Record<Scheme, Palette>

/** The palettes and the sheet that all elements of a page with the same colors share. */
interface Paint {
  palettes: Palettes
  /**
   * After the sheets of the theme. Not inline on the host, where scripts of the page could change it, and frameworks
   * that write the style attribute would remove it. Not on the card, which a render may replace.
   */
  sheet: CSSStyleSheet | undefined
  /** The document whose elements can take the sheet. */
  document: Document
}

interface PaintState {
  host: HTMLElement
  probes: Record<Scheme, HTMLElement>
  /** The colors that the page has set. The expressions of the probes were written for them. */
  inputs: readonly ColorInput[]
  /** The computed colors that the paint was made for, as JSON. */
  key?: string
  paint?: Paint
}

/** The latest paints by their key. */
const paints = new Map<string, Paint>()
/** More than the brands of any page; a color picker makes a new one with each move. */
const maxPaints = 20

const paintStates = new WeakMap<ShadowRoot, PaintState>()

/** The elements whose colors are read before the next frame. */
const waitingHosts = new Map<ShadowRoot, HTMLElement>()

/**
 * Applies the palette of the brand color to an element before the next frame is drawn, together with all others that
 * were requested by then. The palette is that of `--pay-charge-accent`, else of the brand of the charge, for the page's
 * surface and ink. It is applied again when one of these colors changes, such as when the page turns dark.
 *
 * A text that is not a color is treated as not set. So is currentColor, which differs from place to place. A browser
 * without relative colors (before Chrome 123, Firefox 128, Safari 17.5) keeps the page's text color on the page's
 * background.
 */
export function requestPalette(host: HTMLElement, root: ShadowRoot): void {
  if (!CSS.supports('color', 'light-dark(red, color(from red srgb r g b))')) return
  if (waitingHosts.size === 0) requestAnimationFrame(applyWaitingPalettes)
  waitingHosts.set(root, host)
}

/**
 * Applies the palettes of all elements that wait. All is written before anything is read: each read after a write has
 * the browser compute the styles and the layout of the page.
 */
function applyWaitingPalettes(): void {
  // Neither a disconnected element nor one of a document without a window (of a DOMParser, a template's content) has
  // computed colors. It is rendered when it is connected to one that is shown.
  const hosts = [...waitingHosts].filter(
    ([, { isConnected, ownerDocument }]) => isConnected && ownerDocument.defaultView,
  )
  waitingHosts.clear()
  const states = hosts.map(([root, host]) => [root, getPaintState(host, root)] as const)
  for (const [, state] of states) updateProbes(state)
  const colors = states.map(([, state]) => readComputedColors(state))
  for (const [index, [root, state]] of states.entries()) paintRoot(root, state, colors[index]!)
}

/** Returns the palettes that an element has, for designers and tests. */
export function getPalettes(root: ShadowRoot): Palettes | undefined {
  return paintStates.get(root)?.paint?.palettes
}

function paintRoot(root: ShadowRoot, state: PaintState, colors: ColorsByScheme): void {
  const key = JSON.stringify(colors)
  const { ownerDocument } = root
  const isSameDocument = state.paint?.document === ownerDocument
  if (state.key === key && isSameDocument) return
  const cachedPaint = paints.get(key)
  const paint =
    cachedPaint?.document === ownerDocument
      ? cachedPaint
      : createPaint(colors, state.inputs, ownerDocument)
  paints.set(key, paint)
  const [oldestKey] = paints.keys()
  if (oldestKey !== undefined && paints.size > maxPaints) paints.delete(oldestKey)
  const otherSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== state.paint?.sheet)
  root.adoptedStyleSheets = paint.sheet ? [...otherSheets, paint.sheet] : otherSheets
  Object.assign(state, { key, paint })
}

function createPaint(
  { light, dark }: ColorsByScheme,
  inputs: readonly ColorInput[],
  document: Document,
): Paint {
  const palettes = {
    light: computePalette('light', light),
    dark: computePalette('dark', dark),
  }
  const { defaultView } = document
  const sheet = defaultView ? new defaultView.CSSStyleSheet() : undefined
  sheet?.replaceSync(`:host{${formatDeclarations(palettes, inputs)}}`)
  return { palettes, sheet, document }
}

function getPaintState(host: HTMLElement, root: ShadowRoot): PaintState {
  const knownState = paintStates.get(root)
  if (knownState) return knownState
  const probe = (scheme: Scheme) => {
    const element = document.createElement('i')
    element.ariaHidden = 'true'
    element.style.cssText = `position:absolute;visibility:hidden;color-scheme:${scheme}`
    // A transition reports that a color has changed; CSS has no other event for that. It is on a child element,
    // because during a transition the computed color is an intermediate one. It overrides the rule for reduced
    // motion, since nothing visible moves.
    const watch = element.appendChild(document.createElement('i'))
    watch.style.cssText = 'background-color:inherit;outline-color:inherit;transition:1ms!important'
    element.addEventListener('transitionrun', () => requestPalette(host, root))
    return element
  }
  const probes = { light: probe('light'), dark: probe('dark') }
  const state: PaintState = { host, probes, inputs: colorInputNames }
  // With their colors from the beginning: a first color that is followed by another one would be a transition.
  writeExpressions(state, [])
  // Before the nodes of Lit, which owns all nodes after its first one.
  root.prepend(...Object.values(probes))
  paintStates.set(root, state)
  return state
}

/** Finds out which colors the page has set, and has the probes compute those. */
function updateProbes(state: PaintState): void {
  const style = getComputedStyle(state.host)
  const texts = colorInputNames.map((input) => style.getPropertyValue(colorInputs[input][0]))
  const isColor = (text: string) => CSS.supports('color', text) && !/currentcolor/i.test(text)
  state.inputs = colorInputNames.filter((_, index) => isColor(texts[index]!))
  writeExpressions(
    state,
    colorInputNames.filter((_, index) => texts[index] !== '' && !isColor(texts[index]!)),
  )
}

/** @param invalidInputs the properties that the page has set to a text that is not a color */
function writeExpressions({ probes }: PaintState, invalidInputs: readonly ColorInput[]): void {
  for (const { style } of Object.values(probes)) {
    for (const input of colorInputNames) {
      const [name, fallback, property] = colorInputs[input]
      // The expression names the property even if it is not set, so that a later change by the page is noticed.
      const color = invalidInputs.includes(input) ? fallback : `var(${name}, ${fallback})`
      const expression = `color(from ${color} srgb r g b / alpha)`
      if (style[property] !== expression) style[property] = expression
    }
  }
}

/** The colors that are set, as the browser computes them. */
type ComputedColors = { brand: string } & Partial<Record<ColorInput, string>>
type ColorsByScheme = Record<Scheme, ComputedColors>

function readComputedColors({ probes, inputs }: PaintState): ColorsByScheme {
  const readColors = (probe: HTMLElement): ComputedColors => {
    const style = getComputedStyle(probe)
    const colors = inputs.map((input) => [input, style[colorInputs[input][2]]])
    return { brand: style.backgroundColor, ...Object.fromEntries(colors) }
  }
  return { light: readColors(probes.light), dark: readColors(probes.dark) }
}

function computePalette(scheme: Scheme, { brand, surface, ink }: ComputedColors): Palette {
  const parseOptional = (text: string | undefined) =>
    text === undefined ? undefined : parseColor(text)
  return createPalette(parseColor(brand), scheme, parseOptional(surface), parseOptional(ink))
}

/**
 * Formats the CSS declarations. The page's own surface is kept, and its ink too where it is readable in both schemes.
 */
function formatDeclarations({ light, dark }: Palettes, inputs: readonly ColorInput[]): string {
  const { isAccentShifted: _, isInkShifted, ...colors } = light
  const isInkMoved = isInkShifted || dark.isInkShifted
  const isKept = (role: string) =>
    inputs.some((wish) => wish === role && !(role === 'ink' && isInkMoved))
  return (Object.keys(colors) as (keyof typeof colors)[])
    .filter((role) => !isKept(role))
    .map((role) => `--_${toKebabCase(role)}:light-dark(${light[role]},${dark[role]})`)
    .join(';')
}
