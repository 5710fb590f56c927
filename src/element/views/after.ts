import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State } from '../../checkout/state.ts'
import { screens, laterWords as words } from '../later-messages.ts'
import { fill } from '../messages.ts'
import { makeReceipt } from '../receipt.ts'
import { button, notice, say } from './first.ts'
import { check, walletIcon } from './later-icons.ts'
import { copyable, keep, proof, rows } from './proof.ts'
import type { Scene, View } from './view.ts'

/** To pay anew though a former transfer may still come: never without the words that say so. */
const payAgain = ({ send }: Scene) => html`
  ${button(words.payAgain, () => send({ type: 'consent' }), 'quiet')}<small>${words.consentWarn}</small>`

const unsure: View<'unsure'> = ({ sighting, trouble }, { send }) => {
  const used = sighting?.seen === 'used'
  const found = used ? words.used : sighting ? words.nothing : undefined
  return html`<div class="asking"><span class="ring"><span class="blank">${walletIcon}</span></span>
      ${say(screens.unsure.title, screens.unsure.text)}</div>
    ${trouble && !sighting ? notice(trouble, false) : nothing}
    ${found ? html`<p part="notice" class="notice">${found}</p>` : nothing}
    ${button(words.again, () => send({ type: 'again' }), used ? 'quiet' : 'plain')}
    ${button(used ? words.consentSafe : words.consent, () => send({ type: 'consent' }), used ? '' : 'quiet')}
    <small>${words.consentWarn}</small>`
}

type Mark = 'done' | 'now' | 'next'

const step = (
  mark: Mark,
  title: string,
  more: unknown = nothing,
) => html`<li part="step" class="step ${mark}">
  <span class="dot">${mark === 'done' ? check(15) : mark === 'now' ? html`<span class="spin"></span>` : nothing}</span>
  <span>${title}${more}</span></li>`

const steps = (recorded: boolean, more: unknown) => html`<ol part="progress">
  ${step('done', words.sent)} ${step(recorded ? 'done' : 'now', words.recorded)}
  ${step(recorded ? 'now' : 'next', words.confirmed, more)}</ol>`

const recording: View<'recording'> = (state, scene) => html`
  ${say(screens.recording.title, state.trouble ? words.trouble : screens.recording.text)}
  ${steps(false, nothing)} ${proof(state, scene)}`

/** How deep it is. */
function depth(confirmations: number, needed: number): TemplateResult {
  const n = Math.min(confirmations, needed)
  const label = confirmations > 0 ? fill(words.confirmations, { n, m: needed }) : words.waiting
  return html`<span class="soft"><br />${label}</span>
    <progress value=${n} max=${needed} aria-label=${words.confirmed}></progress>`
}

const confirming: View<'confirming'> = (state, scene) => {
  const { confirmations, needed, trouble, lost } = state
  const text = trouble ? words.trouble : lost ? words.lost : screens.confirming.text
  return html`${say(screens.confirming.title, text)}
    ${steps(true, depth(confirmations, needed))} ${proof(state, scene)}`
}

const elsewhere: View<'elsewhere'> = ({ mirror }, { send }) => {
  const { hash, confirmations = 0, needed = 1 } = mirror ?? {}
  const recorded = mirror?.step === 'confirming'
  return html`${say(screens.elsewhere.title, screens.elsewhere.text)}
    ${hash ? steps(recorded, recorded ? depth(confirmations, needed) : nothing) : nothing}
    ${hash ? html`<p class="soft">${words.transaction} ${copyable(hash)}</p>` : nothing}
    ${button(words.again, () => send({ type: 'again' }), 'quiet')}`
}

const dropped: View<'dropped'> = (state, scene) => html`
  ${say(screens.dropped.title, state.trouble ? words.trouble : screens.dropped.text)}
  ${proof(state, scene)} ${payAgain(scene)}`

const voided: View<'void'> = (state, scene) => {
  const { why, error } = state
  const [title, text] = words.void[why]
  return html`${say(title, text)}${notice(error, false)}${proof(state, scene)}
    ${why === 'refused' ? payAgain(scene) : button(words.payAgain, () => scene.send({ type: 'pay' }))}`
}

const failed: View<'failed'> = (state, scene) => html`
  ${say(screens.failed.title)}${notice(state.error)}${proof(state, scene)}<slot name="error"></slot>
  ${state.error.code === 'invalid_attribute' ? nothing : button(words.again, () => scene.send({ type: 'again' }), 'plain')}`

const paid: View<'paid'> = (state, scene) => {
  const { deal, hash, before } = state
  const receipt = makeReceipt(deal, hash, 'confirmed')
  return html`<div class="done-mark"><span class="disc">${check(24)}</span>
      ${say(screens.paid.title, before ? words.paidBefore : screens.paid.text)}</div>
    <dl part="receipt" aria-label=${words.receipt}>${rows(receipt, scene)}</dl>
    ${keep(receipt, scene)} ${goOn(state, scene)}`
}

function goOn(state: State, { ending }: Scene): TemplateResult | typeof nothing {
  const url = ending?.successUrl(state)
  if (!ending || !url) return nothing
  if (!ending.leaving) return button(words.return, () => location.assign(url))
  const stay = button(words.stay, () => ending.stay(), 'plain')
  return html`<p class="leaving soft" role="status">${words.returning}${stay}</p>`
}

/** The screens from a transfer that may have been sent to its end. */
export const after = {
  unsure,
  recording,
  confirming,
  elsewhere,
  dropped,
  void: voided,
  failed,
  paid,
}
