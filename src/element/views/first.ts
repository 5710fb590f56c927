import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PayError } from '../../errors.ts'
import { owed } from '../format.ts'
import { fill } from '../messages.ts'
import type { FirstScene, View } from './view.ts'

/** Says what went wrong, or what to know. */
export function notice(
  error: PayError | undefined,
  { words }: Pick<FirstScene, 'words'>,
  bad = true,
): TemplateResult | typeof nothing {
  if (!error) return nothing
  return html`<div part="notice" class="notice ${bad ? 'bad' : ''}" role=${bad ? 'alert' : 'note'}><span>${words.tell?.(error) ?? error.message}</span></div>`
}

/** A button that sends one event. */
export function button(
  label: unknown,
  click: () => void,
  kind: '' | 'quiet' | 'plain' = '',
  busy = false,
): TemplateResult {
  return html`<button part="button" type="button" class=${kind} aria-busy=${busy} @click=${click}>${busy ? html`<span class="spin"></span>` : nothing}${label}</button>`
}

/** A screen's title, which takes the focus when the screen changes under it, and its sentence. */
export function say(title: string, text?: unknown): TemplateResult {
  return html`<div class="say"><h2 tabindex="-1">${title}</h2>${text ? html`<p class="soft">${text}</p>` : nothing}</div>`
}

const cancel = ({ send, words }: FirstScene) =>
  button(words.cancel, () => send({ type: 'cancel' }), 'quiet')

// The gap is that of a second button; where a button stands alone, outside of the card, it is inline, and so none.
const loading: View<'loading', FirstScene> = () =>
  html`<div class="bone button"></div><span class="gap"></span>`

const ready: View<'ready', FirstScene> = ({ deal, notice: note }, scene) => {
  const { words } = scene
  const label = fill(deal.paid > 0n ? words.payRest : words.pay, {
    amount: owed(deal.quote, scene.formats),
  })
  // A payer's own refusal is no fault.
  return html`${notice(note, scene, note?.code !== 'wallet_refused')}
    ${button(label, () => scene.send({ type: 'pay' }), '', scene.busy)} ${cancel(scene)}`
}

const failed: View<'failed' | 'unavailable', FirstScene> = (state, scene) => html`
  ${say(scene.words.screens.failed.title)} ${notice(state.error, scene)}
  <slot name="error"></slot>
  ${state.error.code === 'invalid_attribute' ? nothing : button(scene.words.again, () => scene.send({ type: 'again' }), 'plain')}`

/** The screens before the first click, and the one that must be there when nothing else can be loaded. */
export const first = { loading, ready, failed, unavailable: failed }
