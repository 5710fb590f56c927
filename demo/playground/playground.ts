/**
 * The designers' playground: every screen of the element in any look, and a real payment with any fault.
 *
 *   <script type="module" src="/playground.js" data-chain-id="31337" data-rpc-url="…" data-block-time="2"></script>
 *
 * data-rpc-url: the chain as a wallet of the visitor's own would reach it. data-block-time: seconds.
 */
import type { Scheme } from '../../src/element/preview/index.ts'
import { hexOf, showColors } from './colors.ts'
import { fillControls, putPlace, takePlace, watchControls } from './controls.ts'
import { byId } from './dom.ts'
import { faultOf } from './faults.ts'
import { Live } from './live.ts'
import { type Place, readPlace, usual, writePlace } from './place.ts'
import { snippet } from './snippet.ts'
import { type Kit, Still } from './still.ts'

// A module script has no document.currentScript, so it is known by its attribute.
const facts = document.querySelector<HTMLScriptElement>('script[data-block-time]')?.dataset
if (!facts) throw new Error('playground: its script tag needs data-block-time="<seconds>".')

const element = (await customElements.whenDefined('pay-charge')) as unknown as {
  preview(): Promise<Kit>
}
const kit = await element.preview()
const dark = matchMedia('(prefers-color-scheme: dark)')
/** Milliseconds that a choice of fault stands before it runs: arrow keys pass by many. */
const settling = 350

fillControls(kit.supportedLocales)
const still = new Still(kit)
const live = new Live({ id: Number(facts.chainId), rpcUrl: facts.rpcUrl! }, Number(facts.blockTime))
let place = placeHere()
let settled = 0

putPlace(place)
await showAll()
document.documentElement.dataset.ready = 'true'

watchControls((name) => {
  place = takePlace(place)
  history.replaceState(null, '', addressOf(place))
  void changed(name)
})
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    place = { ...place, view: link.dataset.view! }
    history.pushState(null, '', addressOf(place))
    void showAll()
  })
}
window.addEventListener('popstate', () => {
  place = placeHere()
  putPlace(place)
  void showAll()
})
dark.addEventListener('change', () => showLook())
byId('anew').addEventListener('click', () => void live.start(place.fault, place))
for (const [id, by] of [
  ['previous', -1],
  ['next', 1],
] as const) {
  byId(id).addEventListener('click', () => {
    place = { ...place, screen: still.slugFrom(place.screen, by) }
    putPlace(place)
    history.replaceState(null, '', addressOf(place))
    void showScreen()
  })
}
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
  button.addEventListener('click', () => void copy(button))
}
for (const [jump, name] of [
  ['screen-jump', 'screen'],
  ['fault-jump', 'fault'],
] as const) {
  byId<HTMLSelectElement>(jump).addEventListener('change', ({ target }) => {
    place = { ...place, [name]: (target as HTMLSelectElement).value }
    putPlace(place)
    history.replaceState(null, '', addressOf(place))
    void changed(name)
  })
}

/** What the address asks for, as far as there is such a thing. */
function placeHere(): Place {
  const asked = readPlace(location.search)
  return {
    ...asked,
    brand: CSS.supports('color', asked.brand) ? asked.brand : usual.brand,
    screen: still.slugFrom(asked.screen, 0),
    fault: faultOf(asked.fault).id,
  }
}

function addressOf(one: Place): string {
  return location.pathname + writePlace(one)
}

/** Shows what a control has changed. */
async function changed(name: string): Promise<void> {
  if (name === 'screen') return showScreen()
  if (name !== 'fault') return showLook()
  showJumps()
  live.prepare(place.fault)
  clearTimeout(settled)
  settled = window.setTimeout(() => void live.start(place.fault, place), settling)
}

async function showAll(): Promise<void> {
  for (const part of document.querySelectorAll<HTMLElement>('[data-only]')) {
    part.hidden = part.dataset.only !== place.view
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
    if (link.dataset.view === place.view) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  showLook()
  if (place.view === 'live' && live.fault !== place.fault) void live.start(place.fault, place)
  await showScreen()
}

async function showScreen(): Promise<void> {
  showJumps()
  // The list is long: a link may lead to its end.
  const chosen = document.querySelector<HTMLInputElement>('input[name="screen"]:checked')
  chosen?.parentElement?.scrollIntoView({ block: 'nearest' })
  await still.show(place.screen)
}

function showJumps(): void {
  byId<HTMLSelectElement>('screen-jump').value = place.screen
  byId<HTMLSelectElement>('fault-jump').value = place.fault
}

/** Everything that depends on the look. */
function showLook(): void {
  still.dress(place)
  live.dress(place)
  const frame = byId('frame')
  frame.dataset.width = place.width
  byId('canvas').dataset.scheme = place.scheme
  byId('direction').textContent = directionOf(place.lang || document.documentElement.lang)
  const isDark = place.scheme === 'auto' ? dark.matches : place.scheme === 'dark'
  const scheme: Scheme = isDark ? 'dark' : 'light'
  showColors(place.brand, scheme, kit)
  const { html, css } = snippet(place)
  byId('snippet-html').textContent = html
  byId('snippet-css').textContent = css
  byId('css-part').hidden = css === ''
  byId('brand-hex').textContent = hexOf(place.brand)
}

/** The direction in which a language is written. */
function directionOf(lang: string): string {
  const { script } = new Intl.Locale(lang).maximize()
  return /^(Arab|Hebr)$/.test(script ?? '') ? 'Right to left' : 'Left to right'
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const said = byId('copied')
  try {
    await navigator.clipboard.writeText(byId(button.dataset.copies!).textContent)
    said.textContent = 'Copied.'
  } catch {
    said.textContent = 'This browser does not let the page copy: mark the text and copy it.'
  }
}
