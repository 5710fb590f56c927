import { html } from 'hono/html'
import { getChainName } from '../../../api/chains/chain-names.ts'
import type { FxRateState } from '../../rates/types.ts'
import { type ChainState, isChainTroubled } from '../chain-states.ts'
import { renderDeskPage } from '../document.ts'
import { renderState, type State } from '../format.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderEmpty, renderTop, renderTroubleTabs } from './panel.ts'
import { renderRates } from './rates.ts'

const states: Readonly<Record<ChainState['health'], State>> = {
  ok: { kind: 'ok', icon: 'check', text: 'upToDate' },
  unreachable: { kind: 'bad', icon: 'stop', text: 'chainUnreachable' },
  'another chain': { kind: 'bad', icon: 'stop', text: 'chainOther' },
}

/**
 * Renders the chains on which the account can be paid: whether each can be read, up to which block, and when it was; and the rates
 * of the currencies in which it can have prices.
 */
export function renderChains(
  view: DeskView,
  isTroubled: boolean,
  chains: readonly ChainState[],
  rates: readonly FxRateState[],
): Html {
  const { language } = view
  const { text } = language
  const hasTrouble = chains.some(isChainTroubled)
  const shown = isTroubled ? chains.filter(isChainTroubled) : chains
  return renderDeskPage(
    view,
    text('chains'),
    html`${renderTop(text('chains'), text('chainsText'))}
${hasTrouble ? html`<p class="well">${text('chainTrouble')}</p>` : ''}
<section class="panel">${renderTroubleTabs(view, '/chains', isTroubled)}${
      shown.length === 0
        ? renderEmpty(text('noTrouble'))
        : html`<table><thead><tr><th scope="col">${text('chain')}</th><th scope="col" class="wide">${text('id')}</th><th scope="col">${text('state')}</th></tr></thead><tbody>${shown.map(
            (chain) =>
              html`<tr><td>${getChainName(chain.id)}</td><td class="wide note">${chain.id}</td><td>${renderState(states[chain.health], language)}<small>${describeReading(view, chain)}</small></td></tr>`,
          )}</tbody></table>`
    }</section>
${renderRates(view, rates)}`,
  )
}

/** Returns the newest block, when it was read, and of how many nodes. */
function describeReading({ language }: DeskView, { block, ageMs, nodes }: ChainState): Content {
  const { text, locale } = language
  const parts = [
    block === undefined ? '' : text('blockNumber', { block: block.toLocaleString(locale) }),
    block === undefined ? '' : formatAge(ageMs, locale),
    text('nodeCount', { count: nodes.toLocaleString(locale) }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function formatAge(ageMs: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const seconds = Math.round(ageMs / 1000)
  return seconds < 60
    ? format.format(-seconds, 'second')
    : format.format(-Math.round(seconds / 60), 'minute')
}
