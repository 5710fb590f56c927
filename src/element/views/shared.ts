import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { PayError } from '../../errors.ts'
import { owed } from '../i18n/format.ts'
import { fill } from '../i18n/messages.ts'
import type { FirstScene, View } from './render-context.ts'

/** A notice with an error, or with a hint where `isError` is false. */
export function notice(
  error: PayError | undefined,
  { words }: Pick<FirstScene, 'words'>,
  bad = true,
): TemplateResult | typeof nothing {
  if (!error) return nothing
  return html`<div part="notice" class="notice ${bad ? 'bad' : ''}" role=${bad ? 'alert' : 'note'}><span>${words.tell?.(error) ?? error.message}</span></div>`
}

/** A button; while busy it shows a spinner. */
export function button(
  label: unknown,
  click: () => void,
  kind: '' | 'quiet' | 'plain' = '',
  busy = false,
): TemplateResult {
  return html`<button part="button" type="button" class=${kind} aria-busy=${busy} @click=${click}>${busy ? html`<span class="spin"></span>` : nothing}${label}</button>`
}

/** A screen's title and sentence. The title gets the focus when the screen changes. */
export function say(title: string, text?: unknown): TemplateResult {
  return html`<div class="say"><h2 tabindex="-1">${title}</h2>${text ? html`<p class="soft">${text}</p>` : nothing}</div>`
}

const cancel = ({ send, words }: FirstScene) =>
  button(words.cancel, () => send({ type: 'cancel' }), 'quiet')

// The gap reserves the space of a second button. Outside the card, where a button is alone, it is inline and takes no
// space.
const loading: View<'loading', FirstScene> = () =>
  html`<div class="bone button"></div><span class="gap"></span>`

const ready: View<'ready', FirstScene> = ({ deal, notice: note }, scene) => {
  const { words } = scene
  const label = fill(deal.paid > 0n ? words.payRest : words.pay, {
    amount: owed(deal.quote, scene.formats),
  })
  // A refusal by the payer is not shown as an error.
  return html`${notice(note, scene, note?.code !== 'wallet_refused')}
    ${button(label, () => scene.send({ type: 'pay' }), '', scene.busy)} ${cancel(scene)}`
}

const failed: View<'failed' | 'unavailable', FirstScene> = (state, scene) => html`
  ${say(scene.words.screens.failed.title)} ${notice(state.error, scene)}
  <slot name="error"></slot>
  ${state.error.code === 'invalid_attribute' ? nothing : button(scene.words.again, () => scene.send({ type: 'again' }), 'plain')}`

/** The screens before the first click, and the error screen that must work when nothing else can be loaded. */
export const first = { loading, ready, failed, unavailable: failed }
