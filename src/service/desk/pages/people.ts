import { html } from 'hono/html'
import { type DeskRole, deskRoles } from '../../../api/routes/scope.ts'
import { includesRole, readRole } from '../../accounts/desk-roles.ts'
import type { SessionRecord } from '../../accounts/people.ts'
import type { OperatorKey } from '../../http/operator-routes.ts'
import { renderForeign } from '../../texts/format.ts'
import type { Invitation } from '../api/people-routes.ts'
import { renderDeskPage } from '../document.ts'
import { formatMoment, renderTime } from '../format.ts'
import { buildPath } from '../paths.ts'
import { roleTexts, scopeTexts } from '../roles.ts'
import { type Content, type DeskView, type Html, renderAction } from '../view.ts'
import { renderPanel, renderTop } from './panel.ts'
import { askOwnKey, askRole, renderInvite, renderNewKey } from './people-forms.ts'
import { renderSessions } from './sessions.ts'

/** What the page of people and keys shows. */
export interface PeopleData {
  keys: readonly OperatorKey[]
  invitations: readonly Invitation[]
  sessions: readonly SessionRecord[]
}

/** Renders who can use the desk, which programs can call the service, and where people are signed in. */
export function renderPeople(view: DeskView, { keys, invitations, sessions }: PeopleData): Html {
  const { text } = view.language
  const isOpen = (key: OperatorKey) => describeEnd(view, key) === undefined
  const isPerson = ({ scopes }: OperatorKey) => readRole(scopes) !== undefined
  const open = keys.filter(isOpen)
  const [people, programs] = [open.filter(isPerson), open.filter((key) => !isPerson(key))]
  const ended = keys.filter((key) => !isOpen(key))
  return renderDeskPage(
    view,
    text('keys'),
    html`${renderTop(text('keys'), text('keysText'))}
${renderPanel({ title: text('people') }, [
  renderTable(view, text('role'), [
    ...people.map((key) => renderKey(view, key)),
    ...invitations.map((one) => renderInvitation(view, one)),
  ]),
  renderInvite(view),
])}
${renderSessions(view, sessions)}
${renderPanel({ title: text('programs') }, [
  programs.length > 0
    ? renderTable(
        view,
        text('permissions'),
        programs.map((key) => renderKey(view, key)),
      )
    : '',
  renderNewKey(view),
])}
${
  ended.length > 0
    ? html`<details class="panel ask"><summary>${text('endedKeys')}</summary>${renderTable(
        view,
        text('permissions'),
        ended.map((key) => renderKey(view, key)),
      )}</details>`
    : ''
}
<p class="note">${text('keysHelp')}</p>`,
  )
}

function renderTable({ language }: DeskView, second: string, rows: readonly Html[]): Html {
  const { text } = language
  return html`<table class="keys"><thead><tr><th scope="col">${text('name')}</th><th scope="col" class="wide">${second}</th><th scope="col" class="wide">${text('lastUsed')}</th><th scope="col" class="num"><span class="hidden">${text('revoke')}</span></th></tr></thead><tbody>${rows}</tbody></table>`
}

function renderKey(view: DeskView, key: OperatorKey): Html {
  const { session, language } = view
  const { text } = language
  const { prefix, name, scopes, shop, used, expires } = key
  const end = describeEnd(view, key)
  const role = readRole(scopes)
  const permissions = role
    ? text(roleTexts[role])
    : scopes.map((scope) => text(scopeTexts[scope])).join(', ')
  const mine =
    prefix === session.keyPrefix ? html` <span class="why">${text('yourKey')}</span>` : ''
  const until = end ?? (expires ? text('expiresOn', { time: formatMoment(expires, view) }) : '')
  const of = shop ? html` · ${text('shop')}: ${renderForeign(shop)}` : ''
  return html`<tr><td>${name ? renderForeign(name) : text('noName', { prefix })}${mine}<small><code dir="ltr">${prefix}</code>${until ? ` · ${until}` : ''}${of}</small><small class="narrow whole">${permissions}</small></td><td class="wide">${permissions}</td><td class="wide note">${used ? renderTime(used, view) : text('never')}</td><td class="num">${end ? '' : [role ? renderRoleChange(view, prefix, role) : '', renderRevocation(view, prefix)]}</td></tr>`
}

/** Returns since when a key opens nothing; undefined for one that does. */
function describeEnd(view: DeskView, { revoked, expires }: OperatorKey): string | undefined {
  const { text } = view.language
  if (revoked) return text('revokedOn', { time: formatMoment(revoked, view) })
  if (expires && new Date(expires) <= view.now)
    return text('expiredOn', { time: formatMoment(expires, view) })
  return undefined
}

function renderRevocation(view: DeskView, prefix: string): Content {
  const { text } = view.language
  const path = buildPath('/keys/:prefix/revoke', { prefix })
  if (!view.may(path)) return ''
  return html`<details class="revoke"><summary class="btn low">${text('revoke')}</summary><p class="note">${text('revokeText')}</p>${renderAction(view, { path, label: text('revokeSure', { prefix }) })}</details>`
}

function renderRoleChange(view: DeskView, prefix: string, role: DeskRole): Content {
  const { text } = view.language
  const path = buildPath('/keys/:prefix/role', { prefix })
  if (!view.may(path)) return ''
  const others = deskRoles.filter((one) => one !== role && includesRole(view.session.role, one))
  const id = `role-${prefix}`
  const form = renderAction(view, {
    path,
    label: text('changeRole'),
    inputs: [askRole(view.language, others, id), askOwnKey(view.language, `own-${prefix}`)],
  })
  return html`<details class="revoke"><summary class="btn low">${text('changeRole')}</summary><p class="note">${text('changeRoleText')}</p><div class="form">${form}</div></details>`
}

function renderInvitation(view: DeskView, { uuid, name, role, expires_at }: Invitation): Html {
  const { text } = view.language
  const time = formatMoment(expires_at, view)
  const path = buildPath('/invitations/:uuid/withdraw', { uuid })
  return html`<tr><td>${renderForeign(name)}<small>${text('invitedUntil', { time })}</small><small class="narrow">${text(roleTexts[role])}</small></td><td class="wide">${text(roleTexts[role])}</td><td class="wide note">${text('never')}</td><td class="num">${renderAction(view, { path, label: text('withdraw'), kind: 'low' })}</td></tr>`
}
