/** The cards whose next screen with a title gets the focus. */
const awaitingTitle = new WeakSet<ShadowRoot>()

/** Gives the focus to the next screen unless another element of the page has it. */
export function focusNextScreen(root: ShadowRoot | null): void {
  if (root) awaitingTitle.add(root)
}

/**
 * Gives the focus to the title of a new screen, after the control that had it is gone. A screen without a title, such as
 * one that loads, leaves it to the next.
 */
export function moveFocus(root: ShadowRoot, hadFocus: boolean): void {
  if (root.activeElement) return
  const { activeElement, body } = root.ownerDocument
  const isFree = activeElement === null || activeElement === body
  if (!hadFocus && !(awaitingTitle.has(root) && isFree)) return
  const find = (selector: string) => root.querySelector<HTMLElement>(`.card ${selector}`)
  const target = find('h2[tabindex]') ?? find('.screen button')
  if (target) awaitingTitle.delete(root)
  else awaitingTitle.add(root)
  target?.focus()
  if (target?.localName === 'h2') hushTitle(root, target.textContent ?? '')
}

/** A screen reader reads the title that has the focus, so the live region leaves it out, and says only what follows it. */
function hushTitle(root: ShadowRoot, title: string): void {
  const region = root.querySelector('[role="status"]')
  const words = region?.textContent ?? ''
  if (region && words.startsWith(title))
    region.textContent = words.slice(title.length).replace(/^\. /, '')
}
