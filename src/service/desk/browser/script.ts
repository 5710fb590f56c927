// The words of a refund, and the nonce of its transaction, for the element that asks a wallet for it; and the keyboard of the desk:
// `/` searches, Ctrl or Cmd with K goes anywhere, arrows walk through a list. All else is forms and links, which need no script.

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
  const rows = [...document.querySelectorAll<HTMLElement>('.row, .amt')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  // From elsewhere only downwards: the arrow that scrolls up goes on doing so.
  const next = at === -1 && step === -1 ? undefined : rows[at + step]
  next?.focus()
  return next !== undefined
}

/** A place that the palette leads to. */
interface Target {
  label: string
  href: string
}

function openPalette(): void {
  const dialog = document.querySelector('dialog') ?? createPalette()
  if (!dialog || dialog.open) return
  dialog.showModal()
}

/** Adds the palette's dialog to the page: a field, and the list of what it finds. */
function createDialog(palette: string) {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', palette)
  const input = document.createElement('input')
  const list = document.createElement('ul')
  list.id = 'palette'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', palette)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
    'aria-label': palette,
    placeholder: palette,
    autocomplete: 'off',
    spellcheck: 'false',
  }))
    input.setAttribute(name, value)
  dialog.append(input, list)
  document.body.append(dialog)
  return { dialog, input, list }
}

/** Creates the palette: the pages of the navigation, and a search for the typed text. Only signed-in persons have one. */
function createPalette(): HTMLDialogElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.side nav a')]
  const form = document.querySelector<HTMLElement>('.frame')
  const { palette = '', paletteSearch = '', charges = '' } = form?.dataset ?? {}
  if (links.length === 0) return undefined
  const places = links.map((link): Target => {
    const [label] = link.querySelectorAll('span')
    return { label: label?.textContent ?? '', href: link.href }
  })
  const { dialog, input, list } = createDialog(palette)

  let targets: readonly Target[] = []
  let selected = 0

  const show = () => {
    const typed = input.value.trim()
    const wanted = typed.toLocaleLowerCase()
    const found = places.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    const search = {
      label: paletteSearch.replace('{text}', typed),
      href: `${charges}?${new URLSearchParams({ search: typed })}`,
    }
    targets = typed === '' ? places : [...found, search]
    list.replaceChildren(...targets.map(createOption))
    select(0)
  }

  const select = (index: number) => {
    selected = (index + targets.length) % targets.length
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === selected))
    const option = list.children[selected]
    input.setAttribute('aria-activedescendant', option?.id ?? '')
    option?.scrollIntoView({ block: 'nearest' })
  }

  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      select(selected + step)
    }
    const target = targets[selected]
    // While a word is composed, Enter belongs to the keyboard of the language.
    if (event.key === 'Enter' && !event.isComposing && target) location.assign(target.href)
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    input.value = ''
    show()
  })
  show()
  return dialog
}

function createOption({ label, href }: Target, index: number): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `palette-${index}`
  option.setAttribute('role', 'option')
  option.textContent = label
  option.addEventListener('click', () => location.assign(href))
  return option
}
