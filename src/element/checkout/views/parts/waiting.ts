import { html, type TemplateResult } from 'lit/html.js'
import { infoIcon, stopIcon, warnIcon } from './icons.ts'

/** A line that names the pending step. It is not a button: there is nothing to press. */
export function waiting(text: string): TemplateResult {
  return html`<p class="waits"><span class="spin"></span>${text}</p>`
}

const hintIcons = { '': infoIcon, warn: warnIcon(20), bad: stopIcon }

/** A notice that is not an error's: information, or a warning where money may be at stake. */
export function hint(text: unknown, kind: keyof typeof hintIcons = ''): TemplateResult {
  return html`<div part="notice" class="notice ${kind}" role="note">${hintIcons[kind]}<span>${text}</span></div>`
}

/** The icon of a notice with an error, or with a hint. */
export const noticeIcon = (isError: boolean) => (isError ? stopIcon : infoIcon)
