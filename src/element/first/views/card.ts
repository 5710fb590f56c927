import type { TemplateResult } from 'lit/html.js'
import type { State, Step } from '../../../checkout/state.ts'
import { getOption } from '../../../checkout/steps.ts'
import { frame } from './frame.ts'
import type { RenderContext, ScreenView, ScreenViews } from './render-context.ts'
import { firstViews } from './shared.ts'

/** The card with the screen of a state. Where its code is not there yet, it is the loading screen. */
export function card(
  state: State,
  context: RenderContext,
  logo: string | undefined,
): TemplateResult {
  const { later, messages } = context
  const views = { ...firstViews, ...later?.laterViews } as Partial<ScreenViews>
  const view = views[state.step] as ScreenView<Step> | undefined
  const screens: Partial<Record<Step, { title: string }>> = messages.screens
  return frame(
    {
      step: state.step,
      option: getOption(state),
      logo,
      back: later?.backButton(state, context),
      isPayable: later?.namesRecipient(state) ?? state.step === 'ready',
      screen: view?.(state, context) ?? firstViews.loading({ step: 'loading' }, context),
      // While the messages are loading, there is no text.
      announcement:
        messages.lang &&
        (later?.getAnnouncement(state, context) ?? screens[state.step]?.title ?? ''),
    },
    context,
  )
}
