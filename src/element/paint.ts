import { kebab } from './attributes.ts'
import { parseColour } from './palette/colour-text.ts'
import { type Palette, palette, type Scheme } from './palette/palette.ts'

// The first paint has a readable accent from the style sheet alone. With this code comes the whole palette, held against what
// the page has set.

/** What a page may wish for, what stands in for it, and the property of a probe that shows what it computes to. */
const wishes = {
  brand: ['--pay-charge-accent', 'var(--_brand, #4f46e5)', 'backgroundColor'],
  surface: ['--pay-charge-surface', 'transparent', 'outlineColor'],
  ink: ['--pay-charge-ink', 'transparent', 'color'],
} as const
type Wish = keyof typeof wishes
const wishNames = Object.keys(wishes) as Wish[]
const schemes = ['light', 'dark'] as const

/** How an element looks in each scheme. */
export type Palettes = Record<Scheme, Palette>

interface Painted {
  /**
   * Of this element alone, after the sheets that all elements share. Not inline on the host: there it would lie open to the
   * page's scripts, and frameworks that write the style attribute would wipe it out. Not on the card: a drawing may replace it.
   */
  sheet: CSSStyleSheet
  probes: Record<Scheme, HTMLElement>
  /** What it was painted for. */
  key?: string
  palettes?: Palettes
}

const paintings = new WeakMap<ShadowRoot, Painted>()

/**
 * Paints an element with the palette of its brand colour: `--pay-charge-accent`, else the brand of the charge, seen on the page's
 * own surface and beside its ink. Cheap enough for every draw; and when one of them changes (a page that turns dark), it paints
 * again by itself.
 *
 * A text that is no colour counts as not given, and so does currentColor, which is another one in every place. A browser without
 * relative colours (before Chrome 123, Firefox 128, Safari 17.5) keeps its page's own text on its page's own ground.
 *
 * @returns the palettes in use, for designers to look at
 */
export function paint(host: HTMLElement, root: ShadowRoot): Palettes | undefined {
  if (!CSS.supports('color', 'light-dark(red, color(from red srgb r g b))')) return undefined
  // Out of the page nothing has a colour: when it is back in one, it is drawn.
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
    // A transition tells that a colour has changed; CSS has no other way to hear of it. On its child: in a transition a colour
    // reads as one on the way. It outdoes the rule for less motion, since nothing is seen to move.
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
  // Before what Lit draws: what follows its first node is its own.
  root.prepend(...Object.values(painted.probes))
  paintings.set(root, painted)
  return painted
}

/** Colours as the browser computes them, of what is given. */
type Seen = { brand: string } & Partial<Record<Wish, string>>

function look(probe: HTMLElement, given: readonly Wish[]): Seen {
  const style = getComputedStyle(probe)
  for (const wish of wishNames) {
    const [name, otherwise, property] = wishes[wish]
    const isSet = style.getPropertyValue(name) !== ''
    // What is not set is named all the same: so it is noticed when the page sets it later.
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

/** A surface of the page's own stays as it is, and so does its ink where both schemes can read it. */
function declare({ light, dark }: Palettes, given: readonly Wish[]): string {
  const { shifted: _, inkShifted, ...colours } = light
  const moved = inkShifted || dark.inkShifted
  const stays = (role: string) => given.some((wish) => wish === role && !(role === 'ink' && moved))
  return (Object.keys(colours) as (keyof typeof colours)[])
    .filter((role) => !stays(role))
    .map((role) => `--_${kebab(role)}:light-dark(${light[role]},${dark[role]})`)
    .join(';')
}
