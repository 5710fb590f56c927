import { html, nothing, type TemplateResult } from 'lit/html.js'
import { shortenHex } from '../i18n/format.ts'
import type { Messages } from '../i18n/languages/translation.ts'
import { fill } from '../i18n/messages.ts'

/** A button that shows a label, or the short form of a text, and copies the complete text. */
export function copyButton(
  text: string,
  messages: Messages,
  label: string | TemplateResult = shortenHex(text),
  accessibleName = fill(messages.copy, { what: typeof label === 'string' ? label : text }),
): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const target = currentTarget as HTMLElement
    try {
      await navigator.clipboard.writeText(text)
      showResult(target, 'copied', messages.copied)
    } catch {
      // No access to the clipboard (insecure page or no permission): the complete text is shown and can be selected.
      target.classList.add('whole')
    }
  }
  return html`<button type="button" class="copy" title=${typeof label === 'string' ? text : nothing} aria-label=${accessibleName} @click=${copy}
    ><span class="part">${label}</span><span class="all">${text}</span></button>`
}

/** Shows the result of a click with a sign, and announces it in the card's live region (WCAG 2.2, 4.1.3). */
export function showResult(target: HTMLElement, result: 'copied' | 'failed', announcement: string) {
  target.classList.add(result)
  const region = target.closest('.card')?.querySelector('[role=status]')
  if (!region || !announcement) return
  // Announce only the addition: the screen itself was announced before.
  region.ariaAtomic = 'false'
  const note = document.createElement('span')
  note.textContent = ` ${announcement}`
  region.append(note)
  setTimeout(() => note.remove(), 2000)
}
