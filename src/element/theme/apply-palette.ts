import { toKebabCase } from '../attributes.ts'
import { parseColor } from './palette/color-text.ts'
import { createPalette, type Palette, type Scheme } from './palette/palette.ts'

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
const schemes = ['light', 'dark'] as const

/** The palette of an element in each color scheme. */
export type Palettes = Record<Scheme, Palette>

interface PaintState {
  /**
   * The sheet of this element alone, after the sheets that all elements share. Not inline on the host, where scripts
   * of the page could change it, and frameworks that write the style attribute would remove it. Not on the card,
   * which a render may replace.
   */
  sheet: CSSStyleSheet
  probes: Record<Scheme, HTMLElement>
  /** The computed colors that the palettes were made for, as JSON. */
  key?: string
  palettes?: Palettes
}

const paintStates = new WeakMap<ShadowRoot, PaintState>()

/**
 * Applies the palette of the brand color to an element: `--pay-charge-accent`, else the brand of the charge, for the
 * page's surface and ink. It is fast enough for every render, and runs again by itself when one of these colors
 * changes, such as when the page turns dark.
 *
 * A text that is not a color counts as not set. So does currentColor, which differs from place to place. A browser
 * without relative colors (before Chrome 123, Firefox 128, Safari 17.5) keeps the page's text color on the page's
 * background.
 *
 * @returns the palettes in use, for designers
 */
export function applyPalette(host: HTMLElement, root: ShadowRoot): Palettes | undefined {
  if (!CSS.supports('color', 'light-dark(red, color(from red srgb r g b))')) return undefined
  // A disconnected element has no computed colors. It is rendered when it is connected again.
  if (!host.isConnected) return paintStates.get(root)?.palettes
  const paintState = paintStates.get(root) ?? createPaintState(host, root)
  const { probes, sheet } = paintState
  const inputs = colorInputNames.filter((wish) => isInputSet(host, wish))
  const computedColors = schemes.map((scheme) => readComputedColors(probes[scheme], inputs)) as [
    ComputedColors,
    ComputedColors,
  ]
  const key = JSON.stringify(computedColors)
  if (paintState.key === key) return paintState.palettes
  const palettes = {
    light: computePalette('light', computedColors[0]),
    dark: computePalette('dark', computedColors[1]),
  }
  sheet.replaceSync(`:host{${formatDeclarations(palettes, inputs)}}`)
  return Object.assign(paintState, { key, palettes }).palettes
}

function isInputSet(host: HTMLElement, input: ColorInput): boolean {
  const text = getComputedStyle(host).getPropertyValue(colorInputs[input][0])
  return CSS.supports('color', text) && !/currentcolor/i.test(text)
}

function createPaintState(host: HTMLElement, root: ShadowRoot): PaintState {
  const probe = (scheme: Scheme) => {
    const element = document.createElement('i')
    element.ariaHidden = 'true'
    element.style.cssText = `position:absolute;visibility:hidden;color-scheme:${scheme}`
    // A transition reports that a color has changed; CSS has no other event for that. It is on a child element,
    // because during a transition the computed color is an intermediate one. It overrides the rule for reduced
    // motion, since nothing visible moves.
    const watch = element.appendChild(document.createElement('i'))
    watch.style.cssText = 'background-color:inherit;outline-color:inherit;transition:1ms!important'
    element.addEventListener('transitionrun', () => applyPalette(host, root))
    return element
  }
  const paintState = {
    sheet: new CSSStyleSheet(),
    probes: { light: probe('light'), dark: probe('dark') },
  }
  root.adoptedStyleSheets.push(paintState.sheet)
  // Before the nodes of Lit, which owns all nodes after its first one.
  root.prepend(...Object.values(paintState.probes))
  paintStates.set(root, paintState)
  return paintState
}

/** The colors that are set, as the browser computes them. */
type ComputedColors = { brand: string } & Partial<Record<ColorInput, string>>

function readComputedColors(probe: HTMLElement, inputs: readonly ColorInput[]): ComputedColors {
  const style = getComputedStyle(probe)
  for (const input of colorInputNames) {
    const [name, fallback, property] = colorInputs[input]
    const isSet = style.getPropertyValue(name) !== ''
    // The expression names the property even if it is not set, so that a later change by the page is noticed.
    const color = isSet && !inputs.includes(input) ? fallback : `var(${name}, ${fallback})`
    probe.style[property] = `color(from ${color} srgb r g b / alpha)`
  }
  const computedColors = inputs.map((wish) => [wish, style[colorInputs[wish][2]]])
  return { brand: style.backgroundColor, ...Object.fromEntries(computedColors) }
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
