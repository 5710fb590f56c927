// The buttons that copy a text, and say that they did; and the one that prints the page.

/** Milliseconds for which a button says that it has copied. */
const saidMs = 2000

/** Copies the text of a pressed button. Where the browser does not allow it, nothing is said. */
export function copyOnClick(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    if (!button) return
    const { copy = '', copied = '' } = button.dataset
    // The page itself has the text: whoever cannot copy it may select it.
    void navigator.clipboard?.writeText(copy).then(
      () => show(button, copied),
      () => undefined,
    )
  })
}

/** Prints the page that has a button for it. */
export function printOnClick(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) window.print()
  })
}

function show(button: HTMLElement, text: string): void {
  const said = document.createElement('span')
  said.className = 'copied'
  said.setAttribute('role', 'status')
  said.textContent = text
  button.after(said)
  setTimeout(() => said.remove(), saidMs)
}
