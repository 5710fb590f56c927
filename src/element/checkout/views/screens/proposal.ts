import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { State } from '../../../../checkout/state.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { notice } from '../../../first/views/shared.ts'
import { plural } from '../../../i18n/languages/plural.ts'
import { copyButton } from '../parts/copy-button.ts'
import { walletIcon } from '../parts/icons.ts'
import { ringedHeading } from '../parts/marks.ts'
import { payAgainFold } from '../parts/pay-again.ts'
import { tile } from '../parts/wallet-picture.ts'

/**
 * The screen of a transfer that is sent after others have signed, or by a bundler. Nothing is wrong; it takes some
 * time.
 */
export function proposalScreen(
  { proposal, lastError, intent }: Extract<State, { step: 'unknownOutcome' }>,
  context: RenderContext,
): TemplateResult {
  const { messages, formatter } = context
  const { kind } = intent.proposal ?? {}
  const [title, text] =
    kind === 'batch'
      ? [messages.batchTitle, messages.batchText]
      : [messages.proposalTitle, messages.proposalText]
  const { owners = [], threshold = 0 } = proposal ?? {}
  const owner = ({ address, hasApproved }: { address: string; hasApproved: boolean }) => html`<li>
    ${copyButton(address, messages)} <span class=${hasApproved ? '' : 'soft'}>${hasApproved ? messages.signed : messages.notSigned}</span></li>`
  const missingCount = threshold - owners.filter(({ hasApproved }) => hasApproved).length
  const signers = html`${missingCount > 0 ? html`<p class="soft">${plural(messages, formatter, messages.signaturesNeeded, missingCount)}</p>` : nothing}
    <ul class="signers">${owners.map(owner)}</ul>`
  return html`${ringedHeading(tile(walletIcon), title, text)}
    ${notice(lastError, context, false)}${owners.length > 0 ? signers : nothing}
    ${payAgainFold(context, messages.proposedWarning)}`
}
