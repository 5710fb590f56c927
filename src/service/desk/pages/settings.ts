import { html } from 'hono/html'
import { getChainName } from '../../../api/chains/chain-names.ts'
import type { RouteOutput } from '../../../api/routes/route.ts'
import { shorten } from '../../charges/lists/typed-search.ts'
import { fillHtml, formatDollars, renderForeign } from '../../texts/format.ts'
import type { deskRoutes } from '../api/routes.ts'
import { renderDeskPage } from '../document.ts'
import { type FormInput, writeAmount } from '../fields.ts'
import { formatMoment, renderId } from '../format.ts'
import { icon } from '../icons.ts'
import { buildPath, linkTo } from '../paths.ts'
import { timeZones } from '../time-zone.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderEmpty, renderFacts, renderPanel, renderTop } from './panel.ts'

type Settings = RouteOutput<typeof deskRoutes.getSettings>
type PendingChange = Settings['pending'][number]

/** Renders the settings of the account, and the changes of them that wait. */
export function renderSettings(
  view: DeskView,
  { wallet, tolerance, delayMs, pending }: Settings,
): Html {
  const { language } = view
  const { text } = language
  const hours = Math.round(delayMs / 3_600_000)
  const delay = hours === 0 ? text('delayAtOnce') : language.count('delayHours', hours)
  return renderDeskPage(
    view,
    text('settings'),
    html`${renderTop(text('settings'))}
${renderPanel(
  { title: text('pending'), note: text('delayText') },
  pending.length > 0
    ? html`<ul class="ums">${pending.map((change) => renderChange(view, change))}</ul>`
    : renderEmpty(text('noPending'), `${text('delay')}: ${delay}`),
)}
<div class="halves">${renderStore(view)}
${renderWallet(view, wallet)}
${renderTolerance(view, tolerance)}
${renderTimeZone(view)}
${renderMailLink(view)}</div>`,
  )
}

/** Renders the way to the page about mail; nothing where there is none. */
function renderMailLink(view: DeskView): Content {
  const { text } = view.language
  if (!view.hasMail) return ''
  return renderPanel(
    { title: text('mail'), note: text('mailText') },
    html`<p class="pad"><a href="${linkTo(view, '/mail')}">${icon('mail')}${text('mail')}</a></p>`,
  )
}

/** Renders what customers see of the store. */
function renderStore(view: DeskView): Html {
  const { text } = view.language
  const { id, name, brand } = view.session.account
  const { organizationName, logoUrl, color, supportUrl } = brand
  const show = (value: string) => (value ? renderForeign(value) : text('notSet'))
  const sample = /^#[\da-f]{6}$/i.test(color)
    ? html`<svg class="sample" viewBox="0 0 1 1" aria-hidden="true"><path fill="${color}" d="M0 0h1v1H0z"/></svg>`
    : ''
  return renderPanel(
    { title: text('store'), note: text('storeText'), id: 'store' },
    html`<div class="pad">${renderFacts([
      [text('name'), renderForeign(organizationName || name)],
      [text('logo'), show(logoUrl)],
      [text('color'), html`${sample}${show(color)}`],
      [text('supportLink'), show(supportUrl)],
    ])}${renderCommand(view, `pay-charge account brand --account ${id}`)}</div>`,
  )
}

/** Renders the command by which the operator changes what nobody changes at the desk. */
function renderCommand({ language }: DeskView, command: string): Html {
  return html`<p class="note">${language.text('changedBy')}</p><p><code dir="ltr">${command}</code></p>`
}

function renderWallet(view: DeskView, wallet: Settings['wallet']): Html {
  const { text } = view.language
  const facts = wallet
    ? renderFacts([
        [text('address'), renderId(wallet.walletAddress)],
        [text('chain'), getChainName(wallet.chainId)],
        [
          text('token'),
          html`${renderForeign(wallet.tokenSymbol)} <code dir="ltr" title="${wallet.tokenAddress}">${shorten(wallet.tokenAddress)}</code>`,
        ],
      ])
    : html`<p>${text('noWallet')}</p>`
  const command = `pay-charge settings wallet --account ${view.session.account.id}`
  return renderPanel(
    { title: text('wallet'), note: text('walletText'), id: 'wallet' },
    html`<div class="pad">${facts}${renderCommand(view, command)}</div>`,
  )
}

function renderTolerance(view: DeskView, { amount, percent }: Settings['tolerance']): Html {
  const { language } = view
  const { text } = language
  const isNone = Number(amount) === 0 || Number(percent) === 0
  const dollars = formatDollars(amount, language.locale)
  const wrong = text('toleranceWrong', { amount: formatDollars('5', language.locale) })
  const shared = { kind: 'amount', isRequired: true, wrong } as const
  const inputs: FormInput[] = [
    { ...shared, name: 'amount', label: text('toleranceAmount'), value: amount },
    { ...shared, name: 'percent', label: text('tolerancePercent'), value: percent },
  ]
  return renderPanel(
    { title: text('tolerance'), note: text('toleranceText'), id: 'tolerance' },
    html`<div class="pad form"><p>${isNone ? text('toleranceNone') : text('toleranceNow', { amount: dollars, percent: writeAmount(percent, language) })}</p>${renderAction(view, { path: buildPath('/settings/tolerance'), label: text('save'), inputs })}</div>`,
  )
}

function renderTimeZone(view: DeskView): Html {
  const { language, zone } = view
  const { text } = language
  const option = (value: string, label: string) =>
    html`<option value="${value}"${value === (zone.isChosen ? zone.name : '') ? html` selected` : ''}>${label}</option>`
  const fields = html`<label for="zone" class="hidden">${text('timeZone')}</label><select class="field" id="zone" name="zone">${option('', text('timeZoneBrowser'))}${timeZones.map((name) => option(name, name.replaceAll('_', ' ')))}</select>`
  return renderPanel(
    { title: text('timeZone'), note: text('timeZoneText'), id: 'time-zone' },
    html`<div class="pad form">${renderAction(view, { path: buildPath('/settings/time-zone'), label: text('save'), fields })}</div>`,
  )
}

function renderChange(view: DeskView, change: PendingChange): Html {
  const { text } = view.language
  const time = formatMoment(change.effectiveAt, view)
  const author = change.author === 'cli' ? text('operator') : change.author
  return html`<li class="um two"><div><p>${describeTarget(view, change)}</p><small>${text('effectiveAt', { time })} · ${text('askedBy', { author })}</small></div><div class="act">${renderAction(view, { path: buildPath('/settings/:setting/cancel', { setting: change.setting }), label: text('cancelChange') })}</div></li>`
}

function describeTarget({ language }: DeskView, { to }: PendingChange): Content {
  const { text } = language
  if ('walletAddress' in to)
    return fillHtml(text('walletTo'), { address: renderId(to.walletAddress) })
  if ('percent' in to)
    return text('toleranceTo', {
      amount: formatDollars(to.amount, language.locale),
      percent: writeAmount(to.percent, language),
    })
  if (to.url === '') return text('webhookRemoved')
  return fillHtml(text('webhookTo'), { url: to.url })
}
