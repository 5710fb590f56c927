import { en } from '../../../i18n/languages/en.ts'
import type { Messages } from '../../../i18n/languages/translation.ts'

// Guards the pay button against clicks that a payer does not mean: on a button that something covers, or that has just
// appeared under the pointer. docs/decisions.md defines when it is covered, and why.

/** Milliseconds after the button has appeared, or its price has changed, in which nothing can be meant for it. */
const armingMs = 500
/** The name of the animation during which the button ignores clicks; the theme starts it around a new button. */
const armingName = 'arm'
/** The points at which the button must be visible, as shares of its width: its label, which a payer must see. */
const sampledShares = [0.25, 0.5, 0.75]
/** The least opacity of something that hides the content under it, and of the button to be seen. */
const opaqueFrom = 0.3
const noticeMs = 6000
/**
 * Milliseconds that a new button in a frame of another site waits for the browser's first word that it is visible. The
 * frames around must be drawn first; after this time a button that was not reported visible is treated as covered.
 */
const firstSightMs = 3000

/** The button of a card that is watched. */
interface Guard {
  button: HTMLElement
  /** The button's visibility as last reported (IntersectionObserver v2); undefined where the browser reports none. */
  isVisible: boolean | undefined
  messages: Messages
  stop(): void
}

const guards = new WeakMap<ShadowRoot, Guard>()

/** Watches the pay button of a card, if there is one. Called once this code is loaded, and after each render. */
export function guardPayButton(root: ShadowRoot, messages: Messages = en): void {
  const button = root.querySelector<HTMLElement>('.pay > button')
  const guard = guards.get(root)
  if (guard) guard.messages = messages
  if ((guard?.button ?? null) === button) return
  guard?.stop()
  guards.delete(root)
  root.querySelector('.covered')?.remove()
  if (button) guards.set(root, watch(button, messages))
}

function watch(button: HTMLElement, messages: Messages): Guard {
  // Until the browser reports its visibility, it is not known to be visible.
  const isVisible = 'isVisible' in IntersectionObserverEntry.prototype ? false : undefined
  const guard: Guard = { button, isVisible, messages, stop }
  const firstSight =
    isVisible === false && isFramedByOthers() ? arm(button, firstSightMs) : undefined
  let wasShown = true
  const observer = new IntersectionObserver(
    (entries) => {
      // Only Chromium has isVisible: it detects everything that covers the button, even in the frames around the page.
      const { isIntersecting, isVisible } = entries.at(-1) as IntersectionObserverEntry & {
        isVisible?: boolean
      }
      guard.isVisible = isVisible
      const isShown = isIntersecting && isVisible !== false
      if (isShown) firstSight?.cancel()
      if (isShown && !wasShown) arm(button)
      wasShown = isShown
    },
    { trackVisibility: true, delay: 100, threshold: [0, 0.5, 1] } as IntersectionObserverInit,
  )
  let label = button.textContent
  const labelObserver = new MutationObserver(() => {
    if (button.textContent !== label) arm(button)
    label = button.textContent
  })
  observer.observe(button)
  labelObserver.observe(button, { characterData: true, childList: true, subtree: true })
  function stop() {
    observer.disconnect()
    labelObserver.disconnect()
  }
  return guard
}

/** Lets no pointer reach the button for a while. It keeps its focus, its look and its place. */
function arm(button: HTMLElement, duration = armingMs): Animation {
  const frames = { pointerEvents: ['none', 'none'] }
  return button.animate(frames, { duration, id: armingName })
}

const isArming = (animation: Animation) =>
  animation.id === armingName || (animation as CSSAnimation).animationName === armingName

/**
 * Returns whether a payer's click on the pay button counts. If it does not because something covers the button, the payer sees a
 * message.
 *
 * @param button as the event of the click has it; undefined for `pay()` or a click by the page's script, which always
 * count: such a script can open a wallet without this element
 */
export function acceptsClick(button: unknown): boolean {
  if (!(button instanceof HTMLElement)) return true
  const root = button.getRootNode()
  // Without a card around it, the screen has changed, and the click is void.
  if (!(root instanceof ShadowRoot)) return false
  root.querySelector('.covered')?.remove()
  // The keyboard reaches a button that the pointer does not.
  const around = button.parentElement ?? button
  if (around.getAnimations({ subtree: true }).some(isArming)) return false
  const guard = guards.get(root)
  if (!isCovered(button, guard?.isVisible)) return true
  showNotice(root, (guard?.messages ?? en).coveredButton)
  return false
}

/** Shows a line over the small print, so that nothing moves under the pointer. */
function showNotice(root: ShadowRoot, text: string) {
  const line = document.createElement('p')
  line.className = 'covered'
  line.role = 'alert'
  line.textContent = text
  root.querySelector('footer')?.append(line)
  setTimeout(() => line.remove(), noticeMs)
}

function isCovered(button: HTMLElement, isVisible: boolean | undefined): boolean {
  if (isVisible) return false
  const { opacity, hasEffect } = readEffects(button)
  if (opacity < opaqueFrom) return true
  const { left, top, width, height } = button.getBoundingClientRect()
  const isCoveredAt = (share: number) =>
    isPaintedOver(button, left + width * share, top + height / 2)
  // One of them may be a chat's bubble at the edge, or a cursor that the page draws.
  if (sampledShares.filter(isCoveredAt).length > 1) return true
  // Nothing of this page explains it, so the cause is in a page around it, which only the browser can see.
  return isVisible === false && !hasEffect && isFramedByOthers()
}

function isFramedByOthers(): boolean {
  return [...(location.ancestorOrigins ?? [])].some((origin) => origin !== location.origin)
}

/** Reads how much of an element is left by the opacity of all around it, and whether the page itself changes its look. */
function readEffects(element: Element): { opacity: number; hasEffect: boolean } {
  let opacity = 1
  let hasEffect = false
  for (let at: Element | null = element; at; at = getParent(at)) {
    const { opacity: ownOpacity, filter, transform, rotate, scale } = getComputedStyle(at)
    const [, number = '1', percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? []
    const filterOpacity = Number(number) / (percent ? 100 : 1)
    opacity *= Number(ownOpacity) * filterOpacity
    hasEffect ||=
      ownOpacity !== '1' || [filter, transform, rotate, scale].some((value) => value !== 'none')
  }
  return { opacity, hasEffect }
}

/** Returns the element around another one, also across shadow roots and frames of the same origin. */
function getParent(element: Element): Element | null {
  const root = element.getRootNode()
  return (
    element.assignedSlot ??
    element.parentElement ??
    (root instanceof ShadowRoot
      ? root.host
      : (element.ownerDocument.defaultView?.frameElement ?? null))
  )
}

/** Returns whether something of this page is painted over the button at a point of the viewport. */
function isPaintedOver(button: HTMLElement, x: number, y: number): boolean {
  for (let scope = button.getRootNode(); scope instanceof ShadowRoot; ) {
    const { host } = scope
    scope = host.getRootNode()
    const elements = listElementsAt(scope as Document | ShadowRoot, x, y)
    const above = elements.slice(0, Math.max(elements.indexOf(host), 0))
    if (above.some((element) => !host.contains(element) && paints(element, x, y))) return true
  }
  return false
}

/** Lists the elements at a point, topmost first, with those that let clicks through. */
function listElementsAt(scope: Document | ShadowRoot, x: number, y: number): Element[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  const before = scope.adoptedStyleSheets
  scope.adoptedStyleSheets = [...before, sheet]
  try {
    return scope.elementsFromPoint(x, y)
  } finally {
    scope.adoptedStyleSheets = before
  }
}

/**
 * Returns whether an element hides the content under it at a point. One that paints nothing there, such as the
 * container of a page's messages, does not, and a canvas may be empty: only a script could paint it.
 */
function paints(element: Element, x: number, y: number): boolean {
  const { opacity } = readEffects(element)
  if (opacity < opaqueFrom) return false
  if (/^(img|video|iframe|object|embed)$/.test(element.localName)) return true
  // A shape is hit only where it is painted.
  if (element instanceof SVGElement) return element.localName !== 'svg'
  const pseudos = [undefined, '::before', '::after']
  return (
    hasTextAt(element, x, y) || pseudos.some((pseudo) => hasBackground(element, pseudo, opacity))
  )
}

function hasBackground(element: Element, pseudo: string | undefined, opacity: number): boolean {
  const { content, backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(
    element,
    pseudo,
  )
  if (pseudo && content === 'none') return false
  const [, alpha = '1'] = /(?:rgba\([^()]*,|\/) *([\d.]+)\)$/.exec(backgroundColor) ?? []
  const isFilled = Number(alpha) * opacity >= opaqueFrom
  return isFilled || backgroundImage !== 'none' || !['none', undefined].includes(backdropFilter)
}

/** Returns whether a text of the element itself stands at a point. */
function hasTextAt(element: Element, x: number, y: number): boolean {
  const range = document.createRange()
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
    )
  })
}
