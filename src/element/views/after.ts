import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Deal } from '../../checkout/deal.ts'
import type { State } from '../../checkout/state.ts'
import { counted } from '../languages/plural.ts'
import { fill } from '../messages.ts'
import { timeLeft } from '../pace.ts'
import { makeReceipt, proofOf } from '../receipt.ts'
import { button, notice, say } from './first.ts'
import { alert, check, walletIcon } from './later-icons.ts'
import { copyable, keep, known, proof, rows } from './proof.ts'
import type { Scene, View } from './view.ts'

/** To pay anew though a former transfer may count: never without the words that say so. */
const payAgain = ({ send, words }: Scene, warning: string) => html`<small>${warning}</small>
  ${button(words.payAgain, () => send({ type: 'consent' }), 'plain')}`

/** A title with the mark of something that needs a look. */
const marked = (title: string, text: string) => html`<div class="done-mark">
  <span class="disc look">${alert}</span>${say(title, text)}</div>`

/** Sent when others have signed, or by a bundler: nothing is wrong, and it takes its time. */
function proposed({ proposal, trouble, intent }: Extract<State, { step: 'unsure' }>, scene: Scene) {
  const { words } = scene
  const { kind } = intent.proposal ?? {}
  const [title, text] =
    kind === 'batch' ? [words.batchTitle, words.batchText] : [words.signTitle, words.signText]
  const { owners = [], threshold = 0 } = proposal ?? {}
  const owner = ({ address, approved }: { address: string; approved: boolean }) => html`<li>
    ${copyable(address, words)} <span class=${approved ? '' : 'soft'}>${approved ? words.signed : words.unsigned}</span></li>`
  const signers = html`<p class="soft">${counted(words, words.signers, threshold, { m: owners.length })}</p>
    <ul class="signers">${owners.map(owner)}</ul>`
  return html`<div class="asking"><span class="ring"><span class="blank">${walletIcon}</span></span>
      ${say(title, text)}</div>
    ${notice(trouble, scene, false)}${owners.length > 0 ? signers : nothing}
    <small>${words.proposedWarn}</small>
    ${button(words.payAgain, () => scene.send({ type: 'consent' }), 'quiet')}`
}

const unsure: View<'unsure'> = (state, scene) => {
  const { sighting, trouble, intent } = state
  const { send, words } = scene
  if (intent.proposal) return proposed(state, scene)
  const used = sighting?.seen === 'used'
  const found = used ? words.used : sighting ? words.nothing : undefined
  return html`<div class="asking"><span class="ring"><span class="blank">${walletIcon}</span></span>
      ${say(words.screens.unsure.title, words.screens.unsure.text)}</div>
    ${trouble && (!sighting || trouble.code === 'wallet_busy') ? notice(trouble, scene, false) : nothing}
    ${found ? html`<p part="notice" class="notice">${found}</p>` : nothing}
    ${button(words.look, () => send({ type: 'again' }), used ? 'quiet' : 'plain')}
    <small>${words.consentWarn}</small>
    ${button(used ? words.payAgain : words.consent, () => send({ type: 'consent' }), used ? '' : 'quiet')}`
}

type Mark = 'done' | 'now' | 'next'

const step = (
  mark: Mark,
  title: string,
  more: unknown = nothing,
) => html`<li part="step" class="step ${mark}" aria-current=${mark === 'now' ? 'step' : nothing}>
  <span class="dot">${mark === 'done' ? check(15) : mark === 'now' ? html`<span class="spin"></span>` : nothing}</span>
  <span>${title}${more}</span></li>`

const steps = (recorded: boolean, more: unknown, { words }: Scene) => html`<ol part="progress">
  ${step('done', words.sent)} ${step(recorded ? 'done' : 'now', words.recorded)}
  ${step(recorded ? 'now' : 'next', words.confirmed, more)}</ol>`

const recording: View<'recording'> = (state, scene) => {
  const { words } = scene
  const { title, text } = words.screens.recording
  return html`${say(title, state.trouble ? words.trouble : text)}
    ${steps(false, nothing, scene)} ${proof(state, scene)}`
}

/** How deep it is, and how long the rest takes where the chain's pace is known. */
function depth(deal: Deal, confirmations: number, needed: number, scene: Scene): TemplateResult {
  const { words, page } = scene
  const n = Math.min(confirmations, needed)
  const reached =
    n > 0 ? counted(words, words.confirmations, needed, { n, m: needed }) : words.waiting
  const time = timeLeft(needed - n, deal.quote.chainId, page.chains, words.lang)
  const label = time ? fill(words.left, { confirmations: reached, time }) : reached
  return html`<span class="soft"><br />${label}</span>
    <progress value=${n} max=${needed} aria-label=${words.confirmed}></progress>`
}

const confirming: View<'confirming'> = (state, scene) => {
  const { confirmations, needed, trouble, lost } = state
  const { words } = scene
  const said = words.screens.confirming
  const text = trouble ? words.trouble : lost ? words.lost : said.text
  return html`${say(said.title, text)}
    ${steps(true, depth(state.deal, confirmations, needed, scene), scene)} ${proof(state, scene)}`
}

const elsewhere: View<'elsewhere'> = ({ deal, mirror }, scene) => {
  const { send, words } = scene
  const { hash, confirmations = 0, needed = 1 } = mirror ?? {}
  const recorded = mirror?.step === 'confirming'
  const { title, text } = words.screens.elsewhere
  const look = button(words.look, () => send({ type: 'again' }), 'quiet')
  if (!hash)
    return html`<div class="asking"><span class="ring"><span class="blank">${walletIcon}</span></span>
      ${say(title, text)}</div>${look}`
  return html`${say(title, text)}
    ${steps(recorded, recorded ? depth(deal, confirmations, needed, scene) : nothing, scene)}
    <p class="soft">${words.transaction} ${copyable(hash, words)}</p>${look}`
}

const dropped: View<'dropped'> = (state, scene) => {
  const { words } = scene
  const { title, text } = words.screens.dropped
  return html`${marked(title, state.trouble ? words.trouble : text)}
    ${proof(state, scene)} ${payAgain(scene, words.droppedWarn)}`
}

const voided: View<'void'> = (state, scene) => {
  const { why, error } = state
  const { words } = scene
  const { title, text } = words.void[why]
  const anew = button(words.payAgain, () => scene.send({ type: 'pay' }))
  return html`${marked(title, text)}${notice(error, scene, false)}${proof(state, scene)}
    ${why === 'refused' ? payAgain(scene, words.refusedWarn) : anew}`
}

const failed: View<'failed'> = (state, scene) => {
  const { error } = state
  const { words } = scene
  const again = () => scene.send({ type: 'again' })
  if (proofOf(state)) return known(state, scene)
  return html`${say(words.screens.failed.title)}${notice(error, scene)}<slot name="error"></slot>
    ${error.code === 'invalid_attribute' ? nothing : button(words.again, again, 'plain')}`
}

const paid: View<'paid'> = (state, scene) => {
  const { deal, hash, before, intent } = state
  const { words } = scene
  const receipt = makeReceipt(deal, hash, 'confirmed', intent, scene.shop)
  return html`<div class="done-mark"><span class="disc">${check(24)}</span>
      ${say(words.screens.paid.title, before ? words.paidBefore : words.screens.paid.text)}</div>
    <dl part="receipt" aria-label=${words.receipt}>${rows(receipt, scene)}</dl>
    ${keep(receipt, scene)} ${goOn(state, scene)}`
}

function goOn(state: State, { ending, words }: Scene): TemplateResult | typeof nothing {
  const url = ending?.successUrl(state)
  if (!ending || !url) return nothing
  if (!ending.leaving) return button(words.return, () => location.assign(url))
  const stay = button(words.stay, () => ending.stay(), 'plain')
  return html`<p class="leaving soft">${words.returning}${stay}</p>`
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
