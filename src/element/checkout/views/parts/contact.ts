import { html, nothing, type TemplateResult } from 'lit/html.js'
import { isSupportUrl } from '../../../../api/formats.ts'
import type { State } from '../../../../checkout/state.ts'
import { getOption } from '../../../../checkout/steps.ts'
import { readAttribute } from '../../../attributes.ts'
import type { RenderContext } from '../../../first/views/render-context.ts'
import { fill } from '../../../i18n/messages.ts'

/** The link to the store's help, where the page or the charge names one. It ends each screen on which only the store can help. */
export function contactLink(
  state: State,
  { messages, merchantName: store, pageOptions }: RenderContext,
  look: '' | 'quiet' = 'quiet',
): TemplateResult | typeof nothing {
  const { support_url: chargeUrl = '' } = getOption(state)?.charge ?? {}
  const url = readAttribute('supportUrl', pageOptions.supportUrl) || chargeUrl
  if (!isSupportUrl(url)) return nothing
  const label = store ? fill(messages.contact, { store }) : messages.contactStore
  return html`<a part="button" class="button ${look}" href=${url} target="_blank" rel="noreferrer">${label}</a>`
}
