/** An element with attributes and children. Texts are texts, never markup: the page is under Trusted Types. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** The page's element with an id. Throws where the page has none, which is a fault of the page. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found as Kind
}

/** One of a list of radio buttons, with what stands on it. */
export function radio(name: string, value: string, ...face: (Node | string)[]): HTMLLabelElement {
  const input = make('input', { type: 'radio', name, value })
  return make('label', { class: 'choice' }, input, make('span', { class: 'choice-face' }, ...face))
}
