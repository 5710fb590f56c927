import { html } from 'hono/html'
import { getChainName } from '../../../api/chains/chain-names.ts'
import { renderDeskPage } from '../document.ts'
import { renderState, type State } from '../format.ts'
import type { DeskView, Html } from '../view.ts'
import { renderTop } from './panel.ts'

/** Whether a chain can be read, as /readyz reports it. */
export type ChainState = 'ok' | 'unreachable' | 'another chain'

const states: Readonly<Record<ChainState, State>> = {
  ok: { kind: 'ok', icon: 'check', text: 'chainOk' },
  unreachable: { kind: 'bad', icon: 'stop', text: 'chainUnreachable' },
  'another chain': { kind: 'bad', icon: 'stop', text: 'chainOther' },
}

/** Renders the chains that the service reads, and whether it can. */
export function renderChains(view: DeskView, chains: ReadonlyMap<number, ChainState>): Html {
  const { language } = view
  const { text } = language
  const isInTrouble = [...chains.values()].some((state) => state !== 'ok')
  return renderDeskPage(
    view,
    text('chains'),
    html`${renderTop(text('chains'), text('chainsText'))}
${isInTrouble ? html`<p class="well">${text('chainTrouble')}</p>` : ''}
<section class="panel"><table><thead><tr><th scope="col">${text('chain')}</th><th scope="col" class="wide">${text('id')}</th><th scope="col">${text('state')}</th></tr></thead><tbody>${[
      ...chains,
    ].map(
      ([id, state]) =>
        html`<tr><td>${getChainName(id)}</td><td class="wide note">${id}</td><td>${renderState(states[state], language)}</td></tr>`,
    )}</tbody></table></section>`,
  )
}
