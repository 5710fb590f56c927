// Where a person was: the link back to a list leads to the place in it, and a link to a folded form opens it.

/** Goes back where the page before is the list that a link leads up to: with its filters, and at the row that was left. */
export function goBackInPlace(root: Document): void {
  root.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.up') : null
    if (!link || ctrlKey || metaKey || shiftKey || !URL.canParse(root.referrer)) return
    const { origin, pathname } = new URL(root.referrer)
    if (origin !== location.origin || pathname !== new URL(link.href).pathname) return
    event.preventDefault()
    history.back()
  })
}

/** Opens the fold around what a link of the page leads to, which not every browser does. */
export function openFolds(root: Document): void {
  root.addEventListener('click', (event) => {
    const { target } = event
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    const part = root.getElementById(link?.getAttribute('href')?.slice(1) ?? '')
    const fold = part?.closest('details')
    if (!part || !fold) return
    // The page stays one step of the history: one step back is the list.
    event.preventDefault()
    fold.open = true
    part.focus()
  })
}
