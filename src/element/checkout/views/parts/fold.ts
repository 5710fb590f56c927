import { html, type TemplateResult } from 'lit/html.js'
import { unfold } from './icons.ts'

/** A part that only some payers need, behind a line that opens it. It stands in a list of class `folds`. */
export const fold = (title: string, content: unknown, isOpen = false): TemplateResult =>
  html`<details ?open=${isOpen}><summary>${title}${unfold}</summary><div>${content}</div></details>`
