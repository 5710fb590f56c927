import { html } from 'hono/html'
import type { TextName } from '../../texts/en.ts'
import { icon } from '../icons.ts'
import { buildPath } from '../paths.ts'
import type { Content, DeskView } from '../view.ts'
import { renderPanel } from './panel.ts'

/** Which steps of a new shop were done. */
export type Steps = Readonly<Record<'wallet' | 'chain' | 'endpoint' | 'payment', boolean>>

const steps = {
  wallet: { text: 'stepWallet', path: `${buildPath('/settings')}#wallet` },
  chain: { text: 'stepChain', path: buildPath('/chains') },
  endpoint: { text: 'stepEndpoint', path: `${buildPath('/webhooks')}#add` },
  payment: { text: 'stepPayment', path: buildPath('/charges/new') },
} as const satisfies Readonly<Record<keyof Steps, { text: TextName; path: string }>>
const names = Object.keys(steps) as (keyof Steps)[]

/** Renders the steps of a new shop, until all of them were done. */
export function renderSteps({ base, language }: DeskView, done: Steps): Content {
  const { text, locale } = language
  const count = names.filter((name) => done[name]).length
  if (count === names.length) return ''
  const [now, total] = [count, names.length].map((number) => number.toLocaleString(locale))
  return renderPanel(
    { title: text('steps'), note: text('stepsDone', { count: now ?? '', total: total ?? '' }) },
    html`<ol class="todo">${names.map((name) =>
      done[name]
        ? html`<li><span class="st ok">${icon('check')}</span><span>${text(steps[name].text)}</span><small>${text('stepDone')}</small></li>`
        : html`<li><a href="${base + steps[name].path}"><span class="st no">${icon('clock')}</span><span>${text(steps[name].text)}</span>${icon('next')}</a></li>`,
    )}</ol>`,
  )
}
