import { html } from 'hono/html'
import { formatAmount, parseAmount } from '../../../amount.ts'
import { formatDollars, toText } from '../../texts/format.ts'
import { formatDate } from '../format.ts'
import type { Content, DeskView } from '../view.ts'
import { renderPanel } from './panel.ts'

/** The sum paid on a day. */
export interface DaySum {
  /** `2026-11-26`, in the zone of the page. */
  day: string
  count: number
  /** Decimal text, in dollars. */
  amount: string
}

/** Units of the drawing. Its width is stretched to that of the panel. */
const bar = { width: 20, gap: 4, height: 96 }

/** Renders the sums of the last days: as bars, and as a table of the same days. Renders nothing if nothing was paid. */
export function renderMonth({ language }: DeskView, days: readonly DaySum[]): Content {
  const { text, locale } = language
  const amounts = days.map(({ amount }) => parseAmount(amount, 18))
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  const [most = 0n] = amounts.toSorted((a, b) => (a < b ? 1 : -1))
  if (sum === 0n) return ''
  const dollars = (amount: bigint) => formatDollars(formatAmount(amount, 18), locale)
  const note = text('monthText', { paid: dollars(sum) })
  const dates = days.map(({ day }) => formatDate(day, language))
  const width = days.length * bar.width - bar.gap
  const bars = amounts.map((amount, index) => {
    const height = Math.max(2, Number((amount * BigInt(bar.height)) / most))
    return html`<rect${amount === 0n ? html` class="none"` : ''} x="${index * bar.width}" y="${bar.height - height}" width="${bar.width - bar.gap}" height="${height}"><title>${dates[index] ?? ''}: ${toText(dollars(amount))}</title></rect>`
  })
  const rows = days
    .toReversed()
    .map(
      ({ count, amount }, index) =>
        html`<tr><td>${dates.at(-1 - index) ?? ''}</td><td class="num">${count.toLocaleString(locale)}</td><td class="num">${formatDollars(amount, locale)}</td></tr>`,
    )
  return renderPanel(
    { title: text('month'), note },
    html`<div class="month"><svg class="bars" viewBox="0 0 ${width} ${bar.height}" preserveAspectRatio="none" role="img" aria-label="${`${text('month')}: ${note}`}">${bars}</svg>
<p class="axis note" aria-hidden="true"><span>${dates.at(0) ?? ''}</span><span>${dates.at(-1) ?? ''}</span></p></div>
<details class="ask"><summary>${text('monthTable')}</summary><table><thead><tr><th scope="col">${text('day')}</th><th scope="col" class="num">${text('charges')}</th><th scope="col" class="num">${text('paid')}</th></tr></thead><tbody>${rows}</tbody></table></details>`,
  )
}
