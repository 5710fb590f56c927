/** The callbacks to run once a box is near the screen. */
const callbacks = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/**
 * Calls once when an element is on the screen, or less than a screen away from it (inside a separately scrolling part of the page:
 * when it comes into sight). An element that is not displayed, such as in a closed tab of the page, waits until it is.
 *
 * @param root of an element that is rendered
 * @param signal ends the waiting
 */
export function onceNearScreen(root: ShadowRoot, signal: AbortSignal, work: () => void): void {
  // The host has no box where the page gives it `display: contents`.
  const box = root.querySelector('.size') ?? root.host
  observer ??= new IntersectionObserver(callNear, { rootMargin: '100%' })
  callbacks.set(box, work)
  observer.observe(box)
  signal.addEventListener('abort', () => observer?.unobserve(box), { once: true })
}

function callNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    observer?.unobserve(target)
    callbacks.get(target)?.()
  }
}
