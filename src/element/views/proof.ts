import { html, nothing, type TemplateResult } from 'lit/html.js'
import { parseAmount } from '../../amount.ts'
import type { State } from '../../checkout/state.ts'
import { explorerUrl } from '../explorers.ts'
import { shortHex } from '../format.ts'
import type { Words } from '../languages/words.ts'
import { fill } from '../messages.ts'
import { proofOf, type Receipt } from '../receipt.ts'
import { button, notice, say } from './first.ts'
import { outward } from './later-icons.ts'
import type { Scene } from './view.ts'

/** What a payer can prove a payment with that is not settled: its transaction, and the receipt to keep. */
export function proof(state: State, scene: Scene): TemplateResult | typeof nothing {
  const receipt = proofOf(state, scene.shop)
  if (!receipt) return nothing
  const { words } = scene
  return html`<p class="soft">${words.transaction} ${transaction(receipt, scene)}</p>${keep(receipt, scene)}`
}

/** A payment was sent, and its charge cannot be shown: what to do, and the receipt. */
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

/** A receipt's lines, as a payer reads them. */
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

/** The receipt's amount in the payer's writing. */
function paidAmount({ amount, tokenSymbol: symbol }: Receipt, { formats }: Scene): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return formats.token(parseAmount(amount, decimals), { decimals, symbol })
}

/** A transaction's hash, and where others show it. */
function transaction({ hash, chainId }: Receipt, { words, page }: Scene): TemplateResult {
  const url = explorerUrl(chainId, hash, page.chains)
  const link = html`<a class="out" href=${url} target="_blank" rel="noreferrer" aria-label=${words.explorer} title=${words.explorer}>${outward}</a>`
  return html`${copyable(hash, words)}${url ? link : nothing}`
}

/** A point in time, in the payer's own zone. */
function inWords(time: string, { formats }: Scene): string {
  const format = new Intl.DateTimeFormat(formats.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return format.format(new Date(time))
}

/** Ways to take a receipt along. Their code comes with the screen: at the click the shop may be gone. */
export function keep(receipt: Receipt, scene: Scene): TemplateResult {
  const { words } = scene
  const sheet = import('../receipt-sheet.ts')
  // A script that does not come is met at the click: then the text is there to be selected.
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

/** Shows the short form, or a label, and copies the whole. */
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
      // No clipboard here (an insecure page, or not allowed): the whole text can be selected instead.
      target.classList.add('whole')
    }
  }
  return html`<button type="button" class="copy" title=${text} aria-label=${spoken} @click=${copy}
    ><span class="part">${shown}</span><span class="all">${text}</span></button>`
}

/** Shows how it went by a sign, and says so by the card's live region (WCAG 2.2, 4.1.3). */
function mark(target: HTMLElement, how: 'copied' | 'failed', said: string) {
  target.classList.add(how)
  const region = target.closest('.card')?.querySelector('[role=status]')
  if (!region || !said) return
  // Only what is new: the step itself was said before.
  region.ariaAtomic = 'false'
  const note = document.createElement('span')
  note.textContent = ` ${said}`
  region.append(note)
  setTimeout(() => note.remove(), 2000)
}
