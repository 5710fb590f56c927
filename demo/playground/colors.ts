import type {
  createPalette,
  getContrastRatios,
  Palette,
  Scheme,
} from '../../src/element/preview/index.ts'
import { byId, make } from './dom.ts'

/** The element's own code, which computes the colors. */
export interface ColorFunctions {
  createPalette: typeof createPalette
  getContrastRatios: typeof getContrastRatios
}

/** As people call the colors. */
const titles: Record<Exclude<keyof Palette, 'isAccentShifted' | 'isInkShifted'>, string> = {
  surface: 'Card',
  ink: 'Text',
  soft: 'Small print',
  line: 'Hairline',
  edge: 'Field border',
  tint: 'Tint',
  fill: 'Button',
  onFill: 'Button text',
  hover: 'Button, hover',
  pressed: 'Button, pressed',
  accent: 'Accent',
  ring: 'Focus ring',
  well: 'Well',
  rest: 'Quiet button',
  successInk: 'Success',
  successTint: 'Success ground',
  successLine: 'Success edge',
  successFill: 'Success mark',
  onSuccess: 'Success check',
  warningInk: 'Warning',
  warningTint: 'Warning ground',
  warningLine: 'Warning edge',
  dangerInk: 'Danger',
  dangerTint: 'Danger ground',
  dangerLine: 'Danger edge',
  infoInk: 'Information',
  infoTint: 'Information ground',
  infoLine: 'Information edge',
}
const roles = Object.keys(titles) as (keyof typeof titles)[]

/** Shows a brand's palette in a scheme, how its pairs stand out, and what became of the brand color in both schemes. */
export function showColors(brand: string, scheme: Scheme, functions: ColorFunctions): void {
  const hex = hexOf(brand)
  const colors = functions.createPalette(hex, scheme)
  byId('swatches').replaceChildren(...roles.map((role) => swatch(titles[role], colors[role])))
  byId('contrast').replaceChildren(
    ...functions.getContrastRatios(colors).map((pair) => contrastRow(pair, colors)),
  )
  byId('contrast-scheme').textContent = scheme === 'dark' ? 'On the dark card' : 'On the light card'
  byId('shift').replaceChildren(
    ...(['light', 'dark'] as const).map((one) => make('p', {}, shiftNote(hex, one, functions))),
  )
}

function swatch(title: string, color: string): HTMLElement {
  const chip = make('span', { class: 'chip' })
  chip.style.backgroundColor = color
  return make('li', {}, chip, make('span', {}, title), make('code', { class: 'hex' }, color))
}

function contrastRow(
  { seen, on, least, ratio }: ReturnType<typeof getContrastRatios>[number],
  colors: Palette,
): HTMLElement {
  const sample = make('span', { class: 'sample', 'aria-hidden': 'true' }, least > 3 ? 'Aa' : '●')
  sample.style.color = colors[seen]
  sample.style.backgroundColor = colors[on]
  const name = `${titles[seen]} on ${titles[on].toLowerCase()}`
  const passes = ratio >= least
  const verdict = make('td', { class: passes ? 'pass' : 'fail' }, passes ? 'passes' : 'fails')
  return make(
    'tr',
    { 'data-pair': `${seen}-${on}` },
    make('th', { scope: 'row' }, make('span', { class: 'pair' }, sample, name)),
    // Cut, not rounded: 4.496 must not read as the 4.5 that it misses.
    make('td', {}, `${(Math.floor(ratio * 100) / 100).toFixed(2)}`),
    make('td', {}, String(least)),
    verdict,
  )
}

/** What became of the brand color, and why. */
function shiftNote(
  hex: string,
  scheme: Scheme,
  { createPalette, getContrastRatios }: ColorFunctions,
): string {
  const colors = createPalette(hex, scheme)
  const name = scheme === 'light' ? 'Light' : 'Dark'
  if (!colors.isAccentShifted) return `${name}: ${hex} is used as it is.`
  const asGiven = getContrastRatios({ ...colors, accent: hex })
  const weakest = asGiven.filter(({ seen }) => seen === 'accent').map(({ ratio }) => ratio)
  const ratio = (Math.floor(Math.min(...weakest) * 100) / 100).toFixed(2)
  const because = `because it has only ${ratio} : 1 on the card, and what must be seen there needs 3 : 1`
  if (colors.fill === hex) {
    return `${name}: buttons keep ${hex}. Marks and the borders of buttons are shifted from ${hex} to ${colors.accent}, ${because}.`
  }
  return `${name}: shifted from ${hex} to ${colors.fill}, ${because}, and a button in it would look like a hole or disabled.`
}

/** Any CSS color as `#rrggbb`, as a browser paints it on white. */
export function hexOf(color: string): string {
  const context = make('canvas', { width: '1', height: '1' }).getContext('2d')
  if (!context) throw new Error('This browser paints no canvas.')
  for (const fill of ['#fff', color]) {
    context.fillStyle = fill
    context.fillRect(0, 0, 1, 1)
  }
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
