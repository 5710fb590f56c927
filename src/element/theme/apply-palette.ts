import { kebab } from '../attributes.ts'
import { parseColour } from './palette/color-text.ts'
import { type Palette, palette, type Scheme } from './palette/palette.ts'

// The first render has a readable accent from the style sheet alone. This code adds the complete palette, checked
// against the colors that the page has set.

/**
 * The colors that a page may set: the custom property, its fallback, and the CSS property of a probe that computes
 * it.
 */
const wishes = {
  brand: ['--pay-charge-accent', 'var(--_brand, #4f46e5)', 'backgroundColor'],
  surface: ['--pay-charge-surface', 'transparent', 'outlineColor'],
  ink: ['--pay-charge-ink', 'transparent', 'color'],
} as const
type Wish = keyof typeof wishes
const wishNames = Object.keys(wishes) as Wish[]
const schemes = ['light', 'dark'] as const

/** The palette of an element in each color scheme. */
export type Palettes = Record<Scheme, Palette>

interface Painted {
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

const paintings = new WeakMap<ShadowRoot, Painted>()

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
export function paint(host: HTMLElement, root: ShadowRoot): Palettes | undefined {
  if (!CSS.supports('color', 'light-dark(red, color(from red srgb r g b))')) return undefined
  // A disconnected element has no computed colors. It is rendered when it is connected again.
  if (!host.isConnected) return paintings.get(root)?.palettes
  const painted = paintings.get(root) ?? prepare(host, root)
  const { probes, sheet } = painted
  const given = wishNames.filter((wish) => isGiven(host, wish))
  const seen = schemes.map((scheme) => look(probes[scheme], given)) as [Seen, Seen]
  const key = JSON.stringify(seen)
  if (painted.key === key) return painted.palettes
  const palettes = { light: reckon('light', seen[0]), dark: reckon('dark', seen[1]) }
  sheet.replaceSync(`:host{${declare(palettes, given)}}`)
  return Object.assign(painted, { key, palettes }).palettes
}

function isGiven(host: HTMLElement, wish: Wish): boolean {
  const text = getComputedStyle(host).getPropertyValue(wishes[wish][0])
  return CSS.supports('color', text) && !/currentcolor/i.test(text)
}

function prepare(host: HTMLElement, root: ShadowRoot): Painted {
  const probe = (scheme: Scheme) => {
    const one = document.createElement('i')
    one.ariaHidden = 'true'
    one.style.cssText = `position:absolute;visibility:hidden;color-scheme:${scheme}`
    // A transition reports that a color has changed; CSS has no other event for that. It is on a child element,
    // because during a transition the computed color is an intermediate one. It overrides the rule for reduced
    // motion, since nothing visible moves.
    const watch = one.appendChild(document.createElement('i'))
    watch.style.cssText = 'background-color:inherit;outline-color:inherit;transition:1ms!important'
    one.addEventListener('transitionrun', () => paint(host, root))
    return one
  }
  const painted = {
    sheet: new CSSStyleSheet(),
    probes: { light: probe('light'), dark: probe('dark') },
  }
  root.adoptedStyleSheets.push(painted.sheet)
  // Before the nodes of Lit, which owns all nodes after its first one.
  root.prepend(...Object.values(painted.probes))
  paintings.set(root, painted)
  return painted
}

/** The colors that are set, as the browser computes them. */
type Seen = { brand: string } & Partial<Record<Wish, string>>

function look(probe: HTMLElement, given: readonly Wish[]): Seen {
  const style = getComputedStyle(probe)
  for (const wish of wishNames) {
    const [name, otherwise, property] = wishes[wish]
    const isSet = style.getPropertyValue(name) !== ''
    // The expression names the property even if it is not set, so that a later change by the page is noticed.
    const colour = isSet && !given.includes(wish) ? otherwise : `var(${name}, ${otherwise})`
    probe.style[property] = `color(from ${colour} srgb r g b / alpha)`
  }
  const seen = given.map((wish) => [wish, style[wishes[wish][2]]])
  return { brand: style.backgroundColor, ...Object.fromEntries(seen) }
}

function reckon(scheme: Scheme, { brand, surface, ink }: Seen): Palette {
  const colour = (text: string | undefined) => (text === undefined ? undefined : parseColour(text))
  return palette(parseColour(brand), scheme, colour(surface), colour(ink))
}

/**
 * Formats the CSS declarations. The page's own surface is kept, and its ink too where it is readable in both schemes.
 */
function declare({ light, dark }: Palettes, given: readonly Wish[]): string {
  const { shifted: _, inkShifted, ...colours } = light
  const moved = inkShifted || dark.inkShifted
  const stays = (role: string) => given.some((wish) => wish === role && !(role === 'ink' && moved))
  return (Object.keys(colours) as (keyof typeof colours)[])
    .filter((role) => !stays(role))
    .map((role) => `--_${kebab(role)}:light-dark(${light[role]},${dark[role]})`)
    .join(';')
}
