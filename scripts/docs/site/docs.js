// What every page has: menu, color scheme, copy buttons, the mark in the table of contents, and the search.

const $ = (selector) => document.querySelector(selector)

// The menu of narrow screens.
const menu = $('[data-menu]')
menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open')
  menu.setAttribute('aria-expanded', String(isOpen))
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !document.body.classList.contains('menu-open')) return
  document.body.classList.remove('menu-open')
  menu.setAttribute('aria-expanded', 'false')
  menu.focus()
})
const current = $('.pages [aria-current]')
if (current) {
  const list = $('.pages')
  if (current.offsetTop > list.clientHeight - 80)
    list.scrollTop = current.offsetTop - list.clientHeight / 2
}

// Light or dark.
$('[data-scheme]').addEventListener('click', () => {
  const { dataset } = document.documentElement
  const isDark = dataset.scheme
    ? dataset.scheme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.scheme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('docs-scheme', dataset.scheme)
  } catch {
    // Then it holds for this page only.
  }
})

// Copy buttons.
for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
  block.append(button)
}

// The section that is read now.
const contents = new Map(
  [...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]),
)
if (contents.size > 0) {
  const headings = [...contents.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let marked
  const mark = () => {
    const reached = headings.findLast((one) => one.getBoundingClientRect().top < 120) ?? headings[0]
    const link = contents.get(reached.id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    const { parentElement } = link
    const list = $('.contents')
    list.scrollTop = parentElement.offsetTop - list.clientHeight / 2
    marked = link
  }
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true })
  mark()
}

// The search. Its index is loaded when somebody searches.
const dialog = document.createElement('dialog')
dialog.className = 'finder'
dialog.setAttribute('aria-label', 'Search')
const input = document.createElement('input')
input.type = 'search'
input.placeholder = 'Search the documentation'
input.setAttribute('aria-label', 'Search the documentation')
input.autocomplete = 'off'
input.spellcheck = false
const results = document.createElement('ul')
const status = document.createElement('p')
status.setAttribute('role', 'status')
dialog.append(input, status, results)
document.body.append(dialog)

let index
const open = async () => {
  dialog.showModal()
  input.select()
  index ??= fetch('search.json').then((reply) => reply.json())
  await show()
}
$('[data-search]').addEventListener('click', open)
document.addEventListener('keydown', (event) => {
  const isTyping = event.composedPath()[0]?.matches?.('input, textarea, select')
  if (isTyping || dialog.open) return
  if (event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
    event.preventDefault()
    void open()
  }
})
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog || target.closest('a')) dialog.close()
})
input.addEventListener('input', show)
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') {
    event.preventDefault()
    results.querySelector('a')?.focus()
  }
  // A search field would only empty itself.
  if (event.key === 'Escape') dialog.close()
  if (event.key === 'Enter') results.querySelector('a')?.click()
})
results.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key]
  if (!step) return
  event.preventDefault()
  const item = document.activeElement.closest('li')?.[step]
  if (item) item.querySelector('a').focus()
  else if (event.key === 'ArrowUp') input.focus()
})

async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = await index
  const found =
    words.length === 0
      ? []
      : entries
          .map((entry) => ({ entry, score: rate(entry, words) }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score)
          .slice(0, 12)
  results.replaceChildren(...found.map(({ entry }) => renderResult(entry, words)))
  status.textContent = words.length > 0 && found.length === 0 ? 'Nothing found.' : ''
}

/** Every word must be there; a heading counts more than a text. */
function rate({ p, h, text }, words) {
  const [page, heading, body] = [p, h, text].map((one) => one.toLowerCase())
  let score = 0
  for (const word of words) {
    const its =
      (heading.includes(word) ? 6 : 0) +
      (page.includes(word) ? 4 : 0) +
      (body.includes(word) ? 1 : 0)
    if (its === 0) return 0
    score += its
  }
  return score
}

function renderResult({ u, p, h, text }, words) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = u
  const title = document.createElement('strong')
  title.textContent = h || p
  const where = document.createElement('small')
  where.textContent = h ? p : ''
  const line = document.createElement('span')
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40)
  line.textContent = `${at > 0 ? '…' : ''}${text.slice(at, at + 140)}`
  link.append(title, where, line)
  item.append(link)
  return item
}
