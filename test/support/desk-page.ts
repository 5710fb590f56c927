import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document
type Element = DefaultTreeAdapterTypes.Element

/** A field of a form, as a browser would send it untouched. */
export interface FormField {
  name: string
  type: string
  value: string
  isRequired: boolean
  /** The values of a select. */
  options: readonly string[]
}

/** A form as the HTML has it. */
export interface PageForm {
  method: 'get' | 'post'
  action: string
  fields: readonly FormField[]
  /** How many buttons send it. */
  buttons: number
}

/** Where a page leads, and what it lets one do. */
export interface PageParts {
  links: readonly string[]
  forms: readonly PageForm[]
}

/** Reads the links and forms of a page as a browser does. */
export function readPage(html: string): PageParts {
  const elements = [...walk(parse(html))]
  const links = elements.flatMap((element) =>
    element.tagName === 'a' ? [getAttribute(element, 'href') ?? ''] : [],
  )
  return { links, forms: elements.filter(({ tagName }) => tagName === 'form').map(readForm) }
}

function readForm(form: Element): PageForm {
  const inside = [...walk(form)]
  return {
    method: getAttribute(form, 'method') === 'post' ? 'post' : 'get',
    action: getAttribute(form, 'action') ?? '',
    fields: inside.flatMap((element) => {
      const name = getAttribute(element, 'name')
      return name && /^(input|select|textarea)$/.test(element.tagName)
        ? [readField(element, name)]
        : []
    }),
    buttons: inside.filter(({ tagName }) => tagName === 'button').length,
  }
}

function readField(element: Element, name: string): FormField {
  const options = [...walk(element)].filter(({ tagName }) => tagName === 'option')
  const selected = options.find((option) => getAttribute(option, 'selected') !== undefined)
  const chosen = selected ?? options[0]
  return {
    name,
    type: element.tagName === 'input' ? (getAttribute(element, 'type') ?? 'text') : element.tagName,
    value: (chosen ? getAttribute(chosen, 'value') : getAttribute(element, 'value')) ?? '',
    isRequired: getAttribute(element, 'required') !== undefined,
    options: options.map((option) => getAttribute(option, 'value') ?? ''),
  }
}

function* walk(node: Node): Generator<Element, void, void> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child)
}

function getAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}
