import { icon } from './icon.ts'
import type { Choice, Question, Row } from './question.ts'

/** The sheet's content for a question: a form whose buttons close the dialog around it. */
export function view(question: Question): HTMLFormElement {
  const form = element('form', '')
  form.method = 'dialog'
  form.append(
    header(question.network),
    body(question),
    buttons(),
    element('p', 'footnote', 'Demo wallet on a local chain. No real money.'),
  )
  return form
}

function header(network: string): HTMLElement {
  const image = element('img', 'icon')
  image.src = icon
  image.alt = ''
  const bar = element('header', 'bar')
  bar.append(image, element('span', 'name', 'Demo Wallet'), element('span', 'network', network))
  return bar
}

function body({ title, headline, subline, rows, choice, text, warnings }: Question): HTMLElement {
  const heading = element('h2', 'title', title)
  heading.id = 'title'
  const main = element('div', 'body')
  main.append(
    heading,
    ...(headline ? [element('p', 'headline', headline)] : []),
    ...(subline ? [element('p', 'subline', subline)] : []),
    ...(text === undefined ? [] : [element('pre', 'text', text)]),
    ...(choice ? [select(choice)] : []),
    ...(rows.length > 0 ? [list(rows)] : []),
    ...warnings.map((warning) => element('p', 'warning', warning)),
  )
  return main
}

function select({ label, options, value, onChoose }: Choice): HTMLElement {
  const row = element('label', 'rows choice', label)
  const control = element('select', '')
  control.append(
    ...options.map((option) => {
      const item = element('option', '', option.label)
      item.value = option.value
      return item
    }),
  )
  control.value = value
  control.addEventListener('change', () => onChoose(control.value))
  row.append(control)
  return row
}

function list(rows: Row[]): HTMLElement {
  const all = element('dl', 'rows')
  for (const { label, value, address } of rows) {
    const row = element('div', 'row')
    const data = element('dd', address ? 'account' : '', value)
    if (address) {
      data.title = address
      data.prepend(portrait(address))
    }
    row.append(element('dt', '', label), data)
    all.append(row)
  }
  return all
}

/** Refuse comes first: it gets the focus, so that a key pressed in passing approves nothing. */
function buttons(): HTMLElement {
  const refuse = element('button', 'refuse', 'Refuse')
  refuse.value = 'refuse'
  const approve = element('button', 'approve', 'Approve')
  approve.value = 'approve'
  const both = element('div', 'buttons')
  both.append(refuse, approve)
  return both
}

/** A picture to tell addresses apart: two halves in colors of the address's own digits. */
function portrait(address: string): SVGSVGElement {
  const picture = svg('svg', { class: 'portrait', viewBox: '0 0 20 20', 'aria-hidden': 'true' })
  const hue = (from: number) => Number.parseInt(address.slice(from, from + 4), 16) % 360
  const turn = Number.parseInt(address.slice(10, 12), 16)
  picture.append(
    svg('circle', { cx: '10', cy: '10', r: '10', fill: `hsl(${hue(2)} 65% 55%)` }),
    svg('path', {
      d: 'M0 10a10 10 0 0 1 20 0z',
      fill: `hsl(${hue(6)} 70% 72%)`,
      transform: `rotate(${turn} 10 10)`,
    }),
  )
  return picture
}

function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}
