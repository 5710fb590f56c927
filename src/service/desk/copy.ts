import { html } from 'hono/html'
import { shorten } from '../charges/lists/typed-search.ts'
import { icon } from './icons.ts'
import type { DeskLanguage } from './language.ts'
import type { Html } from './view.ts'

/** Renders the button that copies a text. Without scripts there is none. */
export function renderCopy({ text }: DeskLanguage, copied: string, name: string): Html {
  const label = text('copyOf', { name })
  return html`<button type="button" class="copy" data-copy="${copied}" data-copied="${text('copied')}" aria-label="${label}" title="${label}">${icon('copy')}</button>`
}

/** Renders an id in its short form, with the button that copies the whole. */
export function renderShortId(language: DeskLanguage, id: string, name: string): Html {
  return html`<span class="short"><code dir="ltr" title="${id}">${shorten(id)}</code>${renderCopy(language, id, name)}</span>`
}
