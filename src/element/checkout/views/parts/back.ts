import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State, Step } from '../../../../checkout/state.ts'
import { isStepIn } from '../../../../checkout/steps.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { back } from './icons.ts'

const stepsWithBack = [
  'choosingWallet',
  'connecting',
  'choosingToken',
  'externalPayment',
  'wrongNetwork',
  'checking',
  'insufficientFunds',
  'storageBlocked',
] as const satisfies readonly Step[]

function hasBack(state: State): boolean {
  if (state.step !== 'needsSignature') return isStepIn(stepsWithBack, state.step)
  return !!(state.isChoosingWallet || state.origin || state.isAwaitingWallet)
}

/** The button that goes back one screen, on the screens that came from one. */
export function backButton(
  state: State,
  { dispatch, messages }: RenderContext,
): TemplateResult | typeof nothing {
  if (!hasBack(state)) return nothing
  return html`<button part="button" type="button" class="bare back" aria-label=${messages.back} title=${messages.back} @click=${() => dispatch({ type: 'back' })}>${back}</button>`
}

const payableSteps = [
  'loading',
  'enteringAmount',
  'ready',
  'choosingWallet',
  'connecting',
  'choosingToken',
  'wrongNetwork',
  'checking',
  'insufficientFunds',
  'storageBlocked',
] as const satisfies readonly Step[]

/** Returns whether the small print names the recipient: something can be paid, and no screen shows the whole address. */
export function namesRecipient({ step }: State): boolean {
  return isStepIn(payableSteps, step)
}
