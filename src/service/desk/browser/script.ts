import { walkThroughBars } from './chart.ts'
import { copyOnClick, printOnClick } from './copy.ts'
import { findWhileTyping } from './find-charge.ts'
import { openPalette } from './palette.ts'
import { goBackInPlace, openFolds } from './places.ts'

// The words of a refund, and the nonce of its transaction, for the element that asks a wallet for it; and the keyboard of the desk:
// `/` searches, Ctrl or Cmd with K goes anywhere, arrows walk through a list, and through the bars of a chart. A field finds charges
// as a person types, and the way back leads to the place in a list. All else is forms and links, which need no script.

copyOnClick(document)
printOnClick(document)
walkThroughBars(document)
findWhileTyping(document)
goBackInPlace(document)
openFolds(document)

// Before the element's own script: so that it never speaks of a payment.
const signing = document.querySelector<HTMLElement>('.signing')
const element = signing?.querySelector('pay-charge')
if (element) Object.assign(element, JSON.parse(signing?.dataset.options ?? '{}'))

keepTimeZone()

/** Lets the desk know the browser's time zone from the next page on, unless its person has chosen one: see time-zone.ts. */
function keepTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const known = /(?:^|; )desk-zone=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const value = encodeURIComponent(`auto:${timeZone}`)
  if (known === value || (known !== '' && !known.startsWith('auto%3A'))) return
  const base = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is not in all browsers.
  document.cookie = `desk-zone=${value}; path=${base}; max-age=31536000; samesite=strict${secure}`
}

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
    event.preventDefault()
    openPalette()
    return
  }
  if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
  if (event.key === '/') {
    const search = document.querySelector<HTMLInputElement>('#search')
    if (!search) return
    event.preventDefault()
    search.select()
    search.focus()
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const wasMoved = moveInList(event.key === 'ArrowDown' ? 1 : -1)
    if (wasMoved) event.preventDefault()
  }
})

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, summary') !== null
  )
}

/** Moves the focus to the next or the previous row of the list; from elsewhere to its first one. */
function moveInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main :is(.row, .amt)')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  // From elsewhere only downwards: the arrow that scrolls up goes on doing so.
  const next = at === -1 && step === -1 ? undefined : rows[at + step]
  next?.focus()
  return next !== undefined
}

showCurrent()
// A tablet that is turned may make a line of what was a column.
addEventListener('resize', showCurrent)

/** On a phone the places, and the tabs of a list, are one line that scrolls: the current one is brought into sight. */
function showCurrent(): void {
  for (const current of document.querySelectorAll<HTMLElement>('nav [aria-current]'))
    showInLine(current)
}

function showInLine(current: HTMLElement): void {
  const line = current.closest('nav')
  if (!line) return
  const [place, view] = [current.getBoundingClientRect(), line.getBoundingClientRect()]
  line.scrollLeft += place.left + place.width / 2 - view.left - view.width / 2
}
