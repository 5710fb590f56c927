import { html } from 'hono/html'
import { isWebUrl } from '../../api/formats.ts'
import type { TextName } from '../texts/en.ts'
import { renderForeign } from '../texts/format.ts'
import { isInTrouble } from './endpoint-health.ts'
import { type PageSearch, renderFind } from './find.ts'
import { icon } from './icons.ts'
import type { DeskLanguage } from './language.ts'
import { buildPath, linkTo } from './paths.ts'
import { type Place, places } from './places.ts'
import { roleTexts } from './roles.ts'
import { renderSwitch } from './switch.ts'
import type { Content, DeskView, Html } from './view.ts'

/** The most unmatched transfers that the navigation counts. */
export const maxBadge = 100

const placeNames = Object.keys(places) as Place[]

/** Renders a page of the desk for a signed-in person. `search` is what its search field begins with. */
export function renderDeskPage(
  view: DeskView,
  title: string,
  content: Content,
  search?: PageSearch,
): Html {
  const { session, language, notice } = view
  const { brand, name, livemode } = session.account
  const isTest = !livemode
  const store = brand.organizationName || name
  return renderDocument(
    { ...view, color: brand.color },
    `${title} · ${store}`,
    html`<a class="skip" href="#content">${language.text('skip')}</a>
<div class="frame${isTest ? ' testing' : ''}" data-palette="${JSON.stringify(createPalette(view))}">
<header class="side"><a class="name" href="${view.base}">${renderLogo(brand.logoUrl, store)}<span>${renderForeign(store)}</span>${isTest ? html`<span class="test" title="${language.text('testModeText')}">${language.text('testMode')}</span>` : ''}</a>
${renderSwitch(view, 'low switch')}${renderFind(view, search)}
<nav aria-label="${language.text('navigation')}"><ul>${placeNames.map((place) => renderPlace(place, view))}</ul></nav>
${renderPerson(view)}</header>
<main id="content" tabindex="-1">${notice ? html`<div class="notice" role="status">${icon('check')}${notice}</div>` : ''}
${renderRefusal(view)}${content}</main>
</div>`,
  )
}

/** Says on top that a form was not taken. What is wrong stands at its input, which is rendered before this, or here. */
function renderRefusal({ language, refused }: DeskView): Content {
  if (!refused) return ''
  const { text } = language
  return html`<div class="notice bad" role="alert">${icon('stop')}<div><b>${text('conflictTitle')}.</b> ${
    refused.marked.size > 0 ? text('refusedText') : refused.message
  }</div></div>
`
}

/** What the script's palette says, and where it leads beside the places: to what people look for by another name. */
function createPalette(view: DeskView): object {
  const { text } = view.language
  const to = (label: TextName, path: string) => ({ label: text(label), href: view.base + path })
  return {
    label: text('palette'),
    search: text('paletteSearch'),
    page: linkTo(view, '/search'),
    rows: linkTo(view, '/search.json'),
    actions: [
      ...(view.may(buildPath('/charges/new')) ? [to('newCharge', buildPath('/charges/new'))] : []),
      ...(view.may(buildPath('/links/new')) ? [to('newLink', buildPath('/links/new'))] : []),
      to('exportCharges', buildPath('/charges')),
      to('exportBooks', buildPath('/books')),
      to('wallet', `${buildPath('/settings')}#wallet`),
      to('tolerance', `${buildPath('/settings')}#tolerance`),
      to('timeZone', `${buildPath('/settings')}#time-zone`),
      to('addEndpoint', `${buildPath('/webhooks')}#add`),
      to('refundsToApprove', buildPath('/refunds', {}, { show: 'NAMED' })),
      to('refundsToSend', buildPath('/refunds', {}, { show: 'APPROVED' })),
    ],
  }
}

/** Renders a page of the desk for a visitor who is not signed in, or a message. */
export function renderPlainPage(
  page: { language: DeskLanguage; base: string },
  title: string,
  content: Content,
): Html {
  const body = html`<main class="plain" id="content">${content}</main>`
  return renderDocument({ ...page, color: '' }, title, body)
}

function renderDocument(
  { language, base, color }: { language: DeskLanguage; base: string; color: string },
  title: string,
  body: Content,
): Html {
  const { locale, dir } = language
  const brand = /^#[\da-f]{6}$/i.test(color) ? color.slice(1) : undefined
  return html`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${linkTo({ base }, '/assets/desk.css')}">
${brand ? html`<link rel="stylesheet" href="${linkTo({ base }, '/assets/:file', { file: `brand-${brand}.css` })}">` : ''}
<script type="module" src="${linkTo({ base }, '/assets/desk.js')}"></script>
</head>
<body>
${body}
</body>
</html>`
}

function renderLogo(url: string, store: string): Content {
  if (isWebUrl(url)) return html`<img class="logo" src="${url}" alt="">`
  return html`<span class="logo" aria-hidden="true">${[...store][0] ?? ''}</span>`
}

function renderPlace(place: Place, view: DeskView): Content {
  const { language } = view
  const { path, icon: name } = places[place]
  const label = language.text(place satisfies TextName)
  const current = view.place === place ? html` aria-current="page"` : ''
  return html`<li><a href="${linkTo(view, path)}"${current}>${icon(name)}<span>${label}</span>${renderBadge(place, view)}</a></li>`
}

/** Renders how much waits at a place: unmatched money, and endpoints that miss events. */
function renderBadge(place: Place, { language, unmatched, endpoints }: DeskView): Content {
  const show = (count: number, kind: string, more = '') =>
    count === 0
      ? ''
      : html`<span class="count ${kind}">${count.toLocaleString(language.locale)}${more}</span>`
  if (place === 'unmatched') return show(unmatched.count, '', unmatched.hasMore ? '+' : '')
  if (place === 'webhooks') return show(endpoints.filter(isInTrouble).length, 'bad')
  return ''
}

function renderPerson(view: DeskView): Content {
  const { session, language } = view
  const { keyName, keyPrefix, role, formToken } = session
  const name = keyName || language.text('noName', { prefix: keyPrefix })
  return html`<div class="me"><span class="face" aria-hidden="true">${getInitials(name)}</span><span><b>${name}</b><small>${language.text(roleTexts[role])}</small></span>
<form method="post" action="${linkTo(view, '/sign-out')}"><input type="hidden" name="form_token" value="${formToken}"><button class="btn low sq" id="sign-out" title="${language.text('signOut')}" aria-label="${language.text('signOut')}">${icon('exit')}</button></form></div>`
}

function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
