import { html } from 'lit/html.js'
import type { ScreenView } from '../../../first/views/render-context.ts'
import { button, heading } from '../../../first/views/shared.ts'
import { disc } from '../parts/marks.ts'

/** The screen of a payer whose browser stores nothing, or whose stored payment cannot be read. */
export const storageBlockedScreen: ScreenView<'storageBlocked'> = ({ error }, context) => {
  const { dispatch, messages } = context
  const { title, text } = messages.screens.storageBlocked
  const unreadable = heading(messages.mayHavePaid, messages.describeError?.(error) ?? error.message)
  return html`<div class="marked">${disc('warn')}${error.retryable ? heading(title, text) : unreadable}</div>
    ${button(messages.retry, () => dispatch({ type: 'retry' }))}
    ${button(messages.payAnyway, () => dispatch({ type: 'consent' }), 'plain')}`
}
