import { html, type TemplateResult } from 'lit/html.js'
import { unfold } from '../parts/icons.ts'

/** A folded part that only some payers need. */
export const fold = (title: string, content: unknown, isOpen = false): TemplateResult =>
  html`<details ?open=${isOpen}><summary>${title}${unfold}</summary><div>${content}</div></details>`
