import { html, nothing, type TemplateResult } from 'lit/html.js'
import { parseAmount } from '../../amount.ts'
import type { State } from '../../checkout/state.ts'
import { shortHex } from '../i18n/format.ts'
import type { Words } from '../i18n/languages/words.ts'
import { fill } from '../i18n/messages.ts'
import { explorerUrl } from '../receipt/explorers.ts'
import { proofOf, type Receipt } from '../receipt/receipt.ts'
import { outward } from './lazy-icons.ts'
import type { Scene } from './render-context.ts'
import { button, notice, say } from './shared.ts'

/** The proof of a payment that is not settled: its transaction, and the links to keep the receipt. */
export function proof(state: State, scene: Scene): TemplateResult | typeof nothing {
  const receipt = proofOf(state, scene.shop)
  if (!receipt) return nothing
  const { words } = scene
  return html`<p class="soft">${words.transaction} ${transaction(receipt, scene)}</p>${keep(receipt, scene)}`
}

/** The screen of a sent payment whose charge cannot be shown: what the payer can do now, and the receipt. */
export function known(state: State, scene: Scene): TemplateResult {
  const { words, shop } = scene
  const receipt = proofOf(state, shop)
  const error = 'error' in state ? state.error : undefined
  const gone = error?.code === 'not_found'
  const text = gone ? words.sentGone : error?.retryable ? words.sentAway : words.sentFailed
  return html`${say(words.sentTitle, text)}${gone || error?.retryable ? nothing : notice(error, scene)}
    ${receipt ? html`<dl part="receipt" aria-label=${words.receipt}>${rows(receipt, scene)}</dl>${keep(receipt, scene)}` : nothing}
    <slot name="error"></slot>${button(words.look, () => scene.send({ type: 'again' }), 'plain')}`
}

/** The lines of a receipt, formatted for the payer. */
export function rows(receipt: Receipt, scene: Scene): TemplateResult {
  const { words } = scene
  const row = (name: string, value: unknown) => html`<dt>${name}</dt><dd>${value}</dd>`
  return html`${receipt.shop ? row(words.shop, receipt.shop) : nothing}${row(words.amount, paidAmount(receipt, scene))}
    ${row(words.on2, scene.network(receipt.chainId))}
    ${row(words.to, copyable(receipt.recipient, words))}
    ${receipt.hash ? row(words.transaction, transaction(receipt, scene)) : nothing}
    ${row(words.charge, copyable(receipt.chargeId, words))}
    ${receipt.time ? row(words.time, inWords(receipt.time, scene)) : nothing}`
}

/** Formats the receipt's amount for the payer's language. */
function paidAmount({ amount, tokenSymbol: symbol }: Receipt, { formats }: Scene): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return formats.token(parseAmount(amount, decimals), { decimals, symbol })
}

/** The transaction's hash, with a link to a block explorer where one is known. */
function transaction({ hash, chainId }: Receipt, { words, page }: Scene): TemplateResult {
  const url = explorerUrl(chainId, hash, page.chains)
  const link = html`<a class="out" href=${url} target="_blank" rel="noreferrer" aria-label=${words.explorer} title=${words.explorer}>${outward}</a>`
  return html`${copyable(hash, words)}${url ? link : nothing}`
}

/** Formats a time (ISO 8601) in the payer's time zone. */
function inWords(time: string, { formats }: Scene): string {
  const format = new Intl.DateTimeFormat(formats.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return format.format(new Date(time))
}

/**
 * The links to keep a receipt. Their code is loaded with the screen: at the click, the merchant's site may be
 * offline.
 */
export function keep(receipt: Receipt, scene: Scene): TemplateResult {
  const { words } = scene
  const sheet = import('../receipt/printed-receipt.ts')
  // A script that does not load is reported at the click. The payer can still select the text.
  sheet.catch(() => undefined)
  const network = scene.network(receipt.chainId)
  const act = (label: string, work: (of: Awaited<typeof sheet>) => unknown, done = '') => {
    const click = ({ currentTarget }: Event) => {
      const target = currentTarget as HTMLElement
      sheet.then(work).then(
        () => mark(target, 'copied', done),
        () => mark(target, 'failed', words.screens.failed.title),
      )
    }
    return html`<button type="button" class="link" @click=${click}>${label}</button>`
  }
  return html`<div class="keep" role="group" aria-label=${words.receipt}>
    ${act(words.copyReceipt, (of) => of.copy(receipt, network, words), words.copied)}
    ${act(words.download, (of) => of.download(receipt))}
    ${act(words.print, (of) => of.print(receipt, network, words))}</div>`
}

/** A button that shows a label, or the short form of a text, and copies the complete text. */
export function copyable(
  text: string,
  words: Words,
  shown = shortHex(text),
  spoken = fill(words.copy, { what: shown }),
): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const target = currentTarget as HTMLElement
    try {
      await navigator.clipboard.writeText(text)
      mark(target, 'copied', words.copied)
    } catch {
      // No access to the clipboard (insecure page or no permission): the complete text is shown and can be selected.
      target.classList.add('whole')
    }
  }
  return html`<button type="button" class="copy" title=${text} aria-label=${spoken} @click=${copy}
    ><span class="part">${shown}</span><span class="all">${text}</span></button>`
}

/** Shows the result of a click with a sign, and announces it in the card's live region (WCAG 2.2, 4.1.3). */
function mark(target: HTMLElement, how: 'copied' | 'failed', said: string) {
  target.classList.add(how)
  const region = target.closest('.card')?.querySelector('[role=status]')
  if (!region || !said) return
  // Announce only the addition: the screen itself was announced before.
  region.ariaAtomic = 'false'
  const note = document.createElement('span')
  note.textContent = ` ${said}`
  region.append(note)
  setTimeout(() => note.remove(), 2000)
}
