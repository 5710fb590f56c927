import { html } from 'hono/html'
import { linkTo } from '../paths.ts'
import type { Content, DeskView, Html } from '../view.ts'

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

/** Reads whether a list shows alone what needs attention. */
export function readTroubled(show: string | undefined): boolean {
  return show === 'trouble'
}

/** Renders the tabs of a list: all, and what needs attention. */
export function renderTroubleTabs(
  view: Pick<DeskView, 'base' | 'language'>,
  path: '/chains' | '/webhooks',
  isTroubled: boolean,
): Html {
  const { text } = view.language
  const tab = (label: string, show: string, isCurrent: boolean) =>
    html`<li><a href="${linkTo(view, path, {}, { show })}"${isCurrent ? html` aria-current="true"` : ''}>${label}</a></li>`
  return html`<nav class="tabs" aria-label="${text('show')}"><ul>${tab(text('all'), '', !isTroubled)}${tab(text('inTrouble'), 'trouble', isTroubled)}</ul></nav>`
}
