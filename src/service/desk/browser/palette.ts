// The palette: a field that leads to the places and actions of the desk, and to the rows that a search finds. See document.ts for its
// data, and routes/search.ts for the rows.

/** A place, an action or a row that the palette leads to. */
interface Target {
  label: string
  note?: string
  /** Absent for what the page itself does. */
  href?: string
  act?: () => void
}

/** The data of the page for its palette. */
interface PaletteData {
  label: string
  /** `Search for “{text}”` */
  search: string
  page: string
  rows: string
  actions: readonly { label: string; href: string }[]
}

/** Milliseconds without a key after which what was typed is searched for. */
const typingPauseMs = 150

/** Opens the palette of a signed-in person's page. */
export function openPalette(): void {
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

/** Lists the places of the navigation, the actions, and signing out. */
function listTargets(actions: PaletteData['actions']): Target[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.side nav a')]
  const places = links.map((link): Target => {
    const [label] = link.querySelectorAll('span')
    return { label: label?.textContent ?? '', href: link.href }
  })
  const signOut = document.querySelector<HTMLButtonElement>('#sign-out')
  const ending = signOut ? [{ label: signOut.title, act: () => signOut.click() }] : []
  return [...places, ...actions, ...ending]
}

/** Creates the palette. Only signed-in persons have one. */
function createPalette(): HTMLDialogElement | undefined {
  const frame = document.querySelector<HTMLElement>('.frame')
  if (!frame) return undefined
  const data = JSON.parse(frame.dataset.palette ?? '{}') as PaletteData
  const known = listTargets(data.actions)
  const { dialog, input, list } = createDialog(data.label)

  let targets: readonly Target[] = []
  let selected = 0

  const show = (rows: readonly Target[] = []) => {
    const typed = input.value.trim()
    const wanted = typed.toLocaleLowerCase()
    const found = known.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    const search = {
      label: data.search.replace('{text}', typed),
      href: `${data.page}?${new URLSearchParams({ search: typed })}`,
    }
    targets = typed === '' ? known : [...found, ...rows, search]
    list.replaceChildren(...targets.map((target, index) => createOption(target, index)))
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

  const find = createFinder(data.rows, show)
  input.addEventListener('input', () => {
    show()
    find(input.value.trim())
  })
  input.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      select(selected + step)
    }
    const target = targets[selected]
    // While a word is composed, Enter belongs to the keyboard of the language.
    if (event.key === 'Enter' && !event.isComposing && target) go(target)
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

/** Returns the function that asks for the rows of a text once no more is typed. Only the rows of the newest text are shown. */
export function createFinder<Row>(
  address: string,
  show: (rows: readonly Row[]) => void,
): (typed: string) => void {
  let newest = ''
  return (typed) => {
    newest = typed
    if (typed.length < 2) return
    setTimeout(async () => {
      if (typed !== newest) return
      const response = await fetch(`${address}?${new URLSearchParams({ search: typed })}`)
      // Without an answer the palette leads to the page of the search, which says what is wrong.
      if (!response.ok || typed !== newest) return
      show(((await response.json()) as { data: readonly Row[] }).data)
    }, typingPauseMs)
  }
}

function go({ href, act }: Target): void {
  if (href) location.assign(href)
  else act?.()
}

function createOption(target: Target, index: number): HTMLLIElement {
  const option = document.createElement('li')
  option.id = `palette-${index}`
  option.setAttribute('role', 'option')
  option.textContent = target.label
  if (target.note) {
    const note = document.createElement('small')
    note.textContent = target.note
    option.append(note)
  }
  option.addEventListener('click', () => go(target))
  return option
}
