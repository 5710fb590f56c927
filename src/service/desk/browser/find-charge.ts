import { createFinder } from './palette.ts'

/** A row that a search finds; see pages/found.ts. */
interface FoundRow {
  label: string
  note: string
  /** Absent for what is no charge. */
  charge?: string
}

/** Lists charges below the field that looks for one, while a person types. Each leads to the page that offers it. */
export function findWhileTyping(root: Document): void {
  const input = root.querySelector<HTMLInputElement>('#find')
  const form = input?.form
  if (!input || !form) return
  const list = root.createElement('ul')
  list.className = 'finds'
  list.setAttribute('aria-live', 'polite')
  form.after(list)
  const find = createFinder<FoundRow>(input.dataset.rows ?? '', (rows) => {
    list.replaceChildren(...rows.flatMap((row) => createRow(form.action, row)))
  })
  input.addEventListener('input', () => {
    list.replaceChildren()
    find(input.value.trim())
  })
}

function createRow(action: string, { label, note, charge }: FoundRow): HTMLLIElement[] {
  if (!charge) return []
  const row = document.createElement('li')
  const link = document.createElement('a')
  const more = document.createElement('small')
  const address = new URL(action)
  address.search = String(new URLSearchParams({ find: charge }))
  link.className = 'row'
  link.href = address.href
  more.textContent = note
  link.append(label, more)
  row.append(link)
  return [row]
}
