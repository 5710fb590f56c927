import { html, type TemplateResult } from 'lit/html.js'
import { shortenHex } from '../../../i18n/format.ts'
import type { Messages } from '../../../i18n/languages/translation.ts'
import { fill } from '../../../i18n/messages.ts'
import { check, copyIcon } from './icons.ts'

/** Copies a text at a click. */
export function createCopyHandler(text: string, messages: Messages) {
  return async ({ currentTarget }: Event) => {
    const target = currentTarget as HTMLElement
    try {
      await navigator.clipboard.writeText(text)
      showResult(target, 'copied', messages.copied)
    } catch {
      // No access to the clipboard (insecure page or no permission): the complete text is shown and can be selected.
      target.classList.add('whole')
      announce(target, messages.copyBlocked)
      if (target.previousElementSibling)
        getSelection()?.selectAllChildren(target.previousElementSibling)
    }
  }
}

/** The icon of a text that can be copied, replaced by a check for a moment after copying. */
export const copyMark = (size: number) =>
  html`<span class="copy-mark">${copyIcon(size)}${check(size)}</span>`

/** Says what a button copies, where the text alone would be read as digits: an address, a hash or a reference. */
function nameCopy(text: string, messages: Messages): string {
  const { copyAddress, copyReference, copyTransaction } = messages
  if (/^0x/.test(text)) return text.length > 42 ? copyTransaction : copyAddress
  return /^[\da-f-]{36}$/.test(text) ? copyReference : fill(messages.copy, { what: text })
}

/**
 * A chip that shows a label, or the short form of a text, and copies the complete text. Its name begins with what it copies, and has
 * what is seen (WCAG 2.2, 2.5.3).
 */
export function copyButton(
  text: string,
  messages: Messages,
  label?: string,
  accessibleName = label
    ? fill(messages.copy, { what: label })
    : `${nameCopy(text, messages)} ${shortenHex(text)}`,
): TemplateResult {
  return html`<button type="button" class="copy ${label ? '' : 'hex'}" title=${text} aria-label=${accessibleName} @click=${createCopyHandler(text, messages)}
    ><span class="part">${label ?? shortenHex(text)}</span><span class="all">${text}</span>${copyMark(16)}</button>`
}

/** The icon alone, after the text that it copies. */
export function copyIconButton(
  text: string,
  messages: Messages,
  accessibleName = nameCopy(text, messages),
): TemplateResult {
  return html`<button type="button" class="bare" title=${accessibleName} aria-label=${accessibleName} @click=${createCopyHandler(text, messages)}>${copyMark(20)}</button>`
}

/** Shows the result of a click with a sign, and announces it. */
export function showResult(target: HTMLElement, result: 'copied' | 'failed', announcement: string) {
  target.classList.add(result)
  announce(target, announcement)
}

/** Announces the result of a click in the card's second live region (WCAG 2.2, 4.1.3). */
function announce(target: HTMLElement, announcement: string) {
  const region = target.closest('.card')?.querySelector('[aria-live]')
  if (!region || !announcement) return
  region.textContent = announcement
  setTimeout(() => region.replaceChildren(), 2000)
}
