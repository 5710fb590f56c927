import { html, svg, type TemplateResult } from 'lit/html.js'
import { heading } from '../../../first/views/shared.ts'
import { check, infoIcon, stopIcon, warnIcon } from './icons.ts'

// The parts above a title: the mark of a state, or a ring while the screen waits.

const markIcons = { ok: check(24), warn: warnIcon(24), bad: stopIcon, none: infoIcon }

/** The kinds of a mark: done for certain, a warning, a failure, or nothing wrong. */
export type Mark = keyof typeof markIcons

export const disc = (mark: Mark) => html`<span class="disc ${mark}">${markIcons[mark]}</span>`

/** A title below its mark. */
export function markedHeading(mark: Mark, title: string, text?: unknown): TemplateResult {
  return html`<div class="marked">${disc(mark)}${heading(title, text)}</div>`
}

/** A title below a picture, around which a ring turns while something goes on. */
export function ringedHeading(
  picture: unknown,
  title: string,
  text: unknown,
  isBusy = true,
): TemplateResult {
  return html`<div class="marked" part="progress"><span class="ringed">${picture}${isBusy ? frameRing : ''}</span>${heading(title, text)}</div>`
}

const frameRing = html`<svg class="turns" viewBox="0 0 60 60" aria-hidden="true">${[
  'track',
  'run',
].map(
  (part) =>
    svg`<rect class=${part} x="1.5" y="1.5" width="57" height="57" rx="17" pathLength="100"></rect>`,
)}</svg>`

/**
 * The ring of the running step: it turns, and fills with the confirmations.
 *
 * @param part from 0 to 1
 */
export function progressRing(part: number): TemplateResult {
  // Some of it is always drawn, and some never, so that it is seen to turn.
  const length = 20 + 75 * part
  return html`<svg class="spins" viewBox="0 0 24 24" aria-hidden="true"><circle class="track" cx="12" cy="12" r="10.5"></circle
    ><circle class="run" cx="12" cy="12" r="10.5" pathLength="100" stroke-dasharray="${length} 100" transform="rotate(-90 12 12)"></circle></svg>`
}
