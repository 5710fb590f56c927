import { html } from 'lit/html.js'
import type { ScreenView } from '../../../first/views/render-context.ts'
import { button } from '../../../first/views/shared.ts'
import { fill } from '../../../i18n/messages.ts'
import { disc, ringedHeading } from '../parts/marks.ts'
import { payAgainFold } from '../parts/pay-again.ts'
import { hint } from '../parts/waiting.ts'

/** The longest wait that is shown in minutes; longer ones are shown in hours. */
const longestMinutes = 90

/** A payment may be on its way that this browser does not know. Its payer waits; other payers can still pay. */
export const waitingScreen: ScreenView<'waitingPayment'> = ({ option, sign }, context) => {
  const { dispatch, messages } = context
  const { title, text } = messages.screens.waitingPayment
  const { age_seconds } = Object(option.charge.waiting_report)
  const time = formatAge(Number(age_seconds) / 60, messages.lang)
  return html`${ringedHeading(disc('warn'), title, fill(messages.waitingSigns[sign], { time }))}${hint(text)}
    ${button(messages.checkAgain, () => dispatch({ type: 'retry' }), 'plain')}
    ${payAgainFold(context, messages.droppedWarning, messages.payAnyway)}`
}

/** Returns how long ago something was, such as "2 minutes ago". */
function formatAge(minutes: number, lang: string): string {
  const format = new Intl.RelativeTimeFormat(lang)
  return minutes > longestMinutes
    ? format.format(-Math.round(minutes / 60), 'hour')
    : format.format(-Math.max(1, Math.round(minutes) || 0), 'minute')
}
