import { html } from 'hono/html'
import { type DeskRole, deskRoles, scopes } from '../../../api/routes/scope.ts'
import { includesRole, isGivable, readRole } from '../../accounts/desk-roles.ts'
import type { OperatorKey } from '../../http/operator-routes.ts'
import { renderForeign } from '../../texts/format.ts'
import { renderCopy } from '../copy.ts'
import { renderDeskPage } from '../document.ts'
import { type FormInput, renderGroupFault, renderInput } from '../fields.ts'
import { formatMoment, renderId } from '../format.ts'
import { icon } from '../icons.ts'
import type { DeskLanguage } from '../language.ts'
import { buildMailLink, buildPath, linkTo } from '../paths.ts'
import { roleTexts, scopeTexts } from '../roles.ts'
import { type Content, type DeskView, type Html, isRefused, renderAction } from '../view.ts'
import { renderPanel } from './panel.ts'

/** For how many days keys of the desk are offered; '' for those that do not end. */
const offeredDays = ['90', '30', '365', ''] as const

/** The input for the person's own key: a session alone lets nobody in, so whoever steals one cannot stay. */
export function askOwnKey({ text }: DeskLanguage, id: string): FormInput {
  return {
    name: 'own_key',
    id,
    kind: 'secret',
    label: text('ownKey'),
    help: text('ownKeyText'),
    wrong: text('ownKeyWrong'),
    isRequired: true,
  }
}

const askName = ({ text }: DeskLanguage, id: string): FormInput => ({
  name: 'name',
  id,
  label: text('name'),
  isRequired: true,
  maxLength: 100,
})

/** The choice of a role. */
export function askRole({ text }: DeskLanguage, roles: readonly DeskRole[], id: string): FormInput {
  const options = roles.map((role) => [role, text(roleTexts[role])] as const)
  return { name: 'role', id, label: text('role'), options }
}

/** The choice of how long a key holds: never longer than one's own. */
function askDays({ language, session, now }: DeskView, id: string): FormInput {
  const { text, locale } = language
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const left = session.keyExpiresAt
    ? Math.floor((session.keyExpiresAt.getTime() - now.getTime()) / 86_400_000)
    : undefined
  const allowed: readonly string[] =
    left === undefined
      ? offeredDays
      : [...offeredDays.filter((count) => count !== '' && Number(count) <= left), String(left)]
  const label = (count: string) =>
    count === '' ? text('untilRevoked') : days.format(Number(count))
  const options = [...new Set(allowed)].map((count) => [count, label(count)] as const)
  return { name: 'days', id, label: text('holdsFor'), options }
}

/** Renders the form that invites a person. */
export function renderInvite(view: DeskView): Content {
  const { text } = view.language
  const path = buildPath('/keys/invite')
  if (!view.may(path)) return ''
  const roles = deskRoles.filter((role) => includesRole(view.session.role, role))
  const inputs: FormInput[] = [
    askName(view.language, 'invited-name'),
    askRole(view.language, roles, 'invited-role'),
    askDays(view, 'invited-days'),
    askOwnKey(view.language, 'invite-own-key'),
  ]
  return html`<details class="ask form" id="invite"${isRefused(view, path) ? html` open` : ''}><summary>${text('invitePerson')}</summary><p class="note">${text('inviteText')}</p>${renderAction(view, { path, label: text('createInvitation'), kind: 'main', inputs })}</details>`
}

/** Renders the form that makes a key for a program. */
export function renderNewKey(view: DeskView): Content {
  const { text } = view.language
  const path = buildPath('/keys/new')
  if (!view.may(path)) return ''
  const offered = scopes.filter(
    (scope) => !readRole([scope]) && isGivable(view.session.role, scope),
  )
  const inputs: FormInput[] = [
    askName(view.language, 'key-name'),
    { name: 'shop', id: 'key-shop', label: text('shopOptional'), maxLength: 64 },
  ]
  const last = [askDays(view, 'key-days'), askOwnKey(view.language, 'key-own-key')]
  const isChosen = (scope: string) =>
    isRefused(view, path) && view.refused?.values[scope] !== undefined
  const fields = html`<fieldset class="scopes"><legend>${text('permissions')}</legend>${offered.map((scope) => html`<label><input type="checkbox" name="${scope}" value="on"${isChosen(scope) ? html` checked` : ''}> ${text(scopeTexts[scope])} <code dir="ltr">${scope}</code></label>`)}</fieldset>${renderGroupFault(view, path, { name: 'scopes', wrong: text('scopesWrong') })}${last.map((input) => renderInput(view, path, input))}`
  return html`<details class="ask form" id="new-key"${isRefused(view, path) ? html` open` : ''}><summary>${text('newProgramKey')}</summary><p class="note">${text('newProgramKeyText')}</p>${renderAction(view, { path, label: text('createKey'), kind: 'main', inputs, fields })}</details>`
}

/** Renders a new key, the only time that it is shown. */
export function renderKeyOnce(
  view: DeskView,
  { name, apiKey }: Pick<OperatorKey, 'name'> & { apiKey: string },
): Html {
  const { language } = view
  const { text } = language
  return renderOnce(
    view,
    html`${renderForeign(name)}`,
    html`<p class="copy-row">${renderId(apiKey)}${renderCopy(language, apiKey, text('signInKey'))}</p>`,
  )
}

/** Renders the link of a new invitation, the only time that it is shown. */
export function renderInvitationOnce(
  view: DeskView,
  { name, link, expiresAt }: { name: string; link: string; expiresAt: string },
): Html {
  const { language, session } = view
  const { text } = language
  const shop = session.account.brand.organizationName || session.account.name
  const values = { name, shop, link, time: formatMoment(expiresAt, view) }
  const mail = buildMailLink('', {
    subject: text('inviteSubject', values),
    body: text('inviteBody', values),
  })
  return renderOnce(
    view,
    html`${renderForeign(name)}`,
    html`<p class="note">${text('invitedText', values)}</p><p class="copy-row">${renderId(link)}${renderCopy(language, link, text('invitationLink'))}</p><p><a class="btn" href="${mail}" rel="noreferrer">${icon('mail')}${text('mailReceipt')}</a></p>`,
  )
}

function renderOnce(view: DeskView, name: Content, content: Content): Html {
  const { text } = view.language
  return renderDeskPage(
    view,
    text('keys'),
    html`<a class="up" href="${linkTo(view, '/keys')}">${icon('back')}${text('keys')}</a>
<div class="top"><h1>${name}</h1></div>
${renderPanel({ title: text('shownOnce') }, html`<div class="pad form">${content}</div>`)}`,
  )
}
