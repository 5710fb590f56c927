import { html } from 'hono/html'
import type { Content, Html } from '../view.ts'

/** Renders the head of a page. */
export function renderTop(title: string, note: Content = '', actions: Content = ''): Html {
  return html`<div class="top"><div><h1>${title}</h1>${note ? html`<p class="note">${note}</p>` : ''}</div>${actions}</div>`
}

/** Renders a panel with its head. `id` is for links to it. */
export function renderPanel(
  {
    title,
    note = '',
    actions = '',
    id,
  }: { title: string; note?: Content; actions?: Content; id?: string | undefined },
  content: Content,
): Html {
  return html`<section class="panel"${id ? html` id="${id}"` : ''}><div class="ph"><div><h2>${title}</h2>${note ? html`<p class="note">${note}</p>` : ''}</div>${actions}</div>
${content}</section>`
}

/** Renders the message of an empty list. */
export function renderEmpty(title: string, text: Content = '', action: Content = ''): Html {
  return html`<div class="empty"><p class="t">${title}</p>${text ? html`<p class="note">${text}</p>` : ''}${action}</div>`
}

/** Renders names and their values. */
export function renderFacts(
  facts: readonly (readonly [name: Content, value: Content] | undefined)[],
): Html {
  return html`<dl class="kv">${facts.map((fact) => (fact ? html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>` : ''))}</dl>`
}
