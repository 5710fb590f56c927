import { html } from 'hono/html'
import { formatAmount } from '../../../amount.ts'
import type { FxRateState, FxSourceState } from '../../rates/types.ts'
import { formatUnits, renderEnglish } from '../../texts/format.ts'
import { formatDuration, renderState, renderTime } from '../format.ts'
import type { Content, DeskView, Html } from '../view.ts'
import { renderPanel } from './panel.ts'

/** Renders the rates of the operator's currencies: each value, its sources and their age; nothing where there are none. */
export function renderRates(view: DeskView, states: readonly FxRateState[]): Content {
  const { text } = view.language
  if (states.length === 0) return ''
  return renderPanel(
    { title: text('rates'), note: text('ratesText') },
    html`<table><thead><tr><th scope="col">${text('rateCurrency')}</th><th scope="col">${text('state')}</th></tr></thead><tbody>${states.map(
      (state) => renderRow(view, state),
    )}</tbody></table>`,
  )
}

function renderRow(view: DeskView, state: FxRateState): Html {
  const { language, now } = view
  const { text } = language
  const { currency, rate, boundPercent, refusal, lastRefusedAt } = state
  // The value keeps the column from breaking a code apart on a phone.
  const value = rate
    ? html`<small>${formatUnits(formatAmount(rate.answer, rate.decimals), 'USD', language.locale)}</small><small>${formatAge(rate.at, now, language.locale)}</small>`
    : ''
  const badge = rate
    ? renderState({ kind: 'ok', icon: 'check', text: 'rateInUse' }, language)
    : renderState({ kind: 'bad', icon: 'stop', text: 'rateNone' }, language)
  return html`<tr><td>${currency}${value}<small class="money">± ${boundPercent} %</small></td><td>${badge}${
    refusal === undefined ? '' : html`<small>${text('rateNoneText')}</small>`
  }${state.sources.map((source) => html`<small>${describeSource(source, view)}</small>`)}${
    rate && lastRefusedAt
      ? html`<small>${text('rateLastNone')} ${renderTime(lastRefusedAt.toISOString(), view)}</small>`
      : ''
  }</td></tr>`
}

function describeSource({ source, rate, failure }: FxSourceState, view: DeskView): Content {
  if (!rate) return renderEnglish(`${source} ${failure ?? ''}`)
  const { locale } = view.language
  const value = formatUnits(formatAmount(rate.answer, rate.decimals), 'USD', locale)
  return html`${renderEnglish(source)} · ${value} · ${formatAge(rate.at, view.now, locale)}`
}

const formatAge = (at: Date, now: Date, locale: string): string =>
  formatDuration(Math.max(0, now.getTime() - at.getTime()), locale)
