import { loadPart } from '../../../../errors.ts'
import { en } from '../../../i18n/languages/en.ts'
import type { Messages } from '../../../i18n/languages/translation.ts'

// Guards the pay button against clicks that a payer does not mean: on a button that something covers, or that has just
// appeared under the pointer. docs/decisions.md defines when it is covered, and why.

/** Milliseconds after the button has appeared, or its price has changed, in which nothing can be meant for it. */
const armingMs = 500
/** The name of the animation during which the button ignores clicks; the theme starts it around a new button. */
const armingName = 'arm'
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
      // A failure is reported at the click, which tries again.
      if (isIntersecting && !isVisible && !cover) loadCover().catch(() => undefined)
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
 * message, and the console names it.
 *
 * @param button as the event of the click has it; undefined for `pay()` or a click by the page's script, which always
 * count: such a script can open a wallet without this element
 * @param accept called later for a click that counts, if the code that decides about it must load first
 */
export function acceptsClick(button: unknown, accept: () => void): boolean {
  if (!(button instanceof HTMLElement)) return true
  const root = button.getRootNode()
  // Without a card around it, the screen has changed, and the click is void.
  if (!(root instanceof ShadowRoot)) return false
  root.querySelector('.covered')?.remove()
  if (isArmed(button)) return false
  const guard = guards.get(root)
  if (guard?.isVisible) return true
  if (cover) return !refuse(button, root, cover)
  if (!undecided.has(button)) void decideLater(button, root, accept)
  return false
}

/** The buttons with a click that waits for the code that decides about it. */
const undecided = new WeakSet<HTMLElement>()

/**
 * Decides about a click once the code for it is loaded, however slowly: the button looks busy until then. The click counts for what the
 * payer saw, and nothing else.
 */
async function decideLater(button: HTMLElement, root: ShadowRoot, accept: () => void) {
  undecided.add(button)
  button.ariaBusy = 'true'
  const { textContent } = button
  const isSame = () => button.isConnected && button.textContent === textContent
  try {
    const code = await loadCover()
    if (isSame() && !isArmed(button) && !refuse(button, root, code)) accept()
  } catch (cause) {
    console.error(cause)
    showNotice(root, (guards.get(root)?.messages ?? en).screens.failed.title)
  } finally {
    undecided.delete(button)
    button.ariaBusy = 'false'
  }
}

/** Whether no click is meant for the button yet. The keyboard reaches a button that the pointer does not. */
const isArmed = (button: HTMLElement) =>
  (button.parentElement ?? button).getAnimations({ subtree: true }).some(isArming)

type CoverCode = typeof import('./cover/cover.ts')
let cover: CoverCode | undefined

/** Loads what decides whether a button is covered. Only few payers need it: Chromium says by itself what it has drawn. */
async function loadCover(): Promise<CoverCode> {
  cover = await loadPart(import('./cover/cover.ts'))
  return cover
}

/** Refuses a click on a covered button. Returns whether it has. */
function refuse(
  button: HTMLElement,
  root: ShadowRoot,
  { findCover, hasEffect, describeElement }: CoverCode,
): boolean {
  const guard = guards.get(root)
  const found = findCover(button)
  // If nothing of this page explains it, the cause is in a page around it, which only the browser can see.
  const isForeign = guard?.isVisible === false && isFramedByOthers() && !hasEffect(button)
  if (!found && !isForeign) return false
  const what = found ? describeElement(found) : 'a page around this one'
  console.error(`pay-charge: the Pay button is covered by ${what}.`, found)
  showNotice(root, (guard?.messages ?? en).coveredButton)
  return true
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

function isFramedByOthers(): boolean {
  return [...(location.ancestorOrigins ?? [])].some((origin) => origin !== location.origin)
}
